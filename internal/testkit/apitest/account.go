package apitest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	apiaccount "parichay/internal/api/account"
	"parichay/internal/domain/account"
	"parichay/internal/testkit/testdb"
)

// The limits of package signin, as a caller sees them.
const (
	ConfirmAttempts = 5
	DeviceAttempts  = 5
	SecondAttempts  = 20
)

// Clock is the clock of a server; a test can move it forward.
type Clock struct{ Ahead atomic.Int64 }

// Now returns the time on the clock.
func (c *Clock) Now() time.Time { return time.Now().Add(time.Duration(c.Ahead.Load())) }

// Pass moves the clock forward.
func (c *Clock) Pass(by time.Duration) { c.Ahead.Add(int64(by)) }

// StartLocal serves at a host name that supports passkeys.
func StartLocal(t *testing.T) (*Site, *Clock) {
	t.Helper()
	c := &Clock{}
	store, dsn := Owned(t)
	return StartWith(t, store, dsn, api.Config{BaseURL: MustParse(t, "http://localhost"), Now: c.Now}), c
}

// SignInWith signs in with an address and a password.
func (s *Site) SignInWith(email, password string) Answer {
	s.T.Helper()
	return s.Call(http.MethodPost, "/api/v1/session", map[string]string{"email": email, "password": password})
}

// Account returns the owner's account.
func (s *Site) Account() (a apiaccount.Account) {
	s.T.Helper()
	answer := s.Call(http.MethodGet, "/api/v1/account", nil)
	require.Equal(s.T, http.StatusOK, answer.StatusCode, string(answer.Raw))
	answer.Into(s.T, &a)
	return a
}

// Stolen ends the confirmation of the session, so that it is like a session that was copied or
// found on a phone.
func (s *Site) Stolen() *Site {
	s.T.Helper()
	testdb.Exec(s.T, s.DSN, `UPDATE sessions SET confirmed_until = now() - interval '1 second'`)
	return s
}

// Confirm confirms the session with the password.
func (s *Site) Confirm() *Site {
	s.T.Helper()
	a := s.Call(http.MethodPost, "/api/v1/account/confirm", map[string]string{"password": Password})
	require.Equal(s.T, http.StatusNoContent, a.StatusCode, string(a.Raw))
	return s
}

// SetUpTOTP enables an authenticator app and returns its secret and the recovery codes.
func (s *Site) SetUpTOTP(c *Clock) (secret string, codes []string) {
	s.T.Helper()
	var begun struct{ Secret, URL string }
	s.Call(http.MethodPost, "/api/v1/account/totp", nil).Into(s.T, &begun)
	var enabled struct{ Codes []string }
	a := s.Call(http.MethodPut, "/api/v1/account/totp", map[string]string{"code": CodeOf(s.T, begun.Secret, c.Now())})
	require.Equal(s.T, http.StatusOK, a.StatusCode, string(a.Raw))
	a.Into(s.T, &enabled)
	c.Pass(time.Minute) // the code just used expires
	return begun.Secret, enabled.Codes
}

// CodeOf returns the code that an authenticator app shows at a time.
func CodeOf(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	c, err := account.TOTP{Secret: secret}.Code(account.Step(at))
	require.NoError(t, err)
	return c
}

// Second sends the second step of signing in.
func (s *Site) Second(body map[string]string) Answer {
	s.T.Helper()
	return s.Call(http.MethodPost, "/api/v1/session/second", body)
}

// Status returns the status of a GET request.
func (s *Site) Status(path string) int { return s.Call(http.MethodGet, path, nil).StatusCode }

// OwnersOnly is a path that only the owner may read.
const OwnersOnly = "/api/v1/site/stored"

// LastRefusal returns the newest log entry about a refused password.
func (s *Site) LastRefusal() (e account.LogEntry) {
	s.T.Helper()
	all, err := s.Store.Accounts.Log(s.T.Context(), 20)
	require.NoError(s.T, err)
	for _, e := range all {
		if e.Kind == account.PasswordRefused {
			return e
		}
	}
	return e
}

// Factors returns the second factors in use.
func (s *Site) Factors() account.Factors {
	s.T.Helper()
	f, err := s.Store.Factors.Enabled(s.T.Context())
	require.NoError(s.T, err)
	return f
}

// CheckLink asks whether a link from a mail is still valid.
func (s *Site) CheckLink(purpose account.Purpose, link account.Token) Answer {
	s.T.Helper()
	return s.Call(http.MethodPost, "/api/v1/"+string(purpose)+"/link", map[string]string{"token": string(link)})
}

// ResetLink creates a link to choose a new password.
func (s *Site) ResetLink() account.Token {
	s.T.Helper()
	link, err := s.Store.Accounts.NewLink(s.T.Context(), account.Reset)
	require.NoError(s.T, err)
	return link
}

// Reset uses such a link.
func (s *Site) Reset(link account.Token, password string) Answer {
	s.T.Helper()
	return s.Call(http.MethodPut, "/api/v1/reset", map[string]string{"token": string(link), "password": password})
}

// Phone is a virtual authenticator.
type Phone struct {
	Party virtualwebauthn.RelyingParty
	Auth  virtualwebauthn.Authenticator
	Key   virtualwebauthn.Credential
}

// NewPhone returns an authenticator with a key of its own.
func NewPhone(t *testing.T) *Phone {
	t.Helper()
	return &Phone{
		Party: virtualwebauthn.RelyingParty{Name: "localhost", ID: "localhost", Origin: "http://localhost"},
		Auth:  virtualwebauthn.NewAuthenticator(),
		Key:   virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, newKey(t)),
	}
}

// newKey returns a new key that has no coordinate with a leading zero byte. About one key in
// 128 has one, and the library cuts the byte off, which real authenticators do not.
func newKey(t *testing.T) []byte {
	t.Helper()
	for {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		require.NoError(t, err)
		point, err := key.PublicKey.Bytes()
		require.NoError(t, err)
		if point[1] == 0 || point[33] == 0 {
			continue
		}
		raw, err := x509.MarshalPKCS8PrivateKey(key)
		require.NoError(t, err)
		return raw
	}
}

// options returns the body of a response with a challenge.
func options(t *testing.T, a Answer) string {
	t.Helper()
	require.Equal(t, http.StatusOK, a.StatusCode, string(a.Raw))
	return string(a.Raw)
}

// Make returns the authenticator's response to a registration challenge.
func (p *Phone) Make(t *testing.T, s *Site) json.RawMessage {
	t.Helper()
	asked, err := virtualwebauthn.ParseAttestationOptions(options(t, s.Call(http.MethodPost, "/api/v1/account/passkeys/options", nil)))
	require.NoError(t, err)
	p.Auth.Options.UserHandle = []byte(asked.UserID)
	return json.RawMessage(virtualwebauthn.CreateAttestationResponse(p.Party, p.Auth, p.Key, *asked))
}

// Sign returns the authenticator's response to a challenge for sign-in or confirmation.
func (p *Phone) Sign(t *testing.T, s *Site) json.RawMessage {
	t.Helper()
	asked, err := virtualwebauthn.ParseAssertionOptions(options(t, s.Call(http.MethodPost, "/api/v1/session/passkey/options", nil)))
	require.NoError(t, err)
	p.Key.Counter++
	return json.RawMessage(virtualwebauthn.CreateAssertionResponse(p.Party, p.Auth, p.Key, *asked))
}

// Register adds a passkey to the account.
func (s *Site) Register(p *Phone, name string) Answer {
	s.T.Helper()
	return s.Call(http.MethodPost, "/api/v1/account/passkeys", map[string]any{"name": name, "credential": p.Make(s.T, s)})
}

// Passkey signs in with the response of an authenticator and returns the status.
func (s *Site) Passkey(answer json.RawMessage) int {
	s.T.Helper()
	return s.Call(http.MethodPost, "/api/v1/session/passkey", map[string]any{"credential": answer}).StatusCode
}
