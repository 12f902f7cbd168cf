// Package account defines the owner's account: password, authenticator app, passkeys,
// recovery codes and sessions. It stores nothing and serves no HTTP.
package account

import (
	"cmp"
	"strconv"
	"strings"
	"sync"

	"github.com/alexedwards/argon2id"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/grapheme"
)

// DisplayName and Role are the same for every session: there is one owner and no
// other role.
const (
	DisplayName = "Admin"
	Role        = "admin"
)

// MinPassword is the minimum length of a password in letters (grapheme clusters). The only
// other requirement is that the password is not easy to guess (see Weak).
const MinPassword = 12

const maxPassword = 256

// params make one password check take about 29 ms and 19 MiB (OWASP's first recommendation).
var params = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

var emailRule = field.Rule{Kind: field.Email}

// Owner is the account that may change the site.
type Owner struct {
	Email        string
	PasswordHash string
	Handle       []byte // user handle of passkeys; random, reveals nothing about the person
}

// NewOwner checks email and password and returns the account to store.
func NewOwner(email, password string, about ...string) (Owner, error) {
	return Owner{}.Changed(&email, &password, about...)
}

// Changed returns the owner with another email address, password or both; nil leaves a value
// unchanged. about lists publicly known words, such as the brand; Changed refuses a password
// that is made of them.
func (o Owner) Changed(email, password *string, about ...string) (Owner, error) {
	var issues []fault.Issue
	if email != nil {
		var issue *fault.Issue
		if o.Email, issue = emailRule.Clean("email", NormalizeEmail(*email)); issue != nil {
			issues = append(issues, *issue)
		}
	}
	if password != nil {
		switch n := grapheme.Count(*password); {
		case n < MinPassword:
			issues = append(issues, fault.Issue{Field: "password", Code: fault.TooShort, Want: strconv.Itoa(MinPassword)})
		case n > maxPassword || len(*password) > 4*maxPassword:
			issues = append(issues, fault.Issue{Field: "password", Code: fault.TooLong, Want: strconv.Itoa(maxPassword)})
		default:
			if why := Weak(*password, append(about, o.Email, *cmp.Or(email, &o.Email))...); why != "" {
				issues = append(issues, fault.Issue{Field: "password", Code: why})
			}
		}
	}
	if len(issues) > 0 {
		return Owner{}, fault.Invalid{Issues: issues}
	}
	if password == nil {
		return o, nil
	}
	hash, err := argon2id.CreateHash(*password, params)
	o.PasswordHash = hash
	return o, err
}

// NormalizeEmail returns the address trimmed and in lower case, because people do not remember
// how they capitalized theirs.
func NormalizeEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// absent is the owner whose password is checked if the email address is unknown, so that
// refusing a wrong address takes as long as refusing a wrong password.
var absent = sync.OnceValue(func() Owner {
	hash, err := argon2id.CreateHash("no account has this password", params)
	if err != nil {
		panic(err)
	}
	return Owner{PasswordHash: hash}
})

// Proves reports whether email and password are this owner's. The zero Owner means
// that there is no account.
func (o Owner) Proves(email, password string) bool {
	known := o.Email != "" && NormalizeEmail(email) == o.Email
	if !known {
		o = absent()
	}
	if len(password) > 4*maxPassword {
		password = ""
	}
	match, err := argon2id.ComparePasswordAndHash(password, o.PasswordHash)
	return match && err == nil && known
}
