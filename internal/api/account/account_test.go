package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/account"
	"parichay/internal/api/signin"
	domainaccount "parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/headers"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

func TestA3TOTPCodeWorksOnce(t *testing.T) {
	t.Parallel()
	s, clock := apitest.StartLocal(t)
	secret, _ := s.SignIn().Confirm().SetUpTOTP(clock)
	try := func(at time.Time) int {
		b := s.Browser()
		b.SignInWith(apitest.Email, apitest.Password)
		return b.Second(map[string]string{"code": apitest.CodeOf(t, secret, at)}).StatusCode
	}
	assert.Equal(t, http.StatusUnauthorized, try(clock.Now().Add(-time.Minute)), "too old, and already used to enable the app")
	assert.Equal(t, http.StatusUnauthorized, try(clock.Now().Add(90*time.Second)), "too new")
	used := clock.Now()
	assert.Equal(t, http.StatusOK, try(used))
	assert.Equal(t, http.StatusUnauthorized, try(used), "used before")
	assert.Equal(t, http.StatusUnauthorized, try(used.Add(-30*time.Second)), "an earlier code")
	assert.Equal(t, http.StatusOK, try(used.Add(30*time.Second)), "a phone's clock may run ahead")
}

func TestA3CodeGuessesAreLimitedToTwentyADay(t *testing.T) {
	t.Parallel()
	s, clock := apitest.StartLocal(t)
	secret, _ := s.SignIn().Confirm().SetUpTOTP(clock)
	stranger := s.Browser()
	codes := map[string]int{}
	for range 6 {
		stranger.SignInWith(apitest.Email, apitest.Password)
		for range domainaccount.HalfAttempts + 1 {
			codes[stranger.Second(map[string]string{"code": "a guess"}).Problem(t).Code]++
		}
	}
	// A half session ends after five codes. All half sessions together accept twenty codes a day.
	assert.Equal(t, map[string]int{"bad_credentials": 20, "signed_out": 6, "too_many": 10}, codes)
	stranger.SignInWith(apitest.Email, apitest.Password)
	assert.Equal(t, "too_many", stranger.Second(map[string]string{"code": apitest.CodeOf(t, secret, clock.Now())}).Problem(t).Code)

	s.Call(http.MethodDelete, "/api/v1/session", nil)
	s.SignInWith(apitest.Email, apitest.Password)
	assert.Equal(t, http.StatusOK, s.Second(map[string]string{"code": apitest.CodeOf(t, secret, clock.Now())}).StatusCode, "the owner's own device has its own counter")
	events := s.Account().Events
	assert.Equal(t, []any{domainaccount.SignedInTOTP, domainaccount.CodeRefused}, []any{events[0].Kind, events[1].Kind})
	assert.Equal(t, 20, events[1].Times, "refusals are merged into one log entry")
}

func TestCallersWithoutThePasswordUseUpNoCodeAttempts(t *testing.T) {
	t.Parallel()
	s, clock := apitest.StartLocal(t)
	secret, _ := s.SignIn().Confirm().SetUpTOTP(clock)
	for range 2 * apitest.SecondAttempts {
		a := s.Browser().Call(http.MethodPost, "/api/v1/session/second", map[string]string{"code": "a guess"}, "Cookie", signin.HalfCookie+"=garbage")
		assert.Equal(t, "signed_out", a.Problem(t).Code)
	}
	b := s.Browser()
	b.SignInWith(apitest.Email, apitest.Password)
	assert.Equal(t, http.StatusOK, b.Second(map[string]string{"code": apitest.CodeOf(t, secret, clock.Now())}).StatusCode)
}

func TestA3RecoveryCodeWorksOnce(t *testing.T) {
	t.Parallel()
	s, clock := apitest.StartLocal(t)
	_, codes := s.SignIn().Confirm().SetUpTOTP(clock)
	try := func(recovery string) int {
		b := s.Browser()
		b.SignInWith(apitest.Email, apitest.Password)
		return b.Second(map[string]string{"recovery": recovery}).StatusCode
	}
	assert.Equal(t, http.StatusUnauthorized, try("AAAA-AAAA-AAAA-AAAA"))
	assert.Equal(t, http.StatusOK, try(strings.ToLower(strings.ReplaceAll(codes[3], "-", " "))), "in any spelling")
	assert.Equal(t, http.StatusUnauthorized, try(codes[3]), "used before")
	assert.Equal(t, domainaccount.RecoveryCodes-1, s.Account().RecoveryCodes)

	var fresh struct{ Codes []string }
	s.Call(http.MethodPost, "/api/v1/account/recovery-codes", nil).Into(t, &fresh)
	assert.Equal(t, http.StatusUnauthorized, try(codes[4]), "new codes invalidate the old ones")
	assert.Equal(t, http.StatusOK, try(fresh.Codes[4]))
	var stored []string
	rows, err := s.Store.Pool().Query(t.Context(), `SELECT code FROM recovery_codes`)
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
	testdb.Exec(t, s.DSN, `UPDATE recovery_codes SET code = $1 WHERE code = $2`, domainaccount.HashRecovery("AAAA-BBBB-CCCC-DDDD"), stored[0])
	n, err := s.Store.Factors.SlowCodes(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	assert.Zero(t, s.Count(`SELECT count(*) FROM recovery_codes WHERE code NOT LIKE '$argon2id$%'`))
	assert.Equal(t, http.StatusOK, try("aaaa bbbb cccc dddd"))
}

func TestA3AuthenticatorAppIsEnabledByAValidCode(t *testing.T) {
	t.Parallel()
	s, clock := apitest.StartLocal(t)
	s.SignIn().Confirm()
	var begun, again struct{ Secret, URL string }
	s.Call(http.MethodPost, "/api/v1/account/totp", nil).Into(t, &begun)
	s.Call(http.MethodPost, "/api/v1/account/totp", nil).Into(t, &again)
	assert.Equal(t, begun, again, "a reloaded page shows the same secret")
	assert.Equal(t, "otpauth://totp/localhost:owner@example.com?secret="+begun.Secret+"&issuer=localhost", begun.URL)
	qr := s.Call(http.MethodGet, "/api/v1/account/totp/qr", nil)
	assert.Equal(t, headers.SVG, qr.Header.Get("Content-Type"))
	assert.Contains(t, string(qr.Raw), "<svg")
	wrong := s.Call(http.MethodPut, "/api/v1/account/totp", map[string]string{"code": "000000"})
	assert.Equal(t, []fault.Issue{{Field: "code", Code: fault.InvalidValue}}, wrong.Problem(t).Issues)
	assert.False(t, s.Account().TOTP)

	old, _ := s.SetUpTOTP(clock)
	fresh, codes := s.SetUpTOTP(clock)
	assert.NotEqual(t, old, fresh)
	assert.Nil(t, codes, "a second app creates no new recovery codes")
	b := s.Browser()
	b.SignInWith(apitest.Email, apitest.Password)
	assert.Equal(t, http.StatusUnauthorized, b.Second(map[string]string{"code": apitest.CodeOf(t, old, clock.Now())}).StatusCode)
	assert.Equal(t, http.StatusOK, b.Second(map[string]string{"code": apitest.CodeOf(t, fresh, clock.Now())}).StatusCode)

	assert.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/account/totp", nil).StatusCode)
	assert.Zero(t, s.Account().RecoveryCodes, "recovery codes are removed with the last factor")
	s.Browser().SignIn()
}

func TestA3ChangingThePasswordEndsEveryOtherSessionOnEveryReplica(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Confirm()
	replica := apitest.StartOn(t, s.Store, s.DSN)
	who, err := s.Store.Accounts.Owner(t.Context())
	require.NoError(t, err)
	before := s.Cookie(signin.SessionCookie)
	others := []string{before}
	for range 100 {
		v := domainaccount.Visit{Session: domainaccount.NewToken(), Device: domainaccount.NewToken()}
		require.NoError(t, s.Store.Sessions.SignIn(t.Context(), domainaccount.Proof{Owner: who}, domainaccount.SignedIn, v))
		others = append(others, signin.SessionCookie+"="+string(v.Session))
	}
	for _, cookie := range others {
		require.Equal(t, http.StatusOK, replica.Call(http.MethodGet, apitest.OwnersOnly, nil, "Cookie", cookie).StatusCode)
	}

	for _, wrong := range []string{"", "not the password there is"} {
		a := s.Call(http.MethodPatch, "/api/v1/account", map[string]string{"password": "a whole new password", "current": wrong})
		assert.Equal(t, []fault.Issue{{Field: "current", Code: fault.InvalidValue}}, a.Problem(t).Issues, "a new password requires the current one, even in a confirmed session")
	}
	same := s.Call(http.MethodPatch, "/api/v1/account", map[string]string{"password": apitest.Password, "current": apitest.Password})
	assert.Equal(t, []fault.Issue{{Field: "password", Code: fault.Same}}, same.Problem(t).Issues, "the same password is no change")
	short := s.Call(http.MethodPatch, "/api/v1/account", map[string]string{"password": "short", "current": apitest.Password})
	assert.Equal(t, []fault.Issue{{Field: "password", Code: fault.TooShort, Want: "12"}}, short.Problem(t).Issues)
	a := s.Call(http.MethodPatch, "/api/v1/account", map[string]string{"password": "a whole new password", "current": apitest.Password, "email": "New@example.com"})
	require.Equal(t, http.StatusOK, a.StatusCode, string(a.Raw))
	for _, cookie := range others {
		for _, r := range []*apitest.Site{s.Browser(), replica.Browser()} {
			assert.Equal(t, http.StatusUnauthorized, r.Call(http.MethodGet, apitest.OwnersOnly, nil, "Cookie", cookie).StatusCode)
		}
	}
	assert.Equal(t, http.StatusOK, s.Status(apitest.OwnersOnly), "the session that changed it stays open")
	assert.NotEqual(t, before, s.Cookie(signin.SessionCookie), "under a new token")
	assert.Contains(t, string(s.Call(http.MethodGet, "/api/v1/session", nil).Raw), "new@example.com")

	b := replica.Browser()
	assert.Equal(t, http.StatusUnauthorized, b.SignInWith(apitest.Email, apitest.Password).StatusCode)
	assert.Equal(t, http.StatusOK, b.SignInWith("new@example.com", "a whole new password").StatusCode)
}

func TestAnOldPasswordOpensNoSessionEvenIfCheckedBeforeItsChange(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Confirm()
	was, err := s.Store.Accounts.Owner(t.Context())
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, s.Call(http.MethodPatch, "/api/v1/account", map[string]string{"password": "a whole new password", "current": apitest.Password}).StatusCode)
	late := domainaccount.Visit{Session: domainaccount.NewToken(), Half: domainaccount.NewToken(), Device: domainaccount.NewToken()}
	_, err = s.Store.Sessions.PassPassword(t.Context(), domainaccount.Proof{Owner: was}, late)
	require.ErrorIs(t, err, fault.ErrCredentials)
	_, err = s.Store.Sessions.Find(t.Context(), late.Session)
	require.ErrorIs(t, err, fault.ErrNotFound)
}

func TestARequestInProgressDoesNotReviveAnEndedSession(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	token := domainaccount.Token(strings.TrimPrefix(s.Cookie(signin.SessionCookie), signin.SessionCookie+"="))
	_, err := s.Store.Sessions.Find(t.Context(), token)
	require.NoError(t, err)
	require.NoError(t, s.Store.Sessions.End(t.Context(), token, ""))
	_, err = s.Store.Sessions.Extend(t.Context(), token, domainaccount.Browser{})
	require.ErrorIs(t, err, fault.ErrNotFound)
	assert.Equal(t, http.StatusUnauthorized, s.Status(apitest.OwnersOnly))
}

func TestA3RevokedSessionEndsOnEveryReplica(t *testing.T) {
	t.Parallel()
	phone := "Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"
	s := apitest.Start(t).SignIn()
	replica := apitest.StartOn(t, s.Store, s.DSN)
	b := replica.Browser()
	require.Equal(t, http.StatusOK, b.Call(http.MethodPost, "/api/v1/session", map[string]string{"email": apitest.Email, "password": apitest.Password}, "User-Agent", phone).StatusCode)

	var other account.AccountSession
	for _, session := range s.Account().Sessions {
		if !session.Current {
			other = session
		}
	}
	assert.Equal(t, account.Where{Browser: "Chrome", System: "Android", Network: "127.0.0.0/24"}, other.Where)
	assert.WithinDuration(t, time.Now(), other.CreatedAt, time.Minute)
	assert.Len(t, s.Account().Sessions, 2)

	assert.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/account/sessions/"+other.ID, nil).StatusCode)
	assert.Equal(t, http.StatusUnauthorized, b.Status(apitest.OwnersOnly))

	for range 3 {
		s.Browser().SignIn()
	}
	assert.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/account/sessions", nil).StatusCode)
	assert.Len(t, s.Account().Sessions, 1)
	assert.Equal(t, http.StatusOK, s.Status(apitest.OwnersOnly))
	assert.Equal(t, domainaccount.SessionsEnded, s.Account().Events[0].Kind)
}

// Fails if strangers' guesses are counted by account: then the sixth attempt is refused even
// with the right password.
func TestA3WrongGuessesDoNotLockOutANewDevice(t *testing.T) {
	t.Parallel()
	s, clock := apitest.StartLocal(t)
	secret, codes := s.SignIn().Confirm().SetUpTOTP(clock)
	replica := apitest.StartOn(t, s.Store, s.DSN, func(c *api.Config) { c.BaseURL, c.Now = apitest.MustParse(t, "http://localhost"), clock.Now })
	for i := range 40 {
		assert.Equal(t, http.StatusUnauthorized, []*apitest.Site{s, replica}[i%2].Browser().SignInWith(apitest.Email, "wrong password").StatusCode)
	}
	b := replica.Browser()
	assert.JSONEq(t, `{"needs":["totp","recovery"]}`, string(b.SignInWith(apitest.Email, apitest.Password).Raw))
	assert.Equal(t, http.StatusOK, b.Second(map[string]string{"code": apitest.CodeOf(t, secret, clock.Now())}).StatusCode)
	assert.Zero(t, s.Count(`SELECT count(*) FROM sign_in_attempts WHERE counter NOT LIKE 'second%'`), "strangers' attempts are not counted")
	events := b.Account().Events
	assert.Equal(t, 40, events[1].Times, "but they are in the log")

	// A thief who knows the password uses up the attempts for codes of a day.
	thief := s.Browser()
	for range 5 {
		thief.SignInWith(apitest.Email, apitest.Password)
		for range domainaccount.HalfAttempts {
			thief.Second(map[string]string{"code": "a guess"})
		}
	}
	b = s.Browser()
	b.SignInWith(apitest.Email, apitest.Password)
	assert.Equal(t, http.StatusTooManyRequests, b.Second(map[string]string{"code": apitest.CodeOf(t, secret, clock.Now().Add(30*time.Second))}).StatusCode)
	assert.Equal(t, http.StatusOK, b.Second(map[string]string{"recovery": codes[0]}).StatusCode, "a recovery code cannot be guessed and still works")
}

func TestA3WithoutASecondFactorStrangersAreSlowedDown(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	s.Call(http.MethodDelete, "/api/v1/session", nil)
	begun := time.Now()
	for range 3 {
		assert.Equal(t, http.StatusUnauthorized, s.Browser().SignInWith(apitest.Email, "wrong password").StatusCode)
	}
	assert.Greater(t, time.Since(begun), 2*time.Second, "one guess a second")
	begun = time.Now()
	assert.Equal(t, http.StatusOK, s.SignInWith(apitest.Email, apitest.Password).StatusCode)
	assert.Less(t, time.Since(begun), time.Second, "a known browser does not wait for strangers")
	assert.Equal(t, http.StatusOK, s.Browser().SignInWith(apitest.Email, apitest.Password).StatusCode, "a new browser gets in, too")

	s.Call(http.MethodDelete, "/api/v1/session", nil)
	for range apitest.DeviceAttempts {
		assert.Equal(t, http.StatusUnauthorized, s.SignInWith(apitest.Email, "wrong password").StatusCode)
	}
	assert.Equal(t, http.StatusTooManyRequests, s.SignInWith(apitest.Email, apitest.Password).StatusCode, "a known device has its own limit")
	garbage := s.Browser().Call(http.MethodPost, "/api/v1/session", map[string]string{"email": apitest.Email, "password": apitest.Password}, "Cookie", signin.DeviceCookie+"=garbage")
	assert.Equal(t, http.StatusOK, garbage.StatusCode, "a forged device cookie counts as a stranger")
}

// Fails if attempts of a network wait for each other instead of being refused.
func TestA3ExcessAttemptsOfANetworkAreRefusedWithoutWaiting(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	assert.Equal(t, http.StatusUnauthorized, s.SignInWith(apitest.Email, "wrong password").StatusCode) // the next attempt waits a second
	answers := make(chan apitest.Answer, 20)
	for range cap(answers) {
		go func() { answers <- s.Browser().SignInWith(apitest.Email, "wrong password") }()
	}
	refused := 0
	for range cap(answers) {
		if a := <-answers; a.StatusCode == http.StatusTooManyRequests {
			refused++
			assert.NotEmpty(t, a.Header.Get("Retry-After"))
			assert.Equal(t, "too_many", a.Problem(t).Code)
		}
	}
	assert.GreaterOrEqual(t, refused, cap(answers)-2, "one waits in the queue")
	assert.LessOrEqual(t, s.LastRefusal().Times, 3, "refused attempts are not logged")
}

// Fails if other sessions stay open after a change of factors.
func TestA3ChangingFactorsEndsEveryOtherSessionOnEveryReplica(t *testing.T) {
	t.Parallel()
	s, clock := apitest.StartLocal(t)
	replica := apitest.StartWith(t, s.Store, s.DSN, api.Config{BaseURL: apitest.MustParse(t, "http://localhost"), Now: clock.Now})
	s.SignIn().Confirm()
	who, err := s.Store.Accounts.Owner(t.Context())
	require.NoError(t, err)
	p := apitest.NewPhone(t)
	for name, change := range map[string]func(){
		"authenticator added": func() { s.SetUpTOTP(clock) },
		"passkey added":       func() { require.Equal(t, http.StatusOK, s.Register(p, "My phone").StatusCode) },
		"codes replaced":      func() { s.Call(http.MethodPost, "/api/v1/account/recovery-codes", nil) },
	} {
		v := domainaccount.Visit{Session: domainaccount.NewToken(), Device: domainaccount.NewToken()}
		require.NoError(t, s.Store.Sessions.SignIn(t.Context(), domainaccount.Proof{Owner: who}, domainaccount.SignedIn, v))
		cookie := signin.SessionCookie + "=" + string(v.Session)
		if name == "codes replaced" && !s.Factors().Any() {
			s.SetUpTOTP(clock)
			require.NoError(t, s.Store.Sessions.SignIn(t.Context(), domainaccount.Proof{Owner: who}, domainaccount.SignedIn, v))
		}
		require.Equal(t, http.StatusOK, replica.Browser().Call(http.MethodGet, apitest.OwnersOnly, nil, "Cookie", cookie).StatusCode, name)
		change()
		assert.Equal(t, http.StatusUnauthorized, replica.Browser().Call(http.MethodGet, apitest.OwnersOnly, nil, "Cookie", cookie).StatusCode, name)
		assert.Equal(t, http.StatusOK, s.Status(apitest.OwnersOnly), name)
	}
	for _, path := range []string{"/api/v1/account/totp", fmt.Sprint("/api/v1/account/passkeys/", s.Account().Passkeys[0].ID)} {
		v := domainaccount.Visit{Session: domainaccount.NewToken(), Device: domainaccount.NewToken()}
		require.NoError(t, s.Store.Sessions.SignIn(t.Context(), domainaccount.Proof{Owner: who}, domainaccount.SignedIn, v))
		assert.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, path, nil).StatusCode)
		assert.Equal(t, http.StatusUnauthorized, replica.Browser().Call(http.MethodGet, apitest.OwnersOnly, nil, "Cookie", signin.SessionCookie+"="+string(v.Session)).StatusCode, path)
	}
}

// Fails if confirmation attempts are counted by session only: then five wrong attempts with a
// copied cookie make the owner wait for 15 minutes.
func TestAStolenCookieDoesNotUseUpTheOwnersConfirmations(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.BehindProxy).SignIn().Stolen()
	confirm := func(from, password string) apitest.Answer {
		return s.Call(http.MethodPost, "/api/v1/account/confirm", map[string]string{"password": password}, "X-Forwarded-For", from)
	}
	codes := map[int]int{}
	for range 8 {
		codes[confirm("10.1.1.1", "a wrong password").StatusCode]++
	}
	assert.Equal(t, map[int]int{401: apitest.ConfirmAttempts, 429: 8 - apitest.ConfirmAttempts}, codes)
	assert.Equal(t, http.StatusNoContent, confirm("10.9.9.9", apitest.Password).StatusCode, "the owner, from another network")

	s.Stolen()
	const most = 20
	for i := range most - 1 {
		a := confirm(fmt.Sprintf("10.2.%d.1", i/apitest.ConfirmAttempts), "a wrong password")
		require.Equal(t, http.StatusUnauthorized, a.StatusCode)
		require.Equal(t, http.StatusOK, s.Status(apitest.OwnersOnly), "the session is open")
	}
	assert.Equal(t, "signed_out", confirm("10.3.1.1", "a wrong password").Problem(t).Code, "the last wrong proof ends the session")
	assert.Equal(t, http.StatusUnauthorized, s.Status(apitest.OwnersOnly))
	assert.Equal(t, http.StatusUnauthorized, confirm("10.4.1.1", apitest.Password).StatusCode)
	assert.Equal(t, domainaccount.SessionsEnded, s.SignIn().Account().Events[1].Kind, "the log shows it")
}

func TestTOTPCodeConfirmsASession(t *testing.T) {
	t.Parallel()
	s, clock := apitest.StartLocal(t)
	secret, _ := s.SignIn().Confirm().SetUpTOTP(clock)
	testdb.Exec(t, s.DSN, `UPDATE sessions SET confirmed_until = NULL`)
	with := func(at time.Time) int {
		return s.Call(http.MethodPost, "/api/v1/account/confirm", map[string]string{"code": apitest.CodeOf(t, secret, at)}).StatusCode
	}
	used := clock.Now()
	assert.Equal(t, http.StatusNoContent, with(used))
	assert.Equal(t, http.StatusUnauthorized, with(used), "used before")
	assert.Equal(t, http.StatusOK, s.Call(http.MethodPost, "/api/v1/account/recovery-codes", nil).StatusCode)
	for range apitest.ConfirmAttempts {
		with(used)
	}
	assert.Equal(t, http.StatusTooManyRequests, with(clock.Now().Add(time.Minute)), "guesses are counted")
}

func TestSettingTheOwnerRemovesTheSecondFactor(t *testing.T) {
	t.Parallel()
	s, clock := apitest.StartLocal(t)
	s.SignIn().Confirm().SetUpTOTP(clock)
	o, err := apitest.Owner()
	require.NoError(t, err)
	had, err := s.Store.Accounts.SetOwner(t.Context(), o)
	require.NoError(t, err)
	assert.Equal(t, domainaccount.Factors{TOTP: true, Codes: domainaccount.RecoveryCodes}, had)
	assert.Equal(t, http.StatusUnauthorized, s.Status(apitest.OwnersOnly))
	assert.Equal(t, domainaccount.Factors{}, s.Browser().SignIn().Factors())
	assert.Equal(t, domainaccount.OwnerSet, s.SignIn().Account().Events[2].Kind)
}

func TestNULInTheEmailIsRefused(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	assert.Equal(t, http.StatusUnauthorized, s.SignInWith("a\x00@example.com", "wrong password").StatusCode)
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
	s := apitest.Start(t).SignIn()
	testdb.Exec(t, s.DSN, `INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest) VALUES ('Visitor', '', 'hello', 'quote_request', 'en', 'k', '')`)
	stale := func() {
		testdb.Exec(t, s.DSN, `UPDATE sessions SET confirmed_until = now() - interval '1 second'`)
	}
	stale()
	var id int64
	require.NoError(t, s.Store.Pool().QueryRow(t.Context(), `SELECT id FROM feedback`).Scan(&id))
	path := fmt.Sprintf("/api/v1/leads/%d", id)
	read := 0
	for ; s.Call(http.MethodGet, path, nil).StatusCode == http.StatusOK; read++ {
		require.Less(t, read, 1000)
	}
	assert.Greater(t, read, 100, "an owner at work needs no confirmation")
	for _, refused := range []apitest.Answer{s.Call(http.MethodGet, path, nil), s.Call(http.MethodGet, "/api/v1/leads", nil), s.Call(http.MethodPatch, path, map[string]string{"status": "spam"}), s.Call(http.MethodPost, path+"/notes", map[string]string{"note": "called"}), s.Call(http.MethodPost, "/api/v1/leads/person", map[string]string{"phone": "98250 10000"})} {
		assert.Equal(t, "unconfirmed", refused.Problem(t).Code)
	}
	assert.Equal(t, "unconfirmed", s.Call(http.MethodPost, "/api/v1/feedback", map[string]string{"message": "hello"}, "Idempotency-Key", "f").Problem(t).Code, "nor can it flood the inbox")
	assert.Equal(t, "unconfirmed", s.Call(http.MethodPost, "/api/v1/leads/own", map[string]string{"name": "Surya"}, "Idempotency-Key", "o").Problem(t).Code)
	require.Equal(t, http.StatusNoContent, s.Call(http.MethodPost, "/api/v1/account/confirm", map[string]string{"password": apitest.Password}).StatusCode)
	assert.Equal(t, http.StatusOK, s.Call(http.MethodGet, path, nil).StatusCode, "allowed again after confirmation")
}
