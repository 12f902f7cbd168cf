package seal_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/seal"
)

func key(t *testing.T) *seal.Key {
	t.Helper()
	k, err := seal.Parse(seal.Make() + "\n")
	require.NoError(t, err)
	return k
}

func TestSecretOpensOnlyWithItsKeyAndPurpose(t *testing.T) {
	t.Parallel()
	mine, another := key(t), key(t)
	sealed := mine.Seal("JBSWY3DP", "authenticator")
	assert.True(t, seal.Sealed(sealed))
	assert.NotContains(t, sealed, "JBSWY3DP")
	assert.NotEqual(t, sealed, mine.Seal("JBSWY3DP", "authenticator"), "equal secrets must not look equal")
	opened, err := mine.Open(sealed, "authenticator")
	require.NoError(t, err)
	assert.Equal(t, "JBSWY3DP", opened)
	for _, wrong := range []func() (string, error){
		func() (string, error) { return another.Open(sealed, "authenticator") },
		func() (string, error) { return mine.Open(sealed, "something else") },
		func() (string, error) { return (*seal.Key)(nil).Open(sealed, "authenticator") },
		func() (string, error) { return mine.Open(sealed[:len(sealed)-8], "authenticator") },
		func() (string, error) { return mine.Open("sealed:"+strings.Repeat("A", 64), "authenticator") },
	} {
		_, err := wrong()
		require.ErrorIs(t, err, seal.ErrKey)
	}
}

func TestUnsealedSecretIsReturnedUnchanged(t *testing.T) {
	t.Parallel()
	for _, k := range []*seal.Key{nil, key(t)} {
		opened, err := k.Open("JBSWY3DP", "authenticator")
		require.NoError(t, err)
		assert.Equal(t, "JBSWY3DP", opened)
	}
	assert.Equal(t, "JBSWY3DP", (*seal.Key)(nil).Seal("JBSWY3DP", "authenticator"))
}

func TestKeyMustBe32Bytes(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"", "hunter2", "AAAA", seal.Make() + "AAAA"} {
		_, err := seal.Parse(wrong)
		require.Error(t, err, wrong)
	}
}

func TestSealUsesAES256GCM(t *testing.T) {
	t.Parallel()
	text := seal.Make()
	mine, err := seal.Parse(text)
	require.NoError(t, err)
	raw, err := base64.StdEncoding.DecodeString(text)
	require.NoError(t, err)
	require.Len(t, raw, 256/8)
	block, err := aes.NewCipher(raw)
	require.NoError(t, err)
	gcm, err := cipher.NewGCM(block)
	require.NoError(t, err)
	sealed, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(mine.Seal("JBSWY3DP", "authenticator"), seal.Prefix))
	require.NoError(t, err)
	opened, err := gcm.Open(nil, sealed[:gcm.NonceSize()], sealed[gcm.NonceSize():], []byte("authenticator"))
	require.NoError(t, err)
	assert.Equal(t, "JBSWY3DP", string(opened))
	for i := range sealed {
		changed := bytes.Clone(sealed)
		changed[i] ^= 1
		_, err := mine.Open(seal.Prefix+base64.StdEncoding.EncodeToString(changed), "authenticator")
		require.ErrorIs(t, err, seal.ErrKey, "byte %d", i)
	}
}
