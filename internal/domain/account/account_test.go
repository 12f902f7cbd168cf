package account

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
)

func TestA3ProvesAcceptsOnlyCorrectCredentials(t *testing.T) {
	t.Parallel()
	o, err := NewOwner(" Owner@Example.com ", "a long enough password")
	require.NoError(t, err)
	assert.Equal(t, "owner@example.com", o.Email)
	assert.Contains(t, o.PasswordHash, "$argon2id$")
	assert.True(t, o.Proves("owner@example.com", "a long enough password"))
	assert.True(t, o.Proves("OWNER@example.com ", "a long enough password"))
	assert.False(t, o.Proves("owner@example.com", "a long enough passwore"))
	assert.False(t, o.Proves("other@example.com", "a long enough password"))
	assert.False(t, o.Proves("", ""))
	assert.False(t, Owner{}.Proves("", "no account has this password"), "the placeholder's password must not sign anybody in")
}

func TestNewOwnerRefusesInvalidCredentials(t *testing.T) {
	t.Parallel()
	for _, bad := range [][2]string{
		{"owner@example.com", "short"},
		{"owner@example.com", "ક્ષક્ષક્ષક્ષક્ષક્ષ"},
		{"owner@example.com", "owner@example.com"},
		{"owner", "a long enough password"},
		{"owner@localhost", "a long enough password"},
		{"@example.com", "a long enough password"},
		{"a b@example.com", "a long enough password"},
	} {
		_, err := NewOwner(bad[0], bad[1])
		assert.ErrorAs(t, err, &fault.Invalid{}, bad)
	}
}

func TestPasswordAcceptsAnyCharactersUpTo256(t *testing.T) {
	t.Parallel()
	for _, password := range []string{
		"seven green lanterns", "SEVEN GREEN LANTERNS", "73910482655109", "!?;:%<>{}~|§-^'", "મારી દુકાન સવારે ખુલે", "  a gate under monsoon  ",
		strings.Repeat("gate under monsoon, nine lanterns; ", 8)[:256], strings.Repeat("ક્ષ ત્ર જ્ઞ શ્ર દ્વ ", 7)[:200],
	} {
		o, err := NewOwner("owner@example.com", password)
		require.NoError(t, err, password)
		assert.Contains(t, o.PasswordHash, "$m=19456,t=2,p=1$", "OWASP's parameters")
		assert.True(t, o.Proves("owner@example.com", password), password)
		for _, other := range []string{swapCase(password), " " + password, password + " ", strings.TrimSpace(password), password[:len(password)-1], password + "a"} {
			assert.Equal(t, other == password, o.Proves("owner@example.com", other), "%q for %q", other, password)
		}
	}
	_, err := NewOwner("owner@example.com", strings.Repeat("gate under monsoon, nine lanterns; ", 8)[:257])
	assert.Equal(t, fault.Invalid{Issues: []fault.Issue{{Field: "password", Code: fault.TooLong, Want: "256"}}}, err, "refused, not truncated")
}

func swapCase(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, text)
}

// randomBits counts five bits for each base32 letter and checks that every letter occurs
// at every position.
func randomBits(t *testing.T, next func() string) int {
	t.Helper()
	var seen []map[byte]bool
	all := map[string]bool{}
	for range 2000 {
		text := next()
		assert.Regexp(t, `^[A-Z2-7]+$`, text)
		all[text] = true
		for len(seen) < len(text) {
			seen = append(seen, map[byte]bool{})
		}
		for i := range text {
			seen[i][text[i]] = true
		}
	}
	assert.Len(t, all, 2000)
	for i, letters := range seen {
		assert.Len(t, letters, 32, "position %d", i)
	}
	return 5 * len(seen)
}

func TestTokenHas256Bits(t *testing.T) {
	t.Parallel()
	assert.GreaterOrEqual(t, randomBits(t, func() string { return string(NewToken()) }), 256)
	token := NewToken()
	sum := sha256.Sum256([]byte(token))
	assert.Equal(t, base64.RawURLEncoding.EncodeToString(sum[:]), token.Hash())
}

func TestRecoveryCodeHas80Bits(t *testing.T) {
	t.Parallel()
	assert.Equal(t, 80, randomBits(t, newRecoveryCode))
}
