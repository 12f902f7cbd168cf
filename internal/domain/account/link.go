package account

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"regexp"
	"time"

	"parichay/locales"
)

// Purpose is what a link that works once is for; it is also where it leads.
type Purpose string

// The purposes.
const (
	SetUp Purpose = "setup" // makes the account, while there is none
	Reset Purpose = "reset" // chooses a new password
)

// Life is how long a link of that purpose works. One for a new password travels by
// mail, which others may read one day.
func (p Purpose) Life() time.Duration {
	if p == SetUp {
		return 24 * time.Hour
	}
	return 30 * time.Minute
}

// Link is the address at which the token is used. It stands behind the #, which
// browsers keep to themselves: no log of a proxy holds it.
func (p Purpose) Link(base string, t Token) string {
	return base + "/admin/" + string(p) + "#" + string(t)
}

// FindLink finds the link that another process printed, and nothing else of its output.
func FindLink(printed, base string) (Purpose, Token, error) {
	link := regexp.MustCompile(`(?m)^    ` + regexp.QuoteMeta(base) + `/admin/(setup|reset)#([A-Z2-7]{52})$`)
	found := link.FindStringSubmatch(printed)
	if found == nil {
		return "", "", errors.New("no link was printed")
	}
	return Purpose(found[1]), Token(found[2]), nil
}

// ResetMail asks for a link to be mailed. It is a job's arguments: the link itself
// is made by whoever sends it, so that the queue holds no secret.
type ResetMail struct {
	Email    string       `json:"email"` // hashed: anybody may ask, for any address
	Language locales.Lang `json:"language"`
}

// Kind names the job in the queue.
func (ResetMail) Kind() string { return "reset_mail" }

// HashEmail is what is kept of an address that somebody typed.
func HashEmail(email string) string {
	sum := sha256.Sum256([]byte(NormalizeEmail(email)))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
