package api

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/account"
	"parichay/internal/domain/content"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
	"parichay/internal/testkit/rig"
	"parichay/internal/testkit/testdb"
)

// These tests check that a thief with a copied, recently confirmed session loses all access
// once the owner has pressed "this was not me".

func (s *testSite) moveTo(email string) {
	s.t.Helper()
	a := s.call(http.MethodPatch, "/api/v1/account", map[string]any{"email": email})
	require.Equal(s.t, http.StatusOK, a.StatusCode, string(a.body))
}

func TestUndoRevokesResetLinks(t *testing.T) {
	t.Parallel()
	w := startWatched(t)
	w.signIn().moveTo("thief@example.com")
	_, token := w.nthWarning(1)
	link := w.resetLink() // as in the mail to the thief
	require.Equal(t, http.StatusNoContent, w.checkLink(account.Reset, link).StatusCode)
	w.other.alarm("/alarm", token)
	assert.Equal(t, http.StatusNotFound, w.checkLink(account.Reset, link).StatusCode)
	assert.Equal(t, http.StatusNotFound, w.reset(link, "another long password").StatusCode)
}

func TestWarningLinksSentToAThiefAreRevoked(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]func(w watched, first account.Token){
		"by the thief": func(w watched, _ account.Token) { w.moveTo(testEmail) },
		"by undo, with the address already back": func(w watched, first account.Token) {
			testdb.Exec(t, w.dsn, `UPDATE owner SET email = '`+testEmail+`'`)
			w.other.alarm("/alarm", first)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := &testClock{}
			w := startWatched(t, func(c *Config) { c.Now = clock.now })
			w.signIn().moveTo("thief@example.com")
			_, first := w.warningTo(testEmail, "thief@example.com")
			w.setUpTOTP(clock)
			_, elsewhere := w.warningTo("thief@example.com", "Authenticator app set up")
			back(w, first)
			assert.Equal(t, http.StatusNotFound, w.call(http.MethodPost, "/api/v1/alarm", map[string]any{"token": elsewhere}).StatusCode)
			w.warningTo(testEmail, "Authenticator app set up")
		})
	}
}

func TestMovingTheAccountBackAndForthKeepsTheOwnersLinks(t *testing.T) {
	t.Parallel()
	w := startWatched(t)
	w.signIn().moveTo("thief@example.com")
	w.moveTo(testEmail)
	require.Equal(t, http.StatusOK, w.save(map[string]any{"shopButtonUrl": "https://evil.example/shop"}).StatusCode)
	_, token := w.warningTo(testEmail, "evil.example/shop")
	w.moveTo("thief@example.com")
	assert.Equal(t, "https://evil.example/shop", w.other.alarm("/alarm/link", token).Changes[0].After)
}

func TestUndoForgetsAPendingTOTPSecret(t *testing.T) {
	t.Parallel()
	w := startWatched(t)
	begin := func(s *testSite) (begun struct{ Secret string }) {
		s.call(http.MethodPost, "/api/v1/account/totp", nil).into(t, &begun)
		require.NotEmpty(t, begun.Secret)
		return begun
	}
	w.signIn().moveTo("thief@example.com")
	_, token := w.nthWarning(1)
	known := begin(w.testSite)
	w.other.alarm("/alarm", token)
	assert.NotEqual(t, known, begin(w.browser().signIn()))
}

func TestUndoRevokesAThiefsRecoveryCodes(t *testing.T) {
	t.Parallel()
	clock := &testClock{}
	w := startWatched(t, func(c *Config) { c.Now = clock.now })
	w.signIn().setUpTOTP(clock)
	w.nthWarning(1)
	var made struct{ Codes []string }
	w.call(http.MethodPost, "/api/v1/account/recovery-codes", nil).into(t, &made)
	_, token := w.warningTo(testEmail, "New recovery codes made")
	assert.Equal(t, "kept", w.other.alarm("/alarm", token).Changes[0].Outcome, "the old codes are not restored")
	b := w.browser()
	b.signInWith(testEmail, testPassword)
	assert.Equal(t, "bad_credentials", b.second(map[string]string{"recovery": made.Codes[0]}).problem(t).Code)
	assert.Equal(t, account.Factors{TOTP: true}, w.factors(), "the authenticator app stays enabled")
	assert.Equal(t, 1, w.count(`SELECT count(*) FROM security_events WHERE kind = 'codes_removed'`))
}

func TestABodySentAfterTheSessionEndedIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	body := `{"values":{"kind":"link","title":"Prize","address":"https://evil.example/"}}`
	line, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.url, "http://"))
	require.NoError(t, err)
	defer func() { _ = line.Close() }()
	var cookies []string
	for _, c := range s.client.Jar.Cookies(mustParse(t, s.url)) {
		cookies = append(cookies, c.Name+"="+c.Value)
	}
	_, err = fmt.Fprintf(line, "POST /api/v1/blocks HTTP/1.1\r\nHost: parichay.test\r\nOrigin: http://parichay.test\r\nCookie: %s\r\nIdempotency-Key: held\r\nContent-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", strings.Join(cookies, "; "), len(body))
	require.NoError(t, err)
	answers := bufio.NewReader(line)
	waits, err := http.ReadResponse(answers, nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusContinue, waits.StatusCode, "the request was admitted and its body is being read")
	require.NoError(t, s.store.Sessions.EndOthers(t.Context(), "", account.Visit{}))
	_, err = fmt.Fprint(line, body)
	require.NoError(t, err)
	refused, err := http.ReadResponse(answers, nil)
	require.NoError(t, err)
	defer func() { _ = refused.Body.Close() }()
	assert.Equal(t, http.StatusUnauthorized, refused.StatusCode)
	assert.Zero(t, s.count(`SELECT count(*) FROM blocks WHERE address LIKE '%evil%'`))
}

func TestAnEndedSessionCannotChangeFactors(t *testing.T) {
	t.Parallel()
	clock := &testClock{}
	s := start(t, func(c *Config) { c.Now = clock.now })
	_, codes := s.signIn().setUpTOTP(clock)
	ctx := db.As(t.Context(), account.NewToken().Hash())
	require.ErrorIs(t, s.store.Factors.ReplaceCodes(ctx, account.Codes{Shown: codes, Stored: []string{"x"}}, account.Visit{}), fault.ErrSignedOut)
	assert.Equal(t, account.Factors{TOTP: true, Codes: account.RecoveryCodes}, s.factors())
	_, err := s.store.Factors.BeginTOTP(ctx, account.TOTP{Secret: "known"})
	require.ErrorIs(t, err, fault.ErrSignedOut)
	_, err = s.store.Reports.Share(ctx, account.NewToken(), "thief", true, time.Hour)
	require.ErrorIs(t, err, fault.ErrSignedOut)
	_, err = s.store.Items.Share(ctx, content.Posts, "any", account.NewToken())
	require.ErrorIs(t, err, fault.ErrSignedOut)
	_, err = s.store.Items.Share(t.Context(), content.Posts, "any", account.NewToken())
	require.ErrorIs(t, err, fault.ErrNotFound, "without a session to check, only the item is missing")
}

func TestAThiefsUndoDoesNotDisableTheOwnersUndo(t *testing.T) {
	t.Parallel()
	clock := &testClock{}
	w := startWatched(t, func(c *Config) { c.Now = clock.now })
	w.signIn().setUpTOTP(clock)
	w.nthWarning(1)
	held := make(chan struct{})
	w.mails.Refuse(func(rig.Mail) error {
		<-held
		return errors.New("not yet")
	})
	require.Equal(t, http.StatusNoContent, w.call(http.MethodDelete, "/api/v1/account/totp", nil).StatusCode)
	id := w.text(`SELECT max(id)::text FROM alarms`)
	require.Equal(t, http.StatusOK, w.call(http.MethodPost, "/api/v1/account/alarms/"+id, nil).StatusCode)
	testdb.Exec(t, w.dsn, `UPDATE river_job SET scheduled_at = now() WHERE finalized_at IS NULL; SELECT announce_job('warnings')`)
	w.mails.Refuse(nil)
	close(held)
	_, token := w.warningTo(testEmail, "Authenticator app removed")
	require.Equal(t, http.StatusOK, w.status(ownersOnly), "the thief is still signed in")
	require.NotNil(t, w.other.alarm("/alarm/link", token).UndoneAt)
	w.other.alarm("/alarm", token)
	assert.Equal(t, http.StatusUnauthorized, w.status(ownersOnly))
}

func TestAChangeDuringUndoGetsItsOwnAlarm(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	save := func(link string) {
		require.Equal(t, http.StatusOK, s.save(map[string]any{"shopButtonUrl": link}).StatusCode)
	}
	save("https://surya.example/shop")
	testdb.Exec(t, s.dsn, `DELETE FROM alarms`)
	save("https://evil.example/1")
	store := s.store.Alarms
	all, err := store.List(t.Context(), 1, 1)
	require.NoError(t, err)
	last, err := store.Close(t.Context())
	require.NoError(t, err)
	a, err := store.Left(t.Context(), all[0].ID, 1)
	require.NoError(t, err)
	save("https://evil.example/2") // by a call that was in progress
	a.Changes[0].Outcome = "back"
	require.NoError(t, store.MarkUndone(t.Context(), a.ID, a.Changes, last))
	all, err = store.List(t.Context(), 2, 1)
	require.NoError(t, err)
	require.Len(t, all, 2, "it has its own alarm")
	assert.Nil(t, all[0].UndoneAt)
	assert.False(t, all[0].Changes[0].Undone)
	assert.NotNil(t, all[1].UndoneAt)
}

func TestAResetLinkIsMadeOnlyForTheCurrentAddress(t *testing.T) {
	t.Parallel()
	s := start(t)
	_, err := s.store.Accounts.NewLinkFor(t.Context(), account.Reset, "thief@example.com")
	require.ErrorIs(t, err, fault.ErrNotFound)
	_, err = s.store.Accounts.NewLinkFor(t.Context(), account.Reset, testEmail)
	require.NoError(t, err)
	require.NoError(t, s.store.Accounts.TakeEmailBack(t.Context(), "other@example.com", account.Browser{}))
	assert.Zero(t, s.count(`SELECT count(*) FROM owner_links`), "existing links are revoked")
}

func TestAWarningSentToAFormerAddressIsNotMarkedAsMailed(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	require.Equal(t, http.StatusOK, s.save(map[string]any{"shopButtonUrl": "https://evil.example/1"}).StatusCode)
	var id int64
	s.scan(`SELECT max(id) FROM alarms`, &id)
	require.ErrorIs(t, s.store.Alarms.MarkMailed(t.Context(), id, "thief@example.com"), fault.ErrConflict)
	require.NoError(t, s.store.Alarms.MarkMailed(t.Context(), id, testEmail))
}

func TestAnExportEndsWithItsSession(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	testdb.Exec(t, s.dsn, `INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest)
		SELECT repeat('x', 100), '', repeat('y', 1000), 'quote_request', 'en', 'k' || n, '' FROM generate_series(1, 20000) n`)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/api/v1/leads/export?format=csv", nil)
	require.NoError(t, err)
	answer, err := s.client.Do(request)
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	_, err = io.ReadFull(answer.Body, make([]byte, 1000))
	require.NoError(t, err)
	require.NoError(t, s.store.Sessions.EndOthers(t.Context(), "", account.Visit{}))
	_, err = io.Copy(io.Discard, answer.Body)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

func TestWarningsAreNotQueuedBehindLeadMails(t *testing.T) {
	t.Parallel()
	w := startWatched(t)
	held := make(chan struct{})
	t.Cleanup(func() { close(held) })
	w.mails.Refuse(func(m rig.Mail) error {
		if !strings.Contains(m.Raw, "not-me") {
			<-held
		}
		return nil
	})
	w.signIn()
	for i := range 20 {
		require.Equal(t, http.StatusCreated, w.call(http.MethodPost, "/api/v1/feedback", map[string]any{"message": "Hello there"}, "Idempotency-Key", fmt.Sprint(i)).StatusCode)
	}
	require.Equal(t, http.StatusOK, w.save(map[string]any{"shopButtonUrl": "https://evil.example/shop"}).StatusCode)
	w.warningTo(testEmail, "evil.example/shop")
}

func TestUndoAndAFactorChangeDoNotDeadlock(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	s.browser().signIn()
	// The steps of changedBy, paused in the middle.
	change, err := s.store.Pool().Begin(t.Context())
	require.NoError(t, err)
	const mine = `(SELECT token FROM sessions ORDER BY created_at DESC LIMIT 1)`
	for _, sql := range []string{`SELECT FROM owner FOR UPDATE`, `SELECT FROM sessions WHERE token = ` + mine + ` FOR UPDATE`} {
		_, err = change.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	pressed := make(chan error, 1)
	go func() { pressed <- s.store.Sessions.EndOthers(t.Context(), "", account.Visit{}) }()
	require.Eventually(t, func() bool {
		return s.count(`SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`) > 0
	}, 30*time.Second, 5*time.Millisecond)
	_, err = change.Exec(t.Context(), `DELETE FROM sessions WHERE token <> `+mine)
	require.NoError(t, err)
	require.NoError(t, change.Commit(t.Context()))
	require.NoError(t, <-pressed)
	assert.Zero(t, s.count(`SELECT count(*) FROM sessions`))
}
