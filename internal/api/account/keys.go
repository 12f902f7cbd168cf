// Package keys answers the API's calls about the owner's account: signing in and out,
// second factors, sessions, and the links that make an account or choose a password. It
// is a part of the server; who may call what is said where the routes are.
package account

import (
	"context"
	"net/url"
	"time"

	"parichay/internal/api/signin"
	"parichay/internal/domain/account"
	"parichay/internal/kit/lazy"
	"parichay/internal/store/postgres"
)

// The cookies: a session, a sign-in that waits for its second factor, and the
// mark of a browser that has signed in before.
const (
	SessionCookie = "parichay_session"
	HalfCookie    = "parichay_half"
	DeviceCookie  = "parichay_device"
)

// Keys answers the calls; the server registers its methods.
type Keys struct {
	Store   *postgres.Store
	Guard   *signin.Guard
	BaseURL *url.URL
	Mail    bool // there is a mail server
	Now     func() time.Time
	Owned   *lazy.Value[struct{}] // known once there is an account
	Caller  func(context.Context) *signin.Caller
	Cookie  func(name string, token account.Token, life time.Duration) string

	RequireFactor bool // a second factor is wanted of the owner
}

// Session is who is signed in, if anybody is.
type Session struct {
	User      *User    `json:"user,omitempty" doc:"Absent when nobody is signed in"`
	ExpiresIn int      `json:"expiresIn,omitempty" doc:"Seconds until the session ends unless renewed"`
	MustSetUp bool     `json:"mustSetUp,omitempty" doc:"A second factor is wanted and not there: only what sets it up is open"`
	Needs     []string `json:"needs,omitempty" enum:"totp,passkey,recovery" doc:"The password was right; any one of these completes the sign-in"`
}

// User is the signed-in owner.
type User struct {
	Email string `json:"email"`
	Name  string `json:"name"`
	Role  string `json:"role" enum:"admin"`
}

// Shown is a session as the app sees it.
func (k Keys) Shown(session account.Session) Session {
	return Session{
		MustSetUp: k.RequireFactor && !session.Factor,
		User:      &User{Email: session.Email, Name: account.DisplayName, Role: account.Role},
		ExpiresIn: max(1, int(session.ExpiresIn.Seconds())),
	}
}
