package account

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"regexp"
	"time"

	"parichay/locales"
)

// Purpose is the purpose of a one-time link, and the last part of its path.
type Purpose string

// The purposes.
const (
	SetUp Purpose = "setup" // creates the account, while there is none
	Reset Purpose = "reset" // chooses a new password
)

// Life returns how long a link is valid. A reset link is sent by mail, which others may read
// later, so it expires soon.
func (p Purpose) Life() time.Duration {
	if p == SetUp {
		return 24 * time.Hour
	}
	return 30 * time.Minute
}

// Link returns the URL where the token is used. The token is in the fragment, which
// browsers do not send, so that no proxy can log it.
func (p Purpose) Link(base string, t Token) string {
	return base + "/admin/" + string(p) + "#" + string(t)
}

// FindLink extracts the purpose and the token of the link that another process has printed.
func FindLink(printed, base string) (Purpose, Token, error) {
	link := regexp.MustCompile(`(?m)^    ` + regexp.QuoteMeta(base) + `/admin/(setup|reset)#([A-Z2-7]{52})$`)
	found := link.FindStringSubmatch(printed)
	if found == nil {
		return "", "", errors.New("no link in the output")
	}
	return Purpose(found[1]), Token(found[2]), nil
}

// ResetMail holds the arguments of the job that mails a reset link. The job creates the
// link, so that the queue holds no secret.
type ResetMail struct {
	Email    string       `json:"email"` // hashed, because anybody can request a reset for any address
	Language locales.Lang `json:"language"`
}

// Kind names the job in the queue.
func (ResetMail) Kind() string { return "reset_mail" }

// HashEmail hashes an address that somebody typed, for storage.
func HashEmail(email string) string {
	sum := sha256.Sum256([]byte(NormalizeEmail(email)))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
