package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"time"
)

// Lifetimes of sessions and sign-ins.
const (
	SessionIdle  = time.Hour            // a session ends after this time without use
	SessionLife  = 24 * time.Hour       // a session ends after this time at the latest
	HalfLife     = 5 * time.Minute      // a sign-in expires if the second factor does not follow the password within this time
	ConfirmLife  = 10 * time.Minute     // after a confirmation, credentials may be changed for this time
	DeviceLife   = 180 * 24 * time.Hour // a browser that has signed in is recognized for this time
	HalfAttempts = 5                    // wrong codes until the password is required again
)

// Token is a secret that a browser holds in a cookie. Only its hash is stored, so that
// a copy of the database gives no access.
type Token string

// NewToken creates a token that cannot be guessed.
func NewToken() Token { return Token(rand.Text() + rand.Text()) }

// Hash returns the stored form of a token.
func (t Token) Hash() string {
	sum := sha256.Sum256([]byte(t))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Browser is the origin of a request, as shown to the owner.
type Browser struct {
	UserAgent string
	Network   string // a prefix, never the full address
}

// Visit is a browser with the tokens it gets when it signs in.
type Visit struct {
	Browser
	Session, Half, Device Token
	Former                Token // token of the session that this one replaces
}

// Session is one signed-in browser.
type Session struct {
	ID           string // for display; gives no access
	Email        string
	CreatedAt    time.Time
	LastSeen     time.Time
	Idle         time.Duration // since LastSeen
	ExpiresIn    time.Duration
	ConfirmedFor time.Duration // positive while credentials may be changed without confirming again
	Factor       bool          // the account has a second factor
	Browser
}

// Names of browsers and systems by a part of the user agent. The first match wins: most
// user agents contain several names.
var (
	browsers = [][2]string{
		{"Instagram", "Instagram"},
		{"FBAN/", "Facebook"},
		{"FBAV/", "Facebook"},
		{"Edg", "Edge"},
		{"OPR/", "Opera"},
		{"SamsungBrowser/", "Samsung Internet"},
		{"UCBrowser/", "UC Browser"},
		{"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"},
		{"Chrome/", "Chrome"},
		{"Safari/", "Safari"},
	}
	systems = [][2]string{
		{"Android", "Android"},
		{"iPhone", "iPhone"},
		{"iPad", "iPad"},
		{"Windows", "Windows"},
		{"Mac OS X", "macOS"},
		{"CrOS", "ChromeOS"},
		{"Linux", "Linux"},
	}
)

// Device returns the names of the browser and its operating system, or "" if unknown.
// The names are brands, which are the same in every language.
func (b Browser) Device() (browser, system string) {
	return named(browsers, b.UserAgent), named(systems, b.UserAgent)
}

func named(names [][2]string, userAgent string) string {
	for _, name := range names {
		if strings.Contains(userAgent, name[0]) {
			return name[1]
		}
	}
	return ""
}
