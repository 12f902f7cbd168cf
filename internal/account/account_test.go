package account

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/fault"
)

func TestA3OnlyTheRightEmailWithTheRightPasswordProvesTheOwner(t *testing.T) {
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
	assert.False(t, Owner{}.Proves("", "no account has this password"), "the stand-in is nobody's password")
}

func TestAWeakPasswordOrABrokenEmailIsRefused(t *testing.T) {
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
