package api

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/testkit/testdb"
)

// startUnowned starts a site without an owner and returns a setup link.
func startUnowned(t *testing.T) (*testSite, account.Token) {
	t.Helper()
	store, dsn := testdb.New(t)
	s := startOn(t, store, dsn)
	link, err := store.Accounts.NewLink(t.Context(), account.SetUp)
	require.NoError(t, err)
	return s, link
}

func (s *testSite) setUp(link account.Token, email, password string) answer {
	s.t.Helper()
	return s.call(http.MethodPost, "/api/v1/setup", map[string]string{"token": string(link), "email": email, "password": password})
}

func (s *testSite) checkLink(purpose account.Purpose, link account.Token) answer {
	s.t.Helper()
	return s.call(http.MethodPost, "/api/v1/"+string(purpose)+"/link", map[string]string{"token": string(link)})
}

func (s *testSite) resetLink() account.Token {
	s.t.Helper()
	link, err := s.store.Accounts.NewLink(s.t.Context(), account.Reset)
	require.NoError(s.t, err)
	return link
}

func (s *testSite) reset(link account.Token, password string) answer {
	s.t.Helper()
	return s.call(http.MethodPut, "/api/v1/reset", map[string]string{"token": string(link), "password": password})
}

func TestASetupLinkCreatesTheAccountOnce(t *testing.T) {
	t.Parallel()
	s, earlier := startUnowned(t)
	link, err := s.store.Accounts.NewLink(t.Context(), account.SetUp)
	require.NoError(t, err)
	assert.Equal(t, "not_found", s.checkLink(account.SetUp, earlier).problem(t).Code, "a new link revokes the earlier one")
	assert.Equal(t, http.StatusNoContent, s.checkLink(account.SetUp, link).StatusCode)
	assert.Equal(t, "not_found", s.checkLink(account.SetUp, "").problem(t).Code)
	assert.Equal(t, "not_found", s.checkLink(account.SetUp, link+"x").problem(t).Code)
	assert.Equal(t, "not_found", s.setUp(link+"x", testEmail, testPassword).problem(t).Code)

	refused := s.setUp(link, "nobody", "short").problem(t)
	assert.Equal(t, []fault.Issue{{Field: "email", Code: "invalid_email"}, {Field: "password", Code: fault.TooShort, Want: "12"}}, refused.Issues)
	assert.Equal(t, http.StatusNoContent, s.checkLink(account.SetUp, link).StatusCode, "invalid input does not use up the link")

	assert.Equal(t, http.StatusOK, s.setUp(link, " Owner@Example.com", testPassword).StatusCode)
	assert.Equal(t, http.StatusOK, s.status(ownersOnly), "signed in")
	assert.Equal(t, http.StatusOK, s.browser().signInWith(testEmail, testPassword).StatusCode)
	for _, dead := range []account.Token{link, earlier} {
		assert.Equal(t, "conflict", s.browser().checkLink(account.SetUp, dead).problem(t).Code)
		assert.Equal(t, "conflict", s.browser().setUp(dead, "other@example.com", testPassword).problem(t).Code)
	}
	_, err = s.store.Accounts.NewLink(t.Context(), account.SetUp)
	require.ErrorIs(t, err, fault.ErrConflict)
	events := s.account().Events
	assert.Equal(t, account.OwnerMade, events[len(events)-1].Kind)
}

func TestTheSignInPageLearnsOnlyWhetherAnOwnerExists(t *testing.T) {
	t.Parallel()
	s, link := startUnowned(t)
	ask := func() string { return string(s.browser().call(http.MethodGet, "/api/v1/reset", nil).body) }
	assert.JSONEq(t, `{"byMail":true,"unowned":true}`, ask())
	require.Equal(t, http.StatusOK, s.setUp(link, testEmail, testPassword).StatusCode)
	assert.JSONEq(t, `{"byMail":true}`, ask())
	testdb.Exec(t, s.dsn, `ALTER TABLE owner RENAME TO owner_gone`)
	assert.JSONEq(t, `{"byMail":true}`, ask(), "the answer is cached once an owner exists")
}

func TestConcurrentUsesOfASetupLinkCreateOneOwner(t *testing.T) {
	t.Parallel()
	s, link := startUnowned(t)
	o, err := testOwner()
	require.NoError(t, err)
	errs := make([]error, 8)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			errs[i] = s.store.Accounts.MakeOwner(t.Context(), link, o, account.Visit{Session: account.NewToken(), Device: account.NewToken()})
		})
	}
	all.Wait()
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
		} else {
			require.ErrorIs(t, err, fault.ErrNotFound)
		}
	}
	assert.Equal(t, 1, made)
}

func TestLinksExpireByTheDatabasesClock(t *testing.T) {
	t.Parallel()
	s, link := startUnowned(t)
	var stored string
	require.NoError(t, s.store.Pool().QueryRow(t.Context(), `SELECT token FROM owner_links`).Scan(&stored))
	assert.Equal(t, link.Hash(), stored)
	testdb.Exec(t, s.dsn, `UPDATE owner_links SET expires_at = now()`)
	assert.Equal(t, "not_found", s.checkLink(account.SetUp, link).problem(t).Code)
	assert.Equal(t, "not_found", s.setUp(link, testEmail, testPassword).problem(t).Code)
	for range 30 {
		_, err := s.store.Accounts.NewLink(t.Context(), account.SetUp)
		require.NoError(t, err)
	}
	var kept int
	require.NoError(t, s.store.Pool().QueryRow(t.Context(), `SELECT count(*) FROM owner_links`).Scan(&kept))
	assert.Equal(t, 1, kept, "the newest link revokes the others")
}

func TestAResetLinkStillRequiresTheSecondFactor(t *testing.T) {
	t.Parallel()
	s, clock := startLocal(t)
	secret, _ := s.signIn().confirm().setUpTOTP(clock)
	link := s.resetLink()
	spare, err := s.store.Accounts.NewLinkFor(t.Context(), account.Reset, testEmail)
	require.NoError(t, err, "a requested mail does not revoke the owner's link")

	b := s.browser()
	assert.Equal(t, "conflict", b.checkLink(account.SetUp, link).problem(t).Code, "a reset link is not a setup link")
	assert.Equal(t, http.StatusNoContent, b.checkLink(account.Reset, link).StatusCode)
	assert.Equal(t, fault.TooShort, b.reset(link, "short").problem(t).Issues[0].Code)
	const chosen = "nine blue lanterns"
	a := b.reset(link, chosen)
	require.Equal(t, http.StatusOK, a.StatusCode, string(a.body))
	assert.JSONEq(t, `{"needs":["totp","recovery"]}`, string(a.body))
	assert.Equal(t, http.StatusUnauthorized, b.status(ownersOnly), "the second factor is missing")
	assert.Equal(t, http.StatusUnauthorized, s.status(ownersOnly), "the earlier session has ended")
	for _, dead := range []account.Token{link, spare} {
		assert.Equal(t, "not_found", b.checkLink(account.Reset, dead).problem(t).Code)
		assert.Equal(t, "not_found", b.reset(dead, "another password").problem(t).Code)
	}
	assert.Equal(t, http.StatusOK, b.second(map[string]string{"code": codeOf(t, secret, clock.now())}).StatusCode)
	assert.Equal(t, http.StatusOK, b.status(ownersOnly))
	assert.Equal(t, "bad_credentials", s.browser().signInWith(testEmail, testPassword).problem(t).Code)
	assert.Contains(t, []account.LogKind{b.account().Events[0].Kind, b.account().Events[1].Kind, b.account().Events[2].Kind}, account.PasswordReset)
}

func TestAResetRequestLooksTheSameForEveryAddress(t *testing.T) {
	t.Parallel()
	s := start(t)
	ask := func(email string) answer {
		return s.browser().call(http.MethodPost, "/api/v1/reset", map[string]string{"email": email, "language": "gu"})
	}
	for _, email := range []string{testEmail, "nobody@example.com"} {
		for range 4 {
			a := ask(email)
			assert.Equal(t, http.StatusNoContent, a.StatusCode, email)
			assert.Empty(t, a.body)
		}
		assert.Equal(t, http.StatusNoContent, ask(strings.ToUpper(email)).StatusCode, "not refused: the first mail has a valid link")
	}
	var args []string
	rows, err := s.store.Pool().Query(t.Context(), `SELECT args::text FROM river_job WHERE kind = 'reset_mail'`)
	require.NoError(t, err)
	for rows.Next() {
		var one string
		require.NoError(t, rows.Scan(&one))
		args = append(args, one)
	}
	require.NoError(t, rows.Err())
	assert.Len(t, args, 2, "one mail per address, however often it is requested")
	const mails = `SELECT count(*) FROM river_job WHERE kind = 'reset_mail'`
	testdb.Exec(t, s.dsn, `UPDATE sign_in_attempts SET at = at - interval '20 minutes'`)
	assert.Less(t, 20*time.Minute, account.Reset.Life(), "a link lives longer than the pause between mails")
	ask(testEmail)
	assert.Equal(t, 3, s.count(mails))
	assert.NotContains(t, strings.Join(args, ""), "@", "the job stores neither address nor link")
	for i := range 19 {
		assert.Equal(t, http.StatusNoContent, ask(strings.Repeat("x", i+1)+"@example.com").StatusCode)
	}
	assert.Equal(t, http.StatusTooManyRequests, ask("one.more@example.com").StatusCode, "the limit of one network")
	assert.Equal(t, "invalid", ask("").problem(t).Code)
}

func TestNoResetIsOfferedWithoutAMailServer(t *testing.T) {
	t.Parallel()
	s := start(t)
	assert.JSONEq(t, `{"byMail":true}`, string(s.call(http.MethodGet, "/api/v1/reset", nil).body))
	s = start(t, func(c *Config) { c.Mail = false })
	assert.JSONEq(t, `{"byMail":false}`, string(s.call(http.MethodGet, "/api/v1/reset", nil).body))
	assert.Equal(t, "not_found", s.call(http.MethodPost, "/api/v1/reset", map[string]string{"email": testEmail, "language": "en"}).problem(t).Code)
}
