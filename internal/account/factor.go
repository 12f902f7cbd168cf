package account

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // every authenticator app makes its codes with it (RFC 6238); HMAC does not suffer from its collisions
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// Factors says what a sign-in by password asks for besides.
type Factors struct {
	TOTP     bool
	Passkeys int
	Codes    int // recovery codes not used yet
}

// The ways to complete a sign-in by password.
const (
	ByTOTP     = "totp"
	ByRecovery = "recovery"
	ByPasskey  = "passkey"
)

// Any reports whether a second factor is set up. Recovery codes stand in for
// one, they are none.
func (f Factors) Any() bool { return f.TOTP || f.Passkeys > 0 }

// Needs lists what completes a sign-in by password; empty when nothing is needed.
func (f Factors) Needs() (ways []string) {
	if !f.Any() {
		return nil
	}
	if f.TOTP {
		ways = append(ways, ByTOTP)
	}
	if f.Passkeys > 0 {
		ways = append(ways, ByPasskey)
	}
	if f.Codes > 0 {
		ways = append(ways, ByRecovery)
	}
	return ways
}

// Proof is what was found right. The store uses it up in the transaction that
// relies on it, and refuses it when the account has changed since.
type Proof struct {
	Owner    Owner    // the account it was checked against
	TOTP     *TOTP    // with the step just used
	Recovery string   // hash of a recovery code
	Passkey  *Passkey // as the check left it
}

// step is how long an authenticator's code lasts, in seconds.
const step = 30

// TOTP is an authenticator app (RFC 6238, as every app makes it by default).
type TOTP struct {
	ID       int64
	Secret   string
	LastStep int64 // of the newest code that was used
}

// secretBytes is the length of a secret, as RFC 4226 recommends.
const secretBytes = 20

// secrets is how apps are told one.
var secrets = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewTOTP makes the secret to share with an app.
func NewTOTP() (TOTP, error) {
	raw := make([]byte, secretBytes)
	_, err := rand.Read(raw)
	return TOTP{Secret: secrets.EncodeToString(raw)}, err
}

// Code is what the app shows in a step (RFC 4226, 5.3): the library that made it before
// brought an encoder of barcodes along, for ten lines.
func (t TOTP) Code(step int64) (string, error) {
	key, err := secrets.DecodeString(strings.TrimRight(strings.ToUpper(t.Secret), "="))
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, step) // a hash takes everything
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 15
	return fmt.Sprintf("%06d", (binary.BigEndian.Uint32(sum[at:at+4])&0x7fffffff)%1_000_000), nil
}

// Step is the one that a moment lies in.
func Step(at time.Time) int64 { return at.Unix() / step }

// URL is what the app reads from the QR code.
func (t TOTP) URL(issuer, email string) string {
	label := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + issuer + ":" + email}
	label.RawQuery = "secret=" + t.Secret + "&issuer=" + url.QueryEscape(issuer)
	return label.String()
}

// Use checks a code made within a step of now and returns the authenticator
// with that step used. A code is good once: neither it nor an older one works
// again.
func (t TOTP) Use(code string, now time.Time) (used TOTP, ok bool) {
	code = strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, code)
	current := Step(now)
	for n := max(current-1, t.LastStep+1); n <= current+1; n++ {
		want, err := t.Code(n)
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			t.LastStep = n
			return t, true
		}
	}
	return t, false
}

// RecoveryCodes is how many are made at once.
const RecoveryCodes = 10

// recoveryLetters is the length of a code: 80 bits, so that a plain hash of it
// is safe to store.
const recoveryLetters = 16

// NewRecoveryCodes makes the codes to be written down. They are shown once and
// stored as hashes.
func NewRecoveryCodes() []string {
	codes := make([]string, RecoveryCodes)
	for i := range codes {
		t := rand.Text()[:recoveryLetters]
		codes[i] = t[:4] + "-" + t[4:8] + "-" + t[8:12] + "-" + t[12:]
	}
	return codes
}

// readable undoes what people make of a code's letters when they copy it by
// hand; the alphabet has no 0, 1 or 8.
var readable = strings.NewReplacer("-", "", " ", "", "0", "O", "1", "I", "8", "B")

// HashRecovery is what is stored of a recovery code, however it was typed.
func HashRecovery(code string) string {
	sum := sha256.Sum256([]byte("recovery code " + readable.Replace(strings.ToUpper(code))))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
