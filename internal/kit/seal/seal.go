// Package seal encrypts short secrets before they are stored. The key is stored outside the
// database, so that a copy or backup of the database does not reveal the secrets.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"strings"
)

// Key encrypts and decrypts secrets. A nil Key leaves secrets in plain text.
type Key struct{ aead cipher.AEAD }

const (
	keyLength = 32

	// Prefix marks a sealed secret.
	Prefix = "sealed:"
)

// ErrKey is returned when a secret was sealed with another key, or there is no key.
var ErrKey = errors.New("sealed with another key")

// Make returns a new random key as text.
func Make() string {
	raw := make([]byte, keyLength)
	_, _ = rand.Read(raw) // never fails
	return base64.StdEncoding.EncodeToString(raw)
}

// Parse decodes a key from text.
func Parse(text string) (*Key, error) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil || len(raw) != keyLength {
		return nil, errors.New("must be 32 random bytes in base64: create them with `openssl rand -base64 32`")
	}
	block, err := aes.NewCipher(raw)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return &Key{aead}, err
}

// Seal encrypts a secret. about names its purpose; Open needs the same about.
func (k *Key) Seal(secret, about string) string {
	if k == nil {
		return secret
	}
	sealed := k.aead.Seal(nil, nil, []byte(secret), []byte(about)) //nolint:gosec // this AEAD adds its own random nonce
	return Prefix + base64.StdEncoding.EncodeToString(sealed)
}

// Open decrypts a secret. A secret stored before there was a key is returned unchanged.
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

// Sealed reports whether a stored secret is encrypted.
func Sealed(stored string) bool { return strings.HasPrefix(stored, Prefix) }
