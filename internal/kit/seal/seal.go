// Package seal encrypts short secrets before they are stored, with a key that is
// kept elsewhere: who has the database, or a backup of it, does not have them.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"strings"
)

// Key opens what it sealed. A nil key leaves secrets as they are.
type Key struct{ aead cipher.AEAD }

const (
	keyLength = 32

	// Prefix is what every sealed secret begins with.
	Prefix = "sealed:"
)

// ErrKey says that a secret was sealed with another key, or that there is none.
var ErrKey = errors.New("sealed with another key")

// Make makes the text of a new key.
func Make() string {
	raw := make([]byte, keyLength)
	_, _ = rand.Read(raw) // it never fails
	return base64.StdEncoding.EncodeToString(raw)
}

// Parse reads the text of a key.
func Parse(text string) (*Key, error) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil || len(raw) != keyLength {
		return nil, errors.New("must be 32 random bytes in base64; `openssl rand -base64 32` makes them")
	}
	block, err := aes.NewCipher(raw)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return &Key{aead}, err
}

// Seal encrypts a secret. about says what it is, so that it opens as nothing else.
func (k *Key) Seal(secret, about string) string {
	if k == nil {
		return secret
	}
	sealed := k.aead.Seal(nil, nil, []byte(secret), []byte(about)) //nolint:gosec // this AEAD makes its own nonce, at random
	return Prefix + base64.StdEncoding.EncodeToString(sealed)
}

// Open decrypts a secret. One that was stored before there was a key is as it is.
func (k *Key) Open(stored, about string) (string, error) {
	text, sealed := strings.CutPrefix(stored, Prefix)
	if !sealed {
		return stored, nil
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil || k == nil {
		return "", ErrKey
	}
	secret, err := k.aead.Open(nil, nil, raw, []byte(about))
	if err != nil {
		return "", ErrKey
	}
	return string(secret), nil
}

// Sealed tells whether a stored secret is encrypted.
func Sealed(stored string) bool { return strings.HasPrefix(stored, Prefix) }
