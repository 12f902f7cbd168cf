package account_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api"
	"parichay/internal/api/signin"
	"parichay/internal/domain/account"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
)

func TestA3PasskeySignsInAlone(t *testing.T) {
	t.Parallel()
	s, _ := apitest.StartLocal(t)
	p, other := apitest.NewPhone(t), apitest.NewPhone(t)
	s.SignIn().Confirm()
	assert.Equal(t, "invalid", s.Register(p, "  ").Problem(t).Code)
	var first, more struct{ Codes []string }
	s.Register(p, "My phone").Into(t, &first)
	s.Register(other, "Key on my ring").Into(t, &more)
	assert.Len(t, first.Codes, account.RecoveryCodes)
	assert.Empty(t, more.Codes)

	b := s.Browser()
	a := b.SignInWith(apitest.Email, apitest.Password)
	assert.JSONEq(t, `{"needs":["passkey","recovery"]}`, string(a.Raw), "a passkey is a second factor, too")
	for range 3 {
		s.Browser().SignInWith(apitest.Email, "wrong password")
	}
	assert.Equal(t, http.StatusOK, b.Passkey(p.Sign(t, s)), "wrong passwords of strangers do not matter")
	assert.Equal(t, http.StatusOK, b.Status(apitest.OwnersOnly))
	assert.Empty(t, b.Cookie(signin.HalfCookie))

	keys := s.Account().Passkeys
	assert.Equal(t, []string{"My phone", "Key on my ring"}, []string{keys[0].Name, keys[1].Name})
	assert.NotNil(t, keys[0].LastUsed)
	assert.Nil(t, keys[1].LastUsed)
	assert.Equal(t, http.StatusNoContent, s.Call(http.MethodPatch, "/api/v1/account/passkeys/1", map[string]string{"name": "Old phone"}).StatusCode)
	assert.Equal(t, "Old phone", s.Account().Passkeys[0].Name)

	assert.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/account/passkeys/1", nil).StatusCode)
	assert.Equal(t, http.StatusUnauthorized, s.Browser().Passkey(p.Sign(t, s)), "a removed passkey is refused")
	assert.Equal(t, http.StatusOK, s.Browser().Passkey(other.Sign(t, s)))
}

func TestA3ForgedPasskeyResponseIsRefused(t *testing.T) {
	t.Parallel()
	s, clock := apitest.StartLocal(t)
	p := apitest.NewPhone(t)
	require.Equal(t, http.StatusOK, s.SignIn().Confirm().Register(p, "My phone").StatusCode)
	b := s.Browser()

	once := p.Sign(t, s)
	assert.Equal(t, http.StatusOK, b.Passkey(once))
	assert.Equal(t, http.StatusUnauthorized, s.Browser().Passkey(once), "replayed")

	stranger := apitest.NewPhone(t)
	stranger.Auth.Options.UserHandle = p.Auth.Options.UserHandle
	stranger.Key.ID = p.Key.ID
	assert.Equal(t, http.StatusUnauthorized, b.Passkey(stranger.Sign(t, s)), "another key with the same id")

	elsewhere := *p
	elsewhere.Party.Origin = "http://localhost.example"
	assert.Equal(t, http.StatusUnauthorized, b.Passkey(elsewhere.Sign(t, s)), "signed for another origin")

	left := *p
	left.Auth.Options.UserNotVerified = true
	assert.Equal(t, http.StatusUnauthorized, b.Passkey(left.Sign(t, s)), "without user verification")

	late := p.Sign(t, s)
	clock.Pass(account.ChallengeLife + time.Second)
	assert.Equal(t, http.StatusUnauthorized, b.Passkey(late))

	clone := *p
	clone.Key.Counter = 0
	assert.Equal(t, http.StatusUnauthorized, b.Passkey(clone.Sign(t, s)), "a counter that runs backwards")
	assert.Equal(t, http.StatusUnauthorized, b.Passkey(json.RawMessage(`{}`)))

	fromRegistration := p.Make(t, s)
	assert.Equal(t, http.StatusUnauthorized, b.Passkey(fromRegistration))
	other := s.Browser()
	require.Equal(t, http.StatusOK, other.Passkey(p.Sign(t, s)))
	other.Confirm()
	taken := apitest.NewPhone(t).Make(t, s)
	a := other.Call(http.MethodPost, "/api/v1/account/passkeys", map[string]any{"name": "x", "credential": taken})
	assert.Equal(t, "bad_credentials", a.Problem(t).Code, "a registration belongs to the session that began it")
}

// Fails if challenges are stored, with a limit per network.
func TestPasskeyChallengesStoreNothing(t *testing.T) {
	t.Parallel()
	s, _ := apitest.StartLocal(t)
	p := apitest.NewPhone(t)
	require.Equal(t, http.StatusOK, s.SignIn().Confirm().Register(p, "My phone").StatusCode)
	const stored = `SELECT (SELECT count(*) FROM challenges) + (SELECT count(*) FROM used_challenges) + (SELECT count(*) FROM security_events)`
	before := s.Count(stored)
	stranger := s.Browser()
	for range 150 {
		require.Equal(t, http.StatusOK, stranger.Call(http.MethodPost, "/api/v1/session/passkey/options", nil).StatusCode)
	}
	for range 20 {
		require.Equal(t, http.StatusUnauthorized, stranger.Passkey(apitest.NewPhone(t).Sign(t, stranger)), "an unknown passkey")
	}
	assert.Equal(t, before, s.Count(stored))
	assert.Equal(t, http.StatusOK, stranger.Passkey(p.Sign(t, stranger)), "the owner signs in from the same network")
	assert.Equal(t, before+2, s.Count(stored), "one used challenge, one log entry")
}

// Fails if only the replica that issued a challenge accepts its response.
func TestAPasskeyResponseWorksOnceOnAllReplicas(t *testing.T) {
	t.Parallel()
	s, clock := apitest.StartLocal(t)
	replica := apitest.StartWith(t, s.Store, s.DSN, api.Config{BaseURL: apitest.MustParse(t, "http://localhost"), Now: clock.Now})
	p := apitest.NewPhone(t)
	require.Equal(t, http.StatusOK, s.SignIn().Confirm().Register(p, "My phone").StatusCode)
	signed := p.Sign(t, s.Browser())
	codes := make(chan int, 8)
	for i := range cap(codes) {
		go func() { codes <- []*apitest.Site{s, replica}[i%2].Browser().Passkey(signed) }()
	}
	got := map[int]int{}
	for range cap(codes) {
		got[<-codes]++
	}
	assert.Equal(t, map[int]int{200: 1, 401: 7}, got)
}

func TestAPasskeyConfirmsASession(t *testing.T) {
	t.Parallel()
	s, _ := apitest.StartLocal(t)
	p := apitest.NewPhone(t)
	require.Equal(t, http.StatusOK, s.SignIn().Confirm().Register(p, "My phone").StatusCode)
	testdb.Exec(t, s.DSN, `UPDATE sessions SET confirmed_until = NULL`)
	a := s.Call(http.MethodPost, "/api/v1/account/confirm", map[string]any{"passkey": p.Sign(t, s)})
	assert.Equal(t, http.StatusNoContent, a.StatusCode, string(a.Raw))
	assert.Equal(t, http.StatusOK, s.Call(http.MethodPost, "/api/v1/account/recovery-codes", nil).StatusCode)
}

func TestPasskeysAreNotOfferedWhereBrowsersRefuseThem(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Confirm()
	assert.False(t, s.Account().PasskeysPossible)
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodPost, "/api/v1/session/passkey/options", nil).StatusCode)
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodPost, "/api/v1/account/passkeys/options", nil).StatusCode)
}
