package account_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
)

// startUnowned starts a site without an owner and returns a setup link.
func startUnowned(t *testing.T) (*apitest.Site, account.Token) {
	t.Helper()
	store, dsn := testdb.New(t)
	s := apitest.StartOn(t, store, dsn)
	link, err := store.Accounts.NewLink(t.Context(), account.SetUp)
	require.NoError(t, err)
	return s, link
}

func setUp(s *apitest.Site, link account.Token, email, password string) apitest.Answer {
	s.T.Helper()
	return s.Call(http.MethodPost, "/api/v1/setup", map[string]string{"token": string(link), "email": email, "password": password})
}

func TestASetupLinkCreatesTheAccountOnce(t *testing.T) {
	t.Parallel()
	s, earlier := startUnowned(t)
	link, err := s.Store.Accounts.NewLink(t.Context(), account.SetUp)
	require.NoError(t, err)
	assert.Equal(t, "not_found", s.CheckLink(account.SetUp, earlier).Problem(t).Code, "a new link revokes the earlier one")
	assert.Equal(t, http.StatusNoContent, s.CheckLink(account.SetUp, link).StatusCode)
	assert.Equal(t, "not_found", s.CheckLink(account.SetUp, "").Problem(t).Code)
	assert.Equal(t, "not_found", s.CheckLink(account.SetUp, link+"x").Problem(t).Code)
	assert.Equal(t, "not_found", setUp(s, link+"x", apitest.Email, apitest.Password).Problem(t).Code)

	refused := setUp(s, link, "nobody", "short").Problem(t)
	assert.Equal(t, []fault.Issue{{Field: "email", Code: "invalid_email"}, {Field: "password", Code: fault.TooShort, Want: "12"}}, refused.Issues)
	assert.Equal(t, http.StatusNoContent, s.CheckLink(account.SetUp, link).StatusCode, "invalid input does not use up the link")

	assert.Equal(t, http.StatusOK, setUp(s, link, " Owner@Example.com", apitest.Password).StatusCode)
	assert.Equal(t, http.StatusOK, s.Status(apitest.OwnersOnly), "signed in")
	assert.Equal(t, http.StatusOK, s.Browser().SignInWith(apitest.Email, apitest.Password).StatusCode)
	for _, dead := range []account.Token{link, earlier} {
		assert.Equal(t, "conflict", s.Browser().CheckLink(account.SetUp, dead).Problem(t).Code)
		assert.Equal(t, "conflict", setUp(s.Browser(), dead, "other@example.com", apitest.Password).Problem(t).Code)
	}
	_, err = s.Store.Accounts.NewLink(t.Context(), account.SetUp)
	require.ErrorIs(t, err, fault.ErrConflict)
	events := s.Account().Events
	assert.Equal(t, account.OwnerMade, events[len(events)-1].Kind)
}

func TestTheSignInPageLearnsOnlyWhetherAnOwnerExists(t *testing.T) {
	t.Parallel()
	s, link := startUnowned(t)
	ask := func() string { return string(s.Browser().Call(http.MethodGet, "/api/v1/reset", nil).Raw) }
	assert.JSONEq(t, `{"byMail":true,"unowned":true}`, ask())
	require.Equal(t, http.StatusOK, setUp(s, link, apitest.Email, apitest.Password).StatusCode)
	assert.JSONEq(t, `{"byMail":true}`, ask())
	testdb.Exec(t, s.DSN, `ALTER TABLE owner RENAME TO owner_gone`)
	assert.JSONEq(t, `{"byMail":true}`, ask(), "the answer is cached once an owner exists")
}

func TestConcurrentUsesOfASetupLinkCreateOneOwner(t *testing.T) {
	t.Parallel()
	s, link := startUnowned(t)
	o, err := apitest.Owner()
	require.NoError(t, err)
	errs := make([]error, 8)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			errs[i] = s.Store.Accounts.MakeOwner(t.Context(), link, o, account.Visit{Session: account.NewToken(), Device: account.NewToken()})
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
	require.NoError(t, s.Store.Pool().QueryRow(t.Context(), `SELECT token FROM owner_links`).Scan(&stored))
	assert.Equal(t, link.Hash(), stored)
	testdb.Exec(t, s.DSN, `UPDATE owner_links SET expires_at = now()`)
	assert.Equal(t, "not_found", s.CheckLink(account.SetUp, link).Problem(t).Code)
	assert.Equal(t, "not_found", setUp(s, link, apitest.Email, apitest.Password).Problem(t).Code)
	for range 30 {
		_, err := s.Store.Accounts.NewLink(t.Context(), account.SetUp)
		require.NoError(t, err)
	}
	var kept int
	require.NoError(t, s.Store.Pool().QueryRow(t.Context(), `SELECT count(*) FROM owner_links`).Scan(&kept))
	assert.Equal(t, 1, kept, "the newest link revokes the others")
}

func TestAResetLinkStillRequiresTheSecondFactor(t *testing.T) {
	t.Parallel()
	s, clock := apitest.StartLocal(t)
	secret, _ := s.SignIn().Confirm().SetUpTOTP(clock)
	link := s.ResetLink()
	spare, err := s.Store.Accounts.NewLinkFor(t.Context(), account.Reset, apitest.Email)
	require.NoError(t, err, "a requested mail does not revoke the owner's link")

	b := s.Browser()
	assert.Equal(t, "conflict", b.CheckLink(account.SetUp, link).Problem(t).Code, "a reset link is not a setup link")
	assert.Equal(t, http.StatusNoContent, b.CheckLink(account.Reset, link).StatusCode)
	assert.Equal(t, fault.TooShort, b.Reset(link, "short").Problem(t).Issues[0].Code)
	const chosen = "nine blue lanterns"
	a := b.Reset(link, chosen)
	require.Equal(t, http.StatusOK, a.StatusCode, string(a.Raw))
	assert.JSONEq(t, `{"needs":["totp","recovery"]}`, string(a.Raw))
	assert.Equal(t, http.StatusUnauthorized, b.Status(apitest.OwnersOnly), "the second factor is missing")
	assert.Equal(t, http.StatusUnauthorized, s.Status(apitest.OwnersOnly), "the earlier session has ended")
	for _, dead := range []account.Token{link, spare} {
		assert.Equal(t, "not_found", b.CheckLink(account.Reset, dead).Problem(t).Code)
		assert.Equal(t, "not_found", b.Reset(dead, "another password").Problem(t).Code)
	}
	assert.Equal(t, http.StatusOK, b.Second(map[string]string{"code": apitest.CodeOf(t, secret, clock.Now())}).StatusCode)
	assert.Equal(t, http.StatusOK, b.Status(apitest.OwnersOnly))
	assert.Equal(t, "bad_credentials", s.Browser().SignInWith(apitest.Email, apitest.Password).Problem(t).Code)
	assert.Contains(t, []account.LogKind{b.Account().Events[0].Kind, b.Account().Events[1].Kind, b.Account().Events[2].Kind}, account.PasswordReset)
}

func TestAResetRequestLooksTheSameForEveryAddress(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	ask := func(email string) apitest.Answer {
		return s.Browser().Call(http.MethodPost, "/api/v1/reset", map[string]string{"email": email, "language": "gu"})
	}
	for _, email := range []string{apitest.Email, "nobody@example.com"} {
		for range 4 {
			a := ask(email)
			assert.Equal(t, http.StatusNoContent, a.StatusCode, email)
			assert.Empty(t, a.Raw)
		}
		assert.Equal(t, http.StatusNoContent, ask(strings.ToUpper(email)).StatusCode, "not refused: the first mail has a valid link")
	}
	var args []string
	rows, err := s.Store.Pool().Query(t.Context(), `SELECT args::text FROM river_job WHERE kind = 'reset_mail'`)
	require.NoError(t, err)
	for rows.Next() {
		var one string
		require.NoError(t, rows.Scan(&one))
		args = append(args, one)
	}
	require.NoError(t, rows.Err())
	assert.Len(t, args, 2, "one mail per address, however often it is requested")
	const mails = `SELECT count(*) FROM river_job WHERE kind = 'reset_mail'`
	testdb.Exec(t, s.DSN, `UPDATE sign_in_attempts SET at = at - interval '20 minutes'`)
	assert.Less(t, 20*time.Minute, account.Reset.Life(), "a link lives longer than the pause between mails")
	ask(apitest.Email)
	assert.Equal(t, 3, s.Count(mails))
	assert.NotContains(t, strings.Join(args, ""), "@", "the job stores neither address nor link")
	for i := range 19 {
		assert.Equal(t, http.StatusNoContent, ask(strings.Repeat("x", i+1)+"@example.com").StatusCode)
	}
	assert.Equal(t, http.StatusTooManyRequests, ask("one.more@example.com").StatusCode, "the limit of one network")
	assert.Equal(t, "invalid", ask("").Problem(t).Code)
}

func TestNoResetIsOfferedWithoutAMailServer(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	assert.JSONEq(t, `{"byMail":true}`, string(s.Call(http.MethodGet, "/api/v1/reset", nil).Raw))
	s = apitest.Start(t, func(c *api.Config) { c.Mail = false })
	assert.JSONEq(t, `{"byMail":false}`, string(s.Call(http.MethodGet, "/api/v1/reset", nil).Raw))
	assert.Equal(t, "not_found", s.Call(http.MethodPost, "/api/v1/reset", map[string]string{"email": apitest.Email, "language": "en"}).Problem(t).Code)
}
