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

	"golang.org/x/crypto/argon2"
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
	Owner     Owner    // the account it was checked against
	TOTP      *TOTP    // with the step just used
	Recovery  string   // a recovery code as it is stored
	Passkey   *Passkey // as the check left it
	Challenge string   // that the passkey answered
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

// recoveryLetters is the length of a code: 80 bits.
const recoveryLetters = 16

// Codes are recovery codes: as they are shown, once, and as they are stored.
type Codes struct{ Shown, Stored []string }

func newRecoveryCode() string { return rand.Text()[:recoveryLetters] }

// NewRecoveryCodes makes the codes to be written down.
func NewRecoveryCodes() (codes Codes) {
	var quick []string
	for range RecoveryCodes {
		t := newRecoveryCode()
		codes.Shown = append(codes.Shown, t[:4]+"-"+t[4:8]+"-"+t[8:12]+"-"+t[12:])
		quick = append(quick, HashRecovery(t))
	}
	codes.Stored = SlowCodes(quick)
	return codes
}

// SlowCodes is what is stored of codes that were hashed quickly: hashed again as
// passwords are, all with one salt, so that whoever types one costs one hash,
// whichever of them it is.
func SlowCodes(quick []string) []string {
	salt := make([]byte, params.SaltLength)
	_, _ = rand.Read(salt) // never fails: crypto/rand ends the program instead
	slow := make([]string, len(quick))
	for i, one := range quick {
		slow[i] = slowCode(one, salt)
	}
	return slow
}

func slowCode(quick string, salt []byte) string {
	key := argon2.IDKey([]byte(quick), salt, params.Iterations, params.Memory, params.Parallelism, params.KeyLength)
	return fmt.Sprintf("%s%s$%s", slowPrefix(), base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key))
}

func slowPrefix() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, params.Memory, params.Iterations, params.Parallelism)
}

// Slow tells whether a stored code is hashed slowly. Versions before 38 of the schema
// stored them otherwise.
func Slow(stored string) bool { return strings.HasPrefix(stored, slowPrefix()) }

// mostSalts bounds what one attempt costs. Codes have one salt, or two while they are
// being hashed anew.
const mostSalts = 2

// FindRecovery finds the stored code that somebody typed; empty when it is none.
func FindRecovery(stored []string, typed string) (string, error) {
	quick := HashRecovery(typed)
	made := map[string]string{} // by salt
	for _, one := range stored {
		mine := quick
		if Slow(one) {
			text, _, _ := strings.Cut(strings.TrimPrefix(one, slowPrefix()), "$")
			salt, err := base64.RawStdEncoding.DecodeString(text)
			if err != nil {
				return "", err
			}
			if made[text] == "" && len(made) < mostSalts {
				made[text] = slowCode(quick, salt)
			}
			mine = made[text]
		}
		if subtle.ConstantTimeCompare([]byte(mine), []byte(one)) == 1 {
			return one, nil
		}
	}
	return "", nil
}

// readable undoes what people make of a code's letters when they copy it by
// hand; the alphabet has no 0, 1 or 8.
var readable = strings.NewReplacer("-", "", " ", "", "0", "O", "1", "I", "8", "B")

// HashRecovery is the quick hash of a recovery code, however it was typed.
func HashRecovery(code string) string {
	sum := sha256.Sum256([]byte("recovery code " + readable.Replace(strings.ToUpper(code))))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
