package api

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/signin"
	"parichay/internal/domain/account"
	"parichay/internal/testkit/testdb"
)

// phone is a virtual authenticator.
type phone struct {
	party virtualwebauthn.RelyingParty
	auth  virtualwebauthn.Authenticator
	key   virtualwebauthn.Credential
}

func newPhone(t *testing.T) *phone {
	t.Helper()
	return &phone{
		party: virtualwebauthn.RelyingParty{Name: "localhost", ID: "localhost", Origin: "http://localhost"},
		auth:  virtualwebauthn.NewAuthenticator(),
		key:   virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, newKey(t)),
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

func options(t *testing.T, a answer) string {
	t.Helper()
	require.Equal(t, http.StatusOK, a.StatusCode, string(a.body))
	return string(a.body)
}

// make returns the authenticator's response to a registration challenge.
func (p *phone) make(t *testing.T, s *testSite) json.RawMessage {
	t.Helper()
	asked, err := virtualwebauthn.ParseAttestationOptions(options(t, s.call(http.MethodPost, "/api/v1/account/passkeys/options", nil)))
	require.NoError(t, err)
	p.auth.Options.UserHandle = []byte(asked.UserID)
	return json.RawMessage(virtualwebauthn.CreateAttestationResponse(p.party, p.auth, p.key, *asked))
}

// sign returns the authenticator's response to a challenge for sign-in or confirmation.
func (p *phone) sign(t *testing.T, s *testSite) json.RawMessage {
	t.Helper()
	asked, err := virtualwebauthn.ParseAssertionOptions(options(t, s.call(http.MethodPost, "/api/v1/session/passkey/options", nil)))
	require.NoError(t, err)
	p.key.Counter++
	return json.RawMessage(virtualwebauthn.CreateAssertionResponse(p.party, p.auth, p.key, *asked))
}

func (s *testSite) register(p *phone, name string) answer {
	s.t.Helper()
	return s.call(http.MethodPost, "/api/v1/account/passkeys", map[string]any{"name": name, "credential": p.make(s.t, s)})
}

func (s *testSite) passkey(answer json.RawMessage) int {
	s.t.Helper()
	return s.call(http.MethodPost, "/api/v1/session/passkey", map[string]any{"credential": answer}).StatusCode
}

func TestA3PasskeySignsInAlone(t *testing.T) {
	t.Parallel()
	s, _ := startLocal(t)
	p, other := newPhone(t), newPhone(t)
	s.signIn().confirm()
	assert.Equal(t, "invalid", s.register(p, "  ").problem(t).Code)
	var first, more struct{ Codes []string }
	s.register(p, "My phone").into(t, &first)
	s.register(other, "Key on my ring").into(t, &more)
	assert.Len(t, first.Codes, account.RecoveryCodes)
	assert.Empty(t, more.Codes)

	b := s.browser()
	a := b.signInWith(testEmail, testPassword)
	assert.JSONEq(t, `{"needs":["passkey","recovery"]}`, string(a.body), "a passkey is a second factor, too")
	for range 3 {
		s.browser().signInWith(testEmail, "wrong password")
	}
	assert.Equal(t, http.StatusOK, b.passkey(p.sign(t, s)), "wrong passwords of strangers do not matter")
	assert.Equal(t, http.StatusOK, b.status(ownersOnly))
	assert.Empty(t, b.cookie(signin.HalfCookie))

	keys := s.account().Passkeys
	assert.Equal(t, []string{"My phone", "Key on my ring"}, []string{keys[0].Name, keys[1].Name})
	assert.NotNil(t, keys[0].LastUsed)
	assert.Nil(t, keys[1].LastUsed)
	assert.Equal(t, http.StatusNoContent, s.call(http.MethodPatch, "/api/v1/account/passkeys/1", map[string]string{"name": "Old phone"}).StatusCode)
	assert.Equal(t, "Old phone", s.account().Passkeys[0].Name)

	assert.Equal(t, http.StatusNoContent, s.call(http.MethodDelete, "/api/v1/account/passkeys/1", nil).StatusCode)
	assert.Equal(t, http.StatusUnauthorized, s.browser().passkey(p.sign(t, s)), "a removed passkey is refused")
	assert.Equal(t, http.StatusOK, s.browser().passkey(other.sign(t, s)))
}

func TestA3ForgedPasskeyResponseIsRefused(t *testing.T) {
	t.Parallel()
	s, clock := startLocal(t)
	p := newPhone(t)
	require.Equal(t, http.StatusOK, s.signIn().confirm().register(p, "My phone").StatusCode)
	b := s.browser()

	once := p.sign(t, s)
	assert.Equal(t, http.StatusOK, b.passkey(once))
	assert.Equal(t, http.StatusUnauthorized, s.browser().passkey(once), "replayed")

	stranger := newPhone(t)
	stranger.auth.Options.UserHandle = p.auth.Options.UserHandle
	stranger.key.ID = p.key.ID
	assert.Equal(t, http.StatusUnauthorized, b.passkey(stranger.sign(t, s)), "another key with the same id")

	elsewhere := *p
	elsewhere.party.Origin = "http://localhost.example"
	assert.Equal(t, http.StatusUnauthorized, b.passkey(elsewhere.sign(t, s)), "signed for another origin")

	left := *p
	left.auth.Options.UserNotVerified = true
	assert.Equal(t, http.StatusUnauthorized, b.passkey(left.sign(t, s)), "without user verification")

	late := p.sign(t, s)
	clock.pass(account.ChallengeLife + time.Second)
	assert.Equal(t, http.StatusUnauthorized, b.passkey(late))

	clone := *p
	clone.key.Counter = 0
	assert.Equal(t, http.StatusUnauthorized, b.passkey(clone.sign(t, s)), "a counter that runs backwards")
	assert.Equal(t, http.StatusUnauthorized, b.passkey(json.RawMessage(`{}`)))

	fromRegistration := p.make(t, s)
	assert.Equal(t, http.StatusUnauthorized, b.passkey(fromRegistration))
	other := s.browser()
	require.Equal(t, http.StatusOK, other.passkey(p.sign(t, s)))
	other.confirm()
	taken := newPhone(t).make(t, s)
	a := other.call(http.MethodPost, "/api/v1/account/passkeys", map[string]any{"name": "x", "credential": taken})
	assert.Equal(t, "bad_credentials", a.problem(t).Code, "a registration belongs to the session that began it")
}

// Fails if challenges are stored, with a limit per network.
func TestPasskeyChallengesStoreNothing(t *testing.T) {
	t.Parallel()
	s, _ := startLocal(t)
	p := newPhone(t)
	require.Equal(t, http.StatusOK, s.signIn().confirm().register(p, "My phone").StatusCode)
	const stored = `SELECT (SELECT count(*) FROM challenges) + (SELECT count(*) FROM used_challenges) + (SELECT count(*) FROM security_events)`
	before := s.count(stored)
	stranger := s.browser()
	for range 150 {
		require.Equal(t, http.StatusOK, stranger.call(http.MethodPost, "/api/v1/session/passkey/options", nil).StatusCode)
	}
	for range 20 {
		require.Equal(t, http.StatusUnauthorized, stranger.passkey(newPhone(t).sign(t, stranger)), "an unknown passkey")
	}
	assert.Equal(t, before, s.count(stored))
	assert.Equal(t, http.StatusOK, stranger.passkey(p.sign(t, stranger)), "the owner signs in from the same network")
	assert.Equal(t, before+2, s.count(stored), "one used challenge, one log entry")
}

// Fails if only the replica that issued a challenge accepts its response.
func TestAPasskeyResponseWorksOnceOnAllReplicas(t *testing.T) {
	t.Parallel()
	s, clock := startLocal(t)
	replica := startWith(t, s.store, s.dsn, Config{BaseURL: mustParse(t, "http://localhost"), Now: clock.now})
	p := newPhone(t)
	require.Equal(t, http.StatusOK, s.signIn().confirm().register(p, "My phone").StatusCode)
	signed := p.sign(t, s.browser())
	codes := make(chan int, 8)
	for i := range cap(codes) {
		go func() { codes <- []*testSite{s, replica}[i%2].browser().passkey(signed) }()
	}
	got := map[int]int{}
	for range cap(codes) {
		got[<-codes]++
	}
	assert.Equal(t, map[int]int{200: 1, 401: 7}, got)
}

func TestAPasskeyConfirmsASession(t *testing.T) {
	t.Parallel()
	s, _ := startLocal(t)
	p := newPhone(t)
	require.Equal(t, http.StatusOK, s.signIn().confirm().register(p, "My phone").StatusCode)
	testdb.Exec(t, s.dsn, `UPDATE sessions SET confirmed_until = NULL`)
	a := s.call(http.MethodPost, "/api/v1/account/confirm", map[string]any{"passkey": p.sign(t, s)})
	assert.Equal(t, http.StatusNoContent, a.StatusCode, string(a.body))
	assert.Equal(t, http.StatusOK, s.call(http.MethodPost, "/api/v1/account/recovery-codes", nil).StatusCode)
}

func TestPasskeysAreNotOfferedWhereBrowsersRefuseThem(t *testing.T) {
	t.Parallel()
	s := start(t).signIn().confirm()
	assert.False(t, s.account().PasskeysPossible)
	assert.Equal(t, http.StatusNotFound, s.call(http.MethodPost, "/api/v1/session/passkey/options", nil).StatusCode)
	assert.Equal(t, http.StatusNotFound, s.call(http.MethodPost, "/api/v1/account/passkeys/options", nil).StatusCode)
}
