// Package account implements the API handlers of the owner's account: sign-in and sign-out,
// second factors, sessions, setup links and password resets. It does not check access; package
// api does that for each route.
package account

import (
	"net/url"
	"time"

	"parichay/internal/api/signin"
	"parichay/internal/domain/account"
	"parichay/internal/kit/lazy"
	"parichay/internal/store/postgres"
)

// Keys holds the handlers, which package api registers.
type Keys struct {
	Store   *postgres.Store
	Guard   *signin.Guard
	BaseURL *url.URL
	Mail    bool // a mail server is configured
	Now     func() time.Time
	Owned   *lazy.Value[struct{}] // caches that an account exists

	RequireFactor bool // the owner must have a second factor
}

// Session is the state of the caller's sign-in.
type Session struct {
	User      *User    `json:"user,omitempty" doc:"Absent when nobody is signed in"`
	ExpiresIn int      `json:"expiresIn,omitempty" doc:"Seconds until the session expires unless renewed"`
	MustSetUp bool     `json:"mustSetUp,omitempty" doc:"A second factor is required and missing: only the routes that set one up are open"`
	Needs     []string `json:"needs,omitempty" enum:"totp,passkey,recovery" doc:"The password was right; one of these completes the sign-in"`
}

// User is the signed-in owner.
type User struct {
	Email string `json:"email"`
	Name  string `json:"name"`
	Role  string `json:"role" enum:"admin"`
}

// Shown converts a session to the form in which the API returns it.
func (k Keys) Shown(session account.Session) Session {
	return Session{
		MustSetUp: k.RequireFactor && !session.Factor,
		User:      &User{Email: session.Email, Name: account.DisplayName, Role: account.Role},
		ExpiresIn: max(1, int(session.ExpiresIn.Seconds())),
	}
}
