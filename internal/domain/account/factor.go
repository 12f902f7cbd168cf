package account

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // authenticator apps use SHA-1 (RFC 6238); its collisions do not weaken HMAC
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

// Factors lists the second factors that are set up.
type Factors struct {
	TOTP     bool
	Passkeys int
	Codes    int // recovery codes not used yet
}

// The second steps of a sign-in by password.
const (
	ByTOTP     = "totp"
	ByRecovery = "recovery"
	ByPasskey  = "passkey"
)

// Any reports whether a second factor is set up. Recovery codes replace a factor but
// are not one.
func (f Factors) Any() bool { return f.TOTP || f.Passkeys > 0 }

// Needs lists the possible second steps of a sign-in by password; empty if there is none.
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

// Proof is a successful check of credentials. The store consumes it in the transaction
// that relies on it, and refuses it if the account has changed since.
type Proof struct {
	Owner     Owner    // the account it was checked against
	TOTP      *TOTP    // with the step just used
	Recovery  string   // a recovery code as it is stored
	Passkey   *Passkey // as updated by the check
	Challenge string   // answered by the passkey
}

// step is the lifetime of an authenticator's code, in seconds.
const step = 30

// TOTP is an authenticator app (RFC 6238 with the default parameters).
type TOTP struct {
	ID       int64
	Secret   string
	LastStep int64 // step of the newest code that was used
}

// secretBytes is the length of a secret, as RFC 4226 recommends.
const secretBytes = 20

// secrets is the base32 encoding of secrets that authenticator apps expect.
var secrets = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewTOTP creates the secret to share with an app.
func NewTOTP() (TOTP, error) {
	raw := make([]byte, secretBytes)
	_, err := rand.Read(raw)
	return TOTP{Secret: secrets.EncodeToString(raw)}, err
}

// Code returns the code that the app shows in a step (RFC 4226, section 5.3). It is
// implemented here because the library used before also pulled in a barcode encoder.
func (t TOTP) Code(step int64) (string, error) {
	key, err := secrets.DecodeString(strings.TrimRight(strings.ToUpper(t.Secret), "="))
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, step) // writing to a hash never fails
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 15
	return fmt.Sprintf("%06d", (binary.BigEndian.Uint32(sum[at:at+4])&0x7fffffff)%1_000_000), nil
}

// Step returns the step that contains a time.
func Step(at time.Time) int64 { return at.Unix() / step }

// URL returns the otpauth URL for the app's QR code.
func (t TOTP) URL(issuer, email string) string {
	label := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + issuer + ":" + email}
	label.RawQuery = "secret=" + t.Secret + "&issuer=" + url.QueryEscape(issuer)
	return label.String()
}

// Use checks a code, which may be off by one step, and returns the authenticator with
// that step marked as used. A code is valid once; older codes are invalid afterwards.
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

// RecoveryCodes is the number of codes in a set.
const RecoveryCodes = 10

// recoveryLetters is the length of a code: 80 bits.
const recoveryLetters = 16

// Codes holds new recovery codes twice: Shown in clear text, which the owner sees once, and
// Stored as hashes.
type Codes struct{ Shown, Stored []string }

func newRecoveryCode() string { return rand.Text()[:recoveryLetters] }

// NewRecoveryCodes creates a set of random codes.
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

// SlowCodes hashes fast-hashed codes again with argon2id, as passwords are. All codes
// share one salt, so that checking a typed code takes a single slow hash.
func SlowCodes(quick []string) []string {
	salt := make([]byte, params.SaltLength)
	_, _ = rand.Read(salt) // never fails: crypto/rand crashes the program instead
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

// Slow reports whether a stored code is a slow hash. Schema versions before 38 stored
// fast hashes.
func Slow(stored string) bool { return strings.HasPrefix(stored, slowPrefix()) }

// mostSalts limits how many slow hashes one attempt may cost. All codes share one salt, or two
// while they are being rehashed.
const mostSalts = 2

// FindRecovery returns the stored hash of a typed code, or "" if the code is wrong.
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

// readable removes separators and replaces the digits 0, 1 and 8 with the letters O, I and B,
// which people confuse when they copy a code by hand. The alphabet has none of these digits.
var readable = strings.NewReplacer("-", "", " ", "", "0", "O", "1", "I", "8", "B")

// HashRecovery returns the fast hash of a recovery code, in any spelling.
func HashRecovery(code string) string {
	sum := sha256.Sum256([]byte("recovery code " + readable.Replace(strings.ToUpper(code))))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
