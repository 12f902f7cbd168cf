package api

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/account"
	"parichay/internal/api/signin"
	domainaccount "parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// The limits of package signin, as a caller sees them.
const (
	confirmAttempts = 5
	deviceAttempts  = 5
	secondAttempts  = 20
)

// testClock is the clock of a server; a test can move it forward.
type testClock struct{ ahead atomic.Int64 }

func (c *testClock) now() time.Time        { return time.Now().Add(time.Duration(c.ahead.Load())) }
func (c *testClock) pass(by time.Duration) { c.ahead.Add(int64(by)) }

// startLocal serves at a host name that supports passkeys.
func startLocal(t *testing.T) (*testSite, *testClock) {
	t.Helper()
	c := &testClock{}
	store, dsn := owned(t)
	return startWith(t, store, dsn, Config{BaseURL: mustParse(t, "http://localhost"), Now: c.now}), c
}

func (s *testSite) signInWith(email, password string) answer {
	s.t.Helper()
	return s.call(http.MethodPost, "/api/v1/session", map[string]string{"email": email, "password": password})
}

func (s *testSite) account() (a account.Account) {
	s.t.Helper()
	answer := s.call(http.MethodGet, "/api/v1/account", nil)
	require.Equal(s.t, http.StatusOK, answer.StatusCode, string(answer.body))
	answer.into(s.t, &a)
	return a
}

// stolen ends the confirmation of the session, so that it is like a session that was copied or
// found on a phone.
func (s *testSite) stolen() *testSite {
	s.t.Helper()
	testdb.Exec(s.t, s.dsn, `UPDATE sessions SET confirmed_until = now() - interval '1 second'`)
	return s
}

func (s *testSite) confirm() *testSite {
	s.t.Helper()
	a := s.call(http.MethodPost, "/api/v1/account/confirm", map[string]string{"password": testPassword})
	require.Equal(s.t, http.StatusNoContent, a.StatusCode, string(a.body))
	return s
}

// setUpTOTP enables an authenticator app and returns its secret and the recovery codes.
func (s *testSite) setUpTOTP(c *testClock) (secret string, codes []string) {
	s.t.Helper()
	var begun struct{ Secret, URL string }
	s.call(http.MethodPost, "/api/v1/account/totp", nil).into(s.t, &begun)
	var enabled struct{ Codes []string }
	a := s.call(http.MethodPut, "/api/v1/account/totp", map[string]string{"code": codeOf(s.t, begun.Secret, c.now())})
	require.Equal(s.t, http.StatusOK, a.StatusCode, string(a.body))
	a.into(s.t, &enabled)
	c.pass(time.Minute) // the code just used expires
	return begun.Secret, enabled.Codes
}

func codeOf(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	c, err := domainaccount.TOTP{Secret: secret}.Code(domainaccount.Step(at))
	require.NoError(t, err)
	return c
}

func (s *testSite) second(body map[string]string) answer {
	s.t.Helper()
	return s.call(http.MethodPost, "/api/v1/session/second", body)
}

func (s *testSite) status(path string) int { return s.call(http.MethodGet, path, nil).StatusCode }

const ownersOnly = "/api/v1/site/stored"

func TestA3PasswordAloneDoesNotReplaceTheSecondFactor(t *testing.T) {
	t.Parallel()
	s, clock := startLocal(t)
	secret, codes := s.signIn().confirm().setUpTOTP(clock)
	assert.Len(t, codes, domainaccount.RecoveryCodes)

	b := s.browser()
	a := b.signInWith(testEmail, testPassword)
	require.Equal(t, http.StatusOK, a.StatusCode)
	assert.JSONEq(t, `{"needs":["totp","recovery"]}`, string(a.body), "no user yet")
	assert.Empty(t, b.cookie(signin.SessionCookie))
	assert.Empty(t, b.cookie(signin.DeviceCookie), "a device is known only after it has signed in")
	assert.JSONEq(t, `{"needs":["totp","recovery"]}`, string(b.call(http.MethodGet, "/api/v1/session", nil).body), "the second step survives a reload")

	half := strings.TrimPrefix(b.cookie(signin.HalfCookie), signin.HalfCookie+"=")
	for name, op := range operations(s.server) {
		if op.Metadata[accessKey] == open {
			continue
		}
		method, path, _ := strings.Cut(name, " ")
		a := b.call(method, strings.ReplaceAll(path, "{id}", "1"), `{}`, "Cookie", signin.SessionCookie+"="+half)
		assert.Equal(t, http.StatusUnauthorized, a.StatusCode, "%s with a half session", name)
	}

	assert.Equal(t, "bad_credentials", b.second(map[string]string{"code": "000000"}).problem(t).Code)
	right := b.second(map[string]string{"code": codeOf(t, secret, clock.now())})
	require.Equal(t, http.StatusOK, right.StatusCode, string(right.body))
	assert.Equal(t, http.StatusOK, b.status(ownersOnly))
	assert.Empty(t, b.cookie(signin.HalfCookie))
	assert.Equal(t, "signed_out", b.second(map[string]string{"recovery": codes[0]}).problem(t).Code, "a half session works once")
}

func TestA3TOTPCodeWorksOnce(t *testing.T) {
	t.Parallel()
	s, clock := startLocal(t)
	secret, _ := s.signIn().confirm().setUpTOTP(clock)
	try := func(at time.Time) int {
		b := s.browser()
		b.signInWith(testEmail, testPassword)
		return b.second(map[string]string{"code": codeOf(t, secret, at)}).StatusCode
	}
	assert.Equal(t, http.StatusUnauthorized, try(clock.now().Add(-time.Minute)), "too old, and already used to enable the app")
	assert.Equal(t, http.StatusUnauthorized, try(clock.now().Add(90*time.Second)), "too new")
	used := clock.now()
	assert.Equal(t, http.StatusOK, try(used))
	assert.Equal(t, http.StatusUnauthorized, try(used), "used before")
	assert.Equal(t, http.StatusUnauthorized, try(used.Add(-30*time.Second)), "an earlier code")
	assert.Equal(t, http.StatusOK, try(used.Add(30*time.Second)), "a phone's clock may run ahead")
}

func TestA3CodeGuessesAreLimitedToTwentyADay(t *testing.T) {
	t.Parallel()
	s, clock := startLocal(t)
	secret, _ := s.signIn().confirm().setUpTOTP(clock)
	stranger := s.browser()
	codes := map[string]int{}
	for range 6 {
		stranger.signInWith(testEmail, testPassword)
		for range domainaccount.HalfAttempts + 1 {
			codes[stranger.second(map[string]string{"code": "a guess"}).problem(t).Code]++
		}
	}
	// A half session ends after five codes. All half sessions together accept twenty codes a day.
	assert.Equal(t, map[string]int{"bad_credentials": 20, "signed_out": 6, "too_many": 10}, codes)
	stranger.signInWith(testEmail, testPassword)
	assert.Equal(t, "too_many", stranger.second(map[string]string{"code": codeOf(t, secret, clock.now())}).problem(t).Code)

	s.call(http.MethodDelete, "/api/v1/session", nil)
	s.signInWith(testEmail, testPassword)
	assert.Equal(t, http.StatusOK, s.second(map[string]string{"code": codeOf(t, secret, clock.now())}).StatusCode, "the owner's own device has its own counter")
	events := s.account().Events
	assert.Equal(t, []any{domainaccount.SignedInTOTP, domainaccount.CodeRefused}, []any{events[0].Kind, events[1].Kind})
	assert.Equal(t, 20, events[1].Times, "refusals are merged into one log entry")
}

func TestCallersWithoutThePasswordUseUpNoCodeAttempts(t *testing.T) {
	t.Parallel()
	s, clock := startLocal(t)
	secret, _ := s.signIn().confirm().setUpTOTP(clock)
	for range 2 * secondAttempts {
		a := s.browser().call(http.MethodPost, "/api/v1/session/second", map[string]string{"code": "a guess"}, "Cookie", signin.HalfCookie+"=garbage")
		assert.Equal(t, "signed_out", a.problem(t).Code)
	}
	b := s.browser()
	b.signInWith(testEmail, testPassword)
	assert.Equal(t, http.StatusOK, b.second(map[string]string{"code": codeOf(t, secret, clock.now())}).StatusCode)
}

func TestA3RecoveryCodeWorksOnce(t *testing.T) {
	t.Parallel()
	s, clock := startLocal(t)
	_, codes := s.signIn().confirm().setUpTOTP(clock)
	try := func(recovery string) int {
		b := s.browser()
		b.signInWith(testEmail, testPassword)
		return b.second(map[string]string{"recovery": recovery}).StatusCode
	}
	assert.Equal(t, http.StatusUnauthorized, try("AAAA-AAAA-AAAA-AAAA"))
	assert.Equal(t, http.StatusOK, try(strings.ToLower(strings.ReplaceAll(codes[3], "-", " "))), "in any spelling")
	assert.Equal(t, http.StatusUnauthorized, try(codes[3]), "used before")
	assert.Equal(t, domainaccount.RecoveryCodes-1, s.account().RecoveryCodes)

	var fresh struct{ Codes []string }
	s.call(http.MethodPost, "/api/v1/account/recovery-codes", nil).into(t, &fresh)
	assert.Equal(t, http.StatusUnauthorized, try(codes[4]), "new codes invalidate the old ones")
	assert.Equal(t, http.StatusOK, try(fresh.Codes[4]))
	var stored []string
	rows, err := s.store.Pool().Query(t.Context(), `SELECT code FROM recovery_codes`)
	require.NoError(t, err)
	for rows.Next() {
		values, err := rows.Values()
		require.NoError(t, err)
		stored = append(stored, fmt.Sprint(values[0]))
	}
	require.NoError(t, rows.Err())
	assert.NotContains(t, strings.Join(stored, " "), strings.ReplaceAll(fresh.Codes[0], "-", ""))
	for _, one := range stored {
		assert.True(t, domainaccount.Slow(one), "hashed like passwords")
	}
	assert.Len(t, stored, domainaccount.RecoveryCodes-1)

	// Codes as the previous version of the program stored them.
	testdb.Exec(t, s.dsn, `UPDATE recovery_codes SET code = $1 WHERE code = $2`, domainaccount.HashRecovery("AAAA-BBBB-CCCC-DDDD"), stored[0])
	n, err := s.store.Factors.SlowCodes(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	assert.Zero(t, s.count(`SELECT count(*) FROM recovery_codes WHERE code NOT LIKE '$argon2id$%'`))
	assert.Equal(t, http.StatusOK, try("aaaa bbbb cccc dddd"))
}

func TestA3AuthenticatorAppIsEnabledByAValidCode(t *testing.T) {
	t.Parallel()
	s, clock := startLocal(t)
	s.signIn().confirm()
	var begun, again struct{ Secret, URL string }
	s.call(http.MethodPost, "/api/v1/account/totp", nil).into(t, &begun)
	s.call(http.MethodPost, "/api/v1/account/totp", nil).into(t, &again)
	assert.Equal(t, begun, again, "a reloaded page shows the same secret")
	assert.Equal(t, "otpauth://totp/localhost:owner@example.com?secret="+begun.Secret+"&issuer=localhost", begun.URL)
	qr := s.call(http.MethodGet, "/api/v1/account/totp/qr", nil)
	assert.Equal(t, headers.SVG, qr.Header.Get("Content-Type"))
	assert.Contains(t, string(qr.body), "<svg")
	wrong := s.call(http.MethodPut, "/api/v1/account/totp", map[string]string{"code": "000000"})
	assert.Equal(t, []fault.Issue{{Field: "code", Code: fault.InvalidValue}}, wrong.problem(t).Issues)
	assert.False(t, s.account().TOTP)

	old, _ := s.setUpTOTP(clock)
	fresh, codes := s.setUpTOTP(clock)
	assert.NotEqual(t, old, fresh)
	assert.Nil(t, codes, "a second app creates no new recovery codes")
	b := s.browser()
	b.signInWith(testEmail, testPassword)
	assert.Equal(t, http.StatusUnauthorized, b.second(map[string]string{"code": codeOf(t, old, clock.now())}).StatusCode)
	assert.Equal(t, http.StatusOK, b.second(map[string]string{"code": codeOf(t, fresh, clock.now())}).StatusCode)

	assert.Equal(t, http.StatusNoContent, s.call(http.MethodDelete, "/api/v1/account/totp", nil).StatusCode)
	assert.Zero(t, s.account().RecoveryCodes, "recovery codes are removed with the last factor")
	s.browser().signIn()
}

func TestA3ChangingThePasswordEndsEveryOtherSessionOnEveryReplica(t *testing.T) {
	t.Parallel()
	s := start(t).signIn().confirm()
	replica := startOn(t, s.store, s.dsn)
	who, err := s.store.Accounts.Owner(t.Context())
	require.NoError(t, err)
	before := s.cookie(signin.SessionCookie)
	others := []string{before}
	for range 100 {
		v := domainaccount.Visit{Session: domainaccount.NewToken(), Device: domainaccount.NewToken()}
		require.NoError(t, s.store.Sessions.SignIn(t.Context(), domainaccount.Proof{Owner: who}, domainaccount.SignedIn, v))
		others = append(others, signin.SessionCookie+"="+string(v.Session))
	}
	for _, cookie := range others {
		require.Equal(t, http.StatusOK, replica.call(http.MethodGet, ownersOnly, nil, "Cookie", cookie).StatusCode)
	}

	for _, wrong := range []string{"", "not the password there is"} {
		a := s.call(http.MethodPatch, "/api/v1/account", map[string]string{"password": "a whole new password", "current": wrong})
		assert.Equal(t, []fault.Issue{{Field: "current", Code: fault.InvalidValue}}, a.problem(t).Issues, "a new password requires the current one, even in a confirmed session")
	}
	same := s.call(http.MethodPatch, "/api/v1/account", map[string]string{"password": testPassword, "current": testPassword})
	assert.Equal(t, []fault.Issue{{Field: "password", Code: fault.Same}}, same.problem(t).Issues, "the same password is no change")
	short := s.call(http.MethodPatch, "/api/v1/account", map[string]string{"password": "short", "current": testPassword})
	assert.Equal(t, []fault.Issue{{Field: "password", Code: fault.TooShort, Want: "12"}}, short.problem(t).Issues)
	a := s.call(http.MethodPatch, "/api/v1/account", map[string]string{"password": "a whole new password", "current": testPassword, "email": "New@example.com"})
	require.Equal(t, http.StatusOK, a.StatusCode, string(a.body))
	for _, cookie := range others {
		for _, r := range []*testSite{s.browser(), replica.browser()} {
			assert.Equal(t, http.StatusUnauthorized, r.call(http.MethodGet, ownersOnly, nil, "Cookie", cookie).StatusCode)
		}
	}
	assert.Equal(t, http.StatusOK, s.status(ownersOnly), "the session that changed it stays open")
	assert.NotEqual(t, before, s.cookie(signin.SessionCookie), "under a new token")
	assert.Contains(t, string(s.call(http.MethodGet, "/api/v1/session", nil).body), "new@example.com")

	b := replica.browser()
	assert.Equal(t, http.StatusUnauthorized, b.signInWith(testEmail, testPassword).StatusCode)
	assert.Equal(t, http.StatusOK, b.signInWith("new@example.com", "a whole new password").StatusCode)
}

func TestAPasswordCheckedBeforeItsChangeOpensNoSession(t *testing.T) {
	t.Parallel()
	s := start(t).signIn().confirm()
	was, err := s.store.Accounts.Owner(t.Context())
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, s.call(http.MethodPatch, "/api/v1/account", map[string]string{"password": "a whole new password", "current": testPassword}).StatusCode)
	late := domainaccount.Visit{Session: domainaccount.NewToken(), Half: domainaccount.NewToken(), Device: domainaccount.NewToken()}
	_, err = s.store.Sessions.PassPassword(t.Context(), domainaccount.Proof{Owner: was}, late)
	require.ErrorIs(t, err, fault.ErrCredentials)
	_, err = s.store.Sessions.Find(t.Context(), late.Session)
	require.ErrorIs(t, err, fault.ErrNotFound)
}

func TestARequestInProgressDoesNotReviveAnEndedSession(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	token := domainaccount.Token(strings.TrimPrefix(s.cookie(signin.SessionCookie), signin.SessionCookie+"="))
	_, err := s.store.Sessions.Find(t.Context(), token)
	require.NoError(t, err)
	require.NoError(t, s.store.Sessions.End(t.Context(), token, ""))
	_, err = s.store.Sessions.Extend(t.Context(), token, domainaccount.Browser{})
	require.ErrorIs(t, err, fault.ErrNotFound)
	assert.Equal(t, http.StatusUnauthorized, s.status(ownersOnly))
}

func TestA3RevokedSessionEndsOnEveryReplica(t *testing.T) {
	t.Parallel()
	phone := "Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"
	s := start(t).signIn()
	replica := startOn(t, s.store, s.dsn)
	b := replica.browser()
	require.Equal(t, http.StatusOK, b.call(http.MethodPost, "/api/v1/session", map[string]string{"email": testEmail, "password": testPassword}, "User-Agent", phone).StatusCode)

	var other account.AccountSession
	for _, session := range s.account().Sessions {
		if !session.Current {
			other = session
		}
	}
	assert.Equal(t, account.Where{Browser: "Chrome", System: "Android", Network: "127.0.0.0/24"}, other.Where)
	assert.WithinDuration(t, time.Now(), other.CreatedAt, time.Minute)
	assert.Len(t, s.account().Sessions, 2)

	assert.Equal(t, http.StatusNoContent, s.call(http.MethodDelete, "/api/v1/account/sessions/"+other.ID, nil).StatusCode)
	assert.Equal(t, http.StatusUnauthorized, b.status(ownersOnly))

	for range 3 {
		s.browser().signIn()
	}
	assert.Equal(t, http.StatusNoContent, s.call(http.MethodDelete, "/api/v1/account/sessions", nil).StatusCode)
	assert.Len(t, s.account().Sessions, 1)
	assert.Equal(t, http.StatusOK, s.status(ownersOnly))
	assert.Equal(t, domainaccount.SessionsEnded, s.account().Events[0].Kind)
}

// Fails if strangers' guesses are counted by account: then the sixth attempt is refused even
// with the right password.
func TestA3WrongGuessesDoNotLockOutANewDevice(t *testing.T) {
	t.Parallel()
	s, clock := startLocal(t)
	secret, codes := s.signIn().confirm().setUpTOTP(clock)
	replica := startOn(t, s.store, s.dsn, func(c *Config) { c.BaseURL, c.Now = mustParse(t, "http://localhost"), clock.now })
	for i := range 40 {
		assert.Equal(t, http.StatusUnauthorized, []*testSite{s, replica}[i%2].browser().signInWith(testEmail, "wrong password").StatusCode)
	}
	b := replica.browser()
	assert.JSONEq(t, `{"needs":["totp","recovery"]}`, string(b.signInWith(testEmail, testPassword).body))
	assert.Equal(t, http.StatusOK, b.second(map[string]string{"code": codeOf(t, secret, clock.now())}).StatusCode)
	assert.Zero(t, s.count(`SELECT count(*) FROM sign_in_attempts WHERE counter NOT LIKE 'second%'`), "strangers' attempts are not counted")
	events := b.account().Events
	assert.Equal(t, 40, events[1].Times, "but they are in the log")

	// A thief who knows the password uses up the attempts for codes of a day.
	thief := s.browser()
	for range 5 {
		thief.signInWith(testEmail, testPassword)
		for range domainaccount.HalfAttempts {
			thief.second(map[string]string{"code": "a guess"})
		}
	}
	b = s.browser()
	b.signInWith(testEmail, testPassword)
	assert.Equal(t, http.StatusTooManyRequests, b.second(map[string]string{"code": codeOf(t, secret, clock.now().Add(30*time.Second))}).StatusCode)
	assert.Equal(t, http.StatusOK, b.second(map[string]string{"recovery": codes[0]}).StatusCode, "a recovery code cannot be guessed and still works")
}

func TestA3WithoutASecondFactorStrangersAreSlowedDown(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	s.call(http.MethodDelete, "/api/v1/session", nil)
	begun := time.Now()
	for range 3 {
		assert.Equal(t, http.StatusUnauthorized, s.browser().signInWith(testEmail, "wrong password").StatusCode)
	}
	assert.Greater(t, time.Since(begun), 2*time.Second, "one guess a second")
	begun = time.Now()
	assert.Equal(t, http.StatusOK, s.signInWith(testEmail, testPassword).StatusCode)
	assert.Less(t, time.Since(begun), time.Second, "a known browser does not wait for strangers")
	assert.Equal(t, http.StatusOK, s.browser().signInWith(testEmail, testPassword).StatusCode, "a new browser gets in, too")

	s.call(http.MethodDelete, "/api/v1/session", nil)
	for range deviceAttempts {
		assert.Equal(t, http.StatusUnauthorized, s.signInWith(testEmail, "wrong password").StatusCode)
	}
	assert.Equal(t, http.StatusTooManyRequests, s.signInWith(testEmail, testPassword).StatusCode, "a known device has its own limit")
	garbage := s.browser().call(http.MethodPost, "/api/v1/session", map[string]string{"email": testEmail, "password": testPassword}, "Cookie", signin.DeviceCookie+"=garbage")
	assert.Equal(t, http.StatusOK, garbage.StatusCode, "a forged device cookie counts as a stranger")
}

// Fails if attempts of a network wait for each other instead of being refused.
func TestA3ExcessAttemptsOfANetworkAreRefusedInMemory(t *testing.T) {
	t.Parallel()
	s := start(t)
	assert.Equal(t, http.StatusUnauthorized, s.signInWith(testEmail, "wrong password").StatusCode) // the next attempt waits a second
	answers := make(chan answer, 20)
	for range cap(answers) {
		go func() { answers <- s.browser().signInWith(testEmail, "wrong password") }()
	}
	refused := 0
	for range cap(answers) {
		if a := <-answers; a.StatusCode == http.StatusTooManyRequests {
			refused++
			assert.NotEmpty(t, a.Header.Get("Retry-After"))
			assert.Equal(t, "too_many", a.problem(t).Code)
		}
	}
	assert.GreaterOrEqual(t, refused, cap(answers)-2, "one waits in the queue")
	assert.LessOrEqual(t, s.lastRefusal().Times, 3, "refused attempts are not logged")
}

// lastRefusal returns the newest log entry about a refused password.
func (s *testSite) lastRefusal() (e domainaccount.LogEntry) {
	s.t.Helper()
	all, err := s.store.Accounts.Log(s.t.Context(), 20)
	require.NoError(s.t, err)
	for _, e := range all {
		if e.Kind == domainaccount.PasswordRefused {
			return e
		}
	}
	return e
}

// Fails if other sessions stay open after a change of factors.
func TestA3ChangingFactorsEndsEveryOtherSessionOnEveryReplica(t *testing.T) {
	t.Parallel()
	s, clock := startLocal(t)
	replica := startWith(t, s.store, s.dsn, Config{BaseURL: mustParse(t, "http://localhost"), Now: clock.now})
	s.signIn().confirm()
	who, err := s.store.Accounts.Owner(t.Context())
	require.NoError(t, err)
	p := newPhone(t)
	for name, change := range map[string]func(){
		"authenticator added": func() { s.setUpTOTP(clock) },
		"passkey added":       func() { require.Equal(t, http.StatusOK, s.register(p, "My phone").StatusCode) },
		"codes replaced":      func() { s.call(http.MethodPost, "/api/v1/account/recovery-codes", nil) },
	} {
		v := domainaccount.Visit{Session: domainaccount.NewToken(), Device: domainaccount.NewToken()}
		require.NoError(t, s.store.Sessions.SignIn(t.Context(), domainaccount.Proof{Owner: who}, domainaccount.SignedIn, v))
		cookie := signin.SessionCookie + "=" + string(v.Session)
		if name == "codes replaced" && !s.factors().Any() {
			s.setUpTOTP(clock)
			require.NoError(t, s.store.Sessions.SignIn(t.Context(), domainaccount.Proof{Owner: who}, domainaccount.SignedIn, v))
		}
		require.Equal(t, http.StatusOK, replica.browser().call(http.MethodGet, ownersOnly, nil, "Cookie", cookie).StatusCode, name)
		change()
		assert.Equal(t, http.StatusUnauthorized, replica.browser().call(http.MethodGet, ownersOnly, nil, "Cookie", cookie).StatusCode, name)
		assert.Equal(t, http.StatusOK, s.status(ownersOnly), name)
	}
	for _, path := range []string{"/api/v1/account/totp", fmt.Sprint("/api/v1/account/passkeys/", s.account().Passkeys[0].ID)} {
		v := domainaccount.Visit{Session: domainaccount.NewToken(), Device: domainaccount.NewToken()}
		require.NoError(t, s.store.Sessions.SignIn(t.Context(), domainaccount.Proof{Owner: who}, domainaccount.SignedIn, v))
		assert.Equal(t, http.StatusNoContent, s.call(http.MethodDelete, path, nil).StatusCode)
		assert.Equal(t, http.StatusUnauthorized, replica.browser().call(http.MethodGet, ownersOnly, nil, "Cookie", signin.SessionCookie+"="+string(v.Session)).StatusCode, path)
	}
}

func TestARequiredSecondFactorMustBeSetUpFirst(t *testing.T) {
	t.Parallel()
	clock := &testClock{}
	store, dsn := owned(t)
	s := startWith(t, store, dsn, Config{BaseURL: mustParse(t, "http://localhost"), Now: clock.now, RequireFactor: true})
	assert.Contains(t, string(s.signInWith(testEmail, testPassword).body), `"mustSetUp":true`)
	for name, op := range operations(s.server) {
		method, path, _ := strings.Cut(name, " ")
		if op.Metadata[accessKey] == open || strings.HasPrefix(path, "/api/v1/account") || strings.HasPrefix(path, "/api/v1/session") {
			continue
		}
		a := s.call(method, strings.ReplaceAll(path, "{id}", "1"), `{}`)
		assert.Equal(t, http.StatusForbidden, a.StatusCode, name)
		assert.Equal(t, "factor_needed", a.problem(t).Code, name)
	}
	assert.True(t, s.account().FactorRequired)
	s.confirm().setUpTOTP(clock)
	assert.Equal(t, http.StatusOK, s.status(ownersOnly))
	assert.NotContains(t, string(s.call(http.MethodGet, "/api/v1/session", nil).body), "mustSetUp")
	assert.Equal(t, "factor_needed", s.call(http.MethodDelete, "/api/v1/account/totp", nil).problem(t).Code, "the last factor cannot be removed")
	p := newPhone(t)
	require.Equal(t, http.StatusOK, s.register(p, "My phone").StatusCode)
	assert.Equal(t, http.StatusNoContent, s.call(http.MethodDelete, "/api/v1/account/totp", nil).StatusCode, "one of two factors can be removed")
}

func TestSensitiveRoutesRequireConfirmation(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	assert.Equal(t, http.StatusNoContent, s.status("/api/v1/account/confirm"), "a new session is confirmed")
	unconfirmed := func() {
		var asking []string
		for name := range operations(s.server) {
			method, path, _ := strings.Cut(name, " ")
			if name == "DELETE /api/v1/session" || name == "GET /api/v1/events" {
				continue // the first ends the session, the second never returns
			}
			a := s.call(method, strings.NewReplacer("{id}", "1", "{code}", "none", "{file}", "none.svg").Replace(path), `{}`)
			if strings.Contains(string(a.body), `"unconfirmed"`) {
				assert.Equal(t, http.StatusUnauthorized, a.StatusCode, name)
				asking = append(asking, name)
			}
		}
		assert.ElementsMatch(t, confirmedRoutes, asking)
	}
	s.stolen()
	unconfirmed()
	assert.Equal(t, http.StatusOK, s.status("/api/v1/account"), "reading needs no confirmation")
	before := s.cookie(signin.SessionCookie)
	s.confirm()
	assert.NotEqual(t, before, s.cookie(signin.SessionCookie), "confirming changes the token")
	assert.Equal(t, http.StatusUnauthorized, s.browser().call(http.MethodGet, ownersOnly, nil, "Cookie", before).StatusCode)
	assert.Equal(t, http.StatusOK, s.call(http.MethodPost, "/api/v1/account/totp", nil).StatusCode)
	testdb.Exec(t, s.dsn, `UPDATE sessions SET confirmed_until = confirmed_until - $1::interval`, domainaccount.ConfirmLife)
	unconfirmed()

	codes := map[int]int{}
	for range 8 {
		codes[s.call(http.MethodPost, "/api/v1/account/confirm", map[string]string{"password": "a wrong password"}).StatusCode]++
	}
	assert.Equal(t, map[int]int{401: confirmAttempts, 429: 8 - confirmAttempts}, codes, "guesses within a session are limited")
}

// Fails if confirmation attempts are counted by session only: then five wrong attempts with a
// copied cookie make the owner wait for 15 minutes.
func TestAStolenCookieDoesNotUseUpTheOwnersConfirmations(t *testing.T) {
	t.Parallel()
	s := start(t, behindProxy).signIn().stolen()
	confirm := func(from, password string) answer {
		return s.call(http.MethodPost, "/api/v1/account/confirm", map[string]string{"password": password}, "X-Forwarded-For", from)
	}
	codes := map[int]int{}
	for range 8 {
		codes[confirm("10.1.1.1", "a wrong password").StatusCode]++
	}
	assert.Equal(t, map[int]int{401: confirmAttempts, 429: 8 - confirmAttempts}, codes)
	assert.Equal(t, http.StatusNoContent, confirm("10.9.9.9", testPassword).StatusCode, "the owner, from another network")

	s.stolen()
	const most = 20
	for i := range most - 1 {
		a := confirm(fmt.Sprintf("10.2.%d.1", i/confirmAttempts), "a wrong password")
		require.Equal(t, http.StatusUnauthorized, a.StatusCode)
		require.Equal(t, http.StatusOK, s.status(ownersOnly), "the session is open")
	}
	assert.Equal(t, "signed_out", confirm("10.3.1.1", "a wrong password").problem(t).Code, "the last wrong proof ends the session")
	assert.Equal(t, http.StatusUnauthorized, s.status(ownersOnly))
	assert.Equal(t, http.StatusUnauthorized, confirm("10.4.1.1", testPassword).StatusCode)
	assert.Equal(t, domainaccount.SessionsEnded, s.signIn().account().Events[1].Kind, "the log shows it")
}

func TestTOTPCodeConfirmsASession(t *testing.T) {
	t.Parallel()
	s, clock := startLocal(t)
	secret, _ := s.signIn().confirm().setUpTOTP(clock)
	testdb.Exec(t, s.dsn, `UPDATE sessions SET confirmed_until = NULL`)
	with := func(at time.Time) int {
		return s.call(http.MethodPost, "/api/v1/account/confirm", map[string]string{"code": codeOf(t, secret, at)}).StatusCode
	}
	used := clock.now()
	assert.Equal(t, http.StatusNoContent, with(used))
	assert.Equal(t, http.StatusUnauthorized, with(used), "used before")
	assert.Equal(t, http.StatusOK, s.call(http.MethodPost, "/api/v1/account/recovery-codes", nil).StatusCode)
	for range confirmAttempts {
		with(used)
	}
	assert.Equal(t, http.StatusTooManyRequests, with(clock.now().Add(time.Minute)), "guesses are counted")
}

func TestSettingTheOwnerRemovesTheSecondFactor(t *testing.T) {
	t.Parallel()
	s, clock := startLocal(t)
	s.signIn().confirm().setUpTOTP(clock)
	o, err := testOwner()
	require.NoError(t, err)
	had, err := s.store.Accounts.SetOwner(t.Context(), o)
	require.NoError(t, err)
	assert.Equal(t, domainaccount.Factors{TOTP: true, Codes: domainaccount.RecoveryCodes}, had)
	assert.Equal(t, http.StatusUnauthorized, s.status(ownersOnly))
	assert.Equal(t, domainaccount.Factors{}, s.browser().signIn().factors())
	assert.Equal(t, domainaccount.OwnerSet, s.signIn().account().Events[2].Kind)
}

func (s *testSite) factors() domainaccount.Factors {
	s.t.Helper()
	f, err := s.store.Factors.Enabled(s.t.Context())
	require.NoError(s.t, err)
	return f
}

func TestNULInTheEmailIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	assert.Equal(t, http.StatusUnauthorized, s.signInWith("a\x00@example.com", "wrong password").StatusCode)
}

func TestEveryLogKindIsTranslated(t *testing.T) {
	t.Parallel()
	for _, kind := range domainaccount.LogKinds {
		for _, lang := range locales.All {
			key := "account.event." + string(kind)
			assert.NotEqual(t, key, locales.Text(lang, key), lang)
		}
	}
}

func TestAnUnconfirmedSessionReadsALimitedNumberOfLeads(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	testdb.Exec(t, s.dsn, `INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest) VALUES ('Visitor', '', 'hello', 'quote_request', 'en', 'k', '')`)
	stale := func() {
		testdb.Exec(t, s.dsn, `UPDATE sessions SET confirmed_until = now() - interval '1 second'`)
	}
	stale()
	var id int64
	require.NoError(t, s.store.Pool().QueryRow(t.Context(), `SELECT id FROM feedback`).Scan(&id))
	path := fmt.Sprintf("/api/v1/leads/%d", id)
	read := 0
	for ; s.call(http.MethodGet, path, nil).StatusCode == http.StatusOK; read++ {
		require.Less(t, read, 1000)
	}
	assert.Greater(t, read, 100, "an owner at work needs no confirmation")
	for _, refused := range []answer{s.call(http.MethodGet, path, nil), s.call(http.MethodGet, "/api/v1/leads", nil), s.call(http.MethodPatch, path, map[string]string{"status": "spam"}), s.call(http.MethodPost, path+"/notes", map[string]string{"note": "called"}), s.call(http.MethodPost, "/api/v1/leads/person", map[string]string{"phone": "98250 10000"})} {
		assert.Equal(t, "unconfirmed", refused.problem(t).Code)
	}
	assert.Equal(t, "unconfirmed", s.call(http.MethodPost, "/api/v1/feedback", map[string]string{"message": "hello"}, "Idempotency-Key", "f").problem(t).Code, "nor can it flood the inbox")
	assert.Equal(t, "unconfirmed", s.call(http.MethodPost, "/api/v1/leads/own", map[string]string{"name": "Surya"}, "Idempotency-Key", "o").problem(t).Code)
	require.Equal(t, http.StatusNoContent, s.call(http.MethodPost, "/api/v1/account/confirm", map[string]string{"password": testPassword}).StatusCode)
	assert.Equal(t, http.StatusOK, s.call(http.MethodGet, path, nil).StatusCode, "allowed again after confirmation")
}
