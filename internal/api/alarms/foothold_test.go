package alarms_test

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

	"parichay/internal/api"
	"parichay/internal/domain/account"
	"parichay/internal/domain/content"
	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/rig"
	"parichay/internal/testkit/testdb"
)

// These tests check that a thief with a copied, recently confirmed session loses all access
// once the owner has pressed "this was not me".

func moveTo(s *apitest.Site, email string) {
	s.T.Helper()
	a := s.Call(http.MethodPatch, "/api/v1/account", map[string]any{"email": email})
	require.Equal(s.T, http.StatusOK, a.StatusCode, string(a.Raw))
}

func TestUndoRevokesResetLinks(t *testing.T) {
	t.Parallel()
	w := startWatched(t)
	moveTo(w.SignIn(), "thief@example.com")
	_, token := w.nthWarning(1)
	link := w.ResetLink() // as in the mail to the thief
	require.Equal(t, http.StatusNoContent, w.CheckLink(account.Reset, link).StatusCode)
	alarm(w.other, "/alarm", token)
	assert.Equal(t, http.StatusNotFound, w.CheckLink(account.Reset, link).StatusCode)
	assert.Equal(t, http.StatusNotFound, w.Reset(link, "another long password").StatusCode)
}

func TestWarningLinksSentToAThiefAreRevoked(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]func(w watched, first account.Token){
		"by the thief": func(w watched, _ account.Token) { moveTo(w.Site, apitest.Email) },
		"by undo, with the address already back": func(w watched, first account.Token) {
			testdb.Exec(t, w.DSN, `UPDATE owner SET email = '`+apitest.Email+`'`)
			alarm(w.other, "/alarm", first)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := &apitest.Clock{}
			w := startWatched(t, func(c *api.Config) { c.Now = clock.Now })
			moveTo(w.SignIn(), "thief@example.com")
			_, first := w.warningTo(apitest.Email, "thief@example.com")
			w.SetUpTOTP(clock)
			_, elsewhere := w.warningTo("thief@example.com", "Authenticator app set up")
			back(w, first)
			assert.Equal(t, http.StatusNotFound, w.Call(http.MethodPost, "/api/v1/alarm", map[string]any{"token": elsewhere}).StatusCode)
			w.warningTo(apitest.Email, "Authenticator app set up")
		})
	}
}

func TestChangingTheEmailBackAndForthKeepsTheOwnersLinks(t *testing.T) {
	t.Parallel()
	w := startWatched(t)
	moveTo(w.SignIn(), "thief@example.com")
	moveTo(w.Site, apitest.Email)
	require.Equal(t, http.StatusOK, w.Save(map[string]any{"shopButtonUrl": "https://evil.example/shop"}).StatusCode)
	_, token := w.warningTo(apitest.Email, "evil.example/shop")
	moveTo(w.Site, "thief@example.com")
	assert.Equal(t, "https://evil.example/shop", alarm(w.other, "/alarm/link", token).Changes[0].After)
}

func TestUndoForgetsAPendingTOTPSecret(t *testing.T) {
	t.Parallel()
	w := startWatched(t)
	begin := func(s *apitest.Site) (begun struct{ Secret string }) {
		s.Call(http.MethodPost, "/api/v1/account/totp", nil).Into(t, &begun)
		require.NotEmpty(t, begun.Secret)
		return begun
	}
	moveTo(w.SignIn(), "thief@example.com")
	_, token := w.nthWarning(1)
	known := begin(w.Site)
	alarm(w.other, "/alarm", token)
	assert.NotEqual(t, known, begin(w.Browser().SignIn()))
}

func TestUndoRevokesAThiefsRecoveryCodes(t *testing.T) {
	t.Parallel()
	clock := &apitest.Clock{}
	w := startWatched(t, func(c *api.Config) { c.Now = clock.Now })
	w.SignIn().SetUpTOTP(clock)
	w.nthWarning(1)
	var made struct{ Codes []string }
	w.Call(http.MethodPost, "/api/v1/account/recovery-codes", nil).Into(t, &made)
	_, token := w.warningTo(apitest.Email, "New recovery codes made")
	assert.Equal(t, "kept", alarm(w.other, "/alarm", token).Changes[0].Outcome, "the old codes are not restored")
	b := w.Browser()
	b.SignInWith(apitest.Email, apitest.Password)
	assert.Equal(t, "bad_credentials", b.Second(map[string]string{"recovery": made.Codes[0]}).Problem(t).Code)
	assert.Equal(t, account.Factors{TOTP: true}, w.Factors(), "the authenticator app stays enabled")
	assert.Equal(t, 1, w.Count(`SELECT count(*) FROM security_events WHERE kind = 'codes_removed'`))
}

func TestARequestWhoseSessionEndedBeforeItsBodyArrivedIsRefused(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	body := `{"values":{"kind":"link","title":"Prize","address":"https://evil.example/"}}`
	line, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.URL, "http://"))
	require.NoError(t, err)
	defer func() { _ = line.Close() }()
	var cookies []string
	for _, c := range s.Client.Jar.Cookies(apitest.MustParse(t, s.URL)) {
		cookies = append(cookies, c.Name+"="+c.Value)
	}
	_, err = fmt.Fprintf(line, "POST /api/v1/blocks HTTP/1.1\r\nHost: parichay.test\r\nOrigin: http://parichay.test\r\nCookie: %s\r\nIdempotency-Key: held\r\nContent-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", strings.Join(cookies, "; "), len(body))
	require.NoError(t, err)
	answers := bufio.NewReader(line)
	waits, err := http.ReadResponse(answers, nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusContinue, waits.StatusCode, "the request was admitted and its body is being read")
	require.NoError(t, s.Store.Sessions.EndOthers(t.Context(), "", account.Visit{}))
	_, err = fmt.Fprint(line, body)
	require.NoError(t, err)
	refused, err := http.ReadResponse(answers, nil)
	require.NoError(t, err)
	defer func() { _ = refused.Body.Close() }()
	assert.Equal(t, http.StatusUnauthorized, refused.StatusCode)
	assert.Zero(t, s.Count(`SELECT count(*) FROM blocks WHERE address LIKE '%evil%'`))
}

func TestAnEndedSessionCannotChangeFactors(t *testing.T) {
	t.Parallel()
	clock := &apitest.Clock{}
	s := apitest.Start(t, func(c *api.Config) { c.Now = clock.Now })
	_, codes := s.SignIn().SetUpTOTP(clock)
	ctx := db.As(t.Context(), account.NewToken().Hash())
	require.ErrorIs(t, s.Store.Factors.ReplaceCodes(ctx, account.Codes{Shown: codes, Stored: []string{"x"}}, account.Visit{}), fault.ErrSignedOut)
	assert.Equal(t, account.Factors{TOTP: true, Codes: account.RecoveryCodes}, s.Factors())
	_, err := s.Store.Factors.BeginTOTP(ctx, account.TOTP{Secret: "known"})
	require.ErrorIs(t, err, fault.ErrSignedOut)
	_, err = s.Store.Reports.Share(ctx, account.NewToken(), "thief", true, time.Hour)
	require.ErrorIs(t, err, fault.ErrSignedOut)
	_, err = s.Store.Items.Share(ctx, content.Posts, "any", account.NewToken())
	require.ErrorIs(t, err, fault.ErrSignedOut)
	_, err = s.Store.Items.Share(t.Context(), content.Posts, "any", account.NewToken())
	require.ErrorIs(t, err, fault.ErrNotFound, "without a session to check, only the item is missing")
}

func TestAThiefsUndoDoesNotDisableTheOwnersUndo(t *testing.T) {
	t.Parallel()
	clock := &apitest.Clock{}
	w := startWatched(t, func(c *api.Config) { c.Now = clock.Now })
	w.SignIn().SetUpTOTP(clock)
	w.nthWarning(1)
	held := make(chan struct{})
	w.mails.Refuse(func(rig.Mail) error {
		<-held
		return errors.New("not yet")
	})
	require.Equal(t, http.StatusNoContent, w.Call(http.MethodDelete, "/api/v1/account/totp", nil).StatusCode)
	id := w.Text(`SELECT max(id)::text FROM alarms`)
	require.Equal(t, http.StatusOK, w.Call(http.MethodPost, "/api/v1/account/alarms/"+id, nil).StatusCode)
	testdb.Exec(t, w.DSN, `UPDATE river_job SET scheduled_at = now() WHERE finalized_at IS NULL; SELECT announce_job('warnings')`)
	w.mails.Refuse(nil)
	close(held)
	_, token := w.warningTo(apitest.Email, "Authenticator app removed")
	require.Equal(t, http.StatusOK, w.Status(apitest.OwnersOnly), "the thief is still signed in")
	require.NotNil(t, alarm(w.other, "/alarm/link", token).UndoneAt)
	alarm(w.other, "/alarm", token)
	assert.Equal(t, http.StatusUnauthorized, w.Status(apitest.OwnersOnly))
}

func TestAChangeDuringUndoGetsItsOwnAlarm(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	save := func(link string) {
		require.Equal(t, http.StatusOK, s.Save(map[string]any{"shopButtonUrl": link}).StatusCode)
	}
	save("https://surya.example/shop")
	testdb.Exec(t, s.DSN, `DELETE FROM alarms`)
	save("https://evil.example/1")
	store := s.Store.Alarms
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
	s := apitest.Start(t)
	_, err := s.Store.Accounts.NewLinkFor(t.Context(), account.Reset, "thief@example.com")
	require.ErrorIs(t, err, fault.ErrNotFound)
	_, err = s.Store.Accounts.NewLinkFor(t.Context(), account.Reset, apitest.Email)
	require.NoError(t, err)
	require.NoError(t, s.Store.Accounts.TakeEmailBack(t.Context(), "other@example.com", account.Browser{}))
	assert.Zero(t, s.Count(`SELECT count(*) FROM owner_links`), "existing links are revoked")
}

func TestAWarningSentToAFormerAddressIsNotMarkedAsMailed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"shopButtonUrl": "https://evil.example/1"}).StatusCode)
	var id int64
	s.Scan(`SELECT max(id) FROM alarms`, &id)
	require.ErrorIs(t, s.Store.Alarms.MarkMailed(t.Context(), id, "thief@example.com"), fault.ErrConflict)
	require.NoError(t, s.Store.Alarms.MarkMailed(t.Context(), id, apitest.Email))
}

func TestAnExportEndsWithItsSession(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	testdb.Exec(t, s.DSN, `INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest)
		SELECT repeat('x', 100), '', repeat('y', 1000), 'quote_request', 'en', 'k' || n, '' FROM generate_series(1, 20000) n`)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+"/api/v1/leads/export?format=csv", nil)
	require.NoError(t, err)
	answer, err := s.Client.Do(request)
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	_, err = io.ReadFull(answer.Body, make([]byte, 1000))
	require.NoError(t, err)
	require.NoError(t, s.Store.Sessions.EndOthers(t.Context(), "", account.Visit{}))
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
	w.SignIn()
	for i := range 20 {
		require.Equal(t, http.StatusCreated, w.Call(http.MethodPost, "/api/v1/feedback", map[string]any{"message": "Hello there"}, "Idempotency-Key", fmt.Sprint(i)).StatusCode)
	}
	require.Equal(t, http.StatusOK, w.Save(map[string]any{"shopButtonUrl": "https://evil.example/shop"}).StatusCode)
	w.warningTo(apitest.Email, "evil.example/shop")
}

func TestUndoAndAFactorChangeDoNotDeadlock(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	s.Browser().SignIn()
	// The steps of changedBy, paused in the middle.
	change, err := s.Store.Pool().Begin(t.Context())
	require.NoError(t, err)
	const mine = `(SELECT token FROM sessions ORDER BY created_at DESC LIMIT 1)`
	for _, sql := range []string{`SELECT FROM owner FOR UPDATE`, `SELECT FROM sessions WHERE token = ` + mine + ` FOR UPDATE`} {
		_, err = change.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	pressed := make(chan error, 1)
	go func() { pressed <- s.Store.Sessions.EndOthers(t.Context(), "", account.Visit{}) }()
	require.Eventually(t, func() bool {
		return s.Count(`SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`) > 0
	}, 30*time.Second, 5*time.Millisecond)
	_, err = change.Exec(t.Context(), `DELETE FROM sessions WHERE token <> `+mine)
	require.NoError(t, err)
	require.NoError(t, change.Commit(t.Context()))
	require.NoError(t, <-pressed)
	assert.Zero(t, s.Count(`SELECT count(*) FROM sessions`))
}
