package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"time"
)

// How long a session lasts unused and at most; how long a right password waits
// for its second factor; how long changing credentials goes on without asking
// again; and how long a browser that signed in once is told from a stranger's.
const (
	SessionIdle  = time.Hour
	SessionLife  = 24 * time.Hour
	HalfLife     = 5 * time.Minute
	ConfirmLife  = 10 * time.Minute
	DeviceLife   = 180 * 24 * time.Hour
	HalfAttempts = 5 // wrong codes after which the password is asked for again
)

// Token is a secret a browser holds in a cookie. Only its hash is stored: a copy
// of the database opens nothing.
type Token string

// NewToken makes one that cannot be guessed.
func NewToken() Token { return Token(rand.Text() + rand.Text()) }

// Hash is what is stored of a token.
func (t Token) Hash() string {
	sum := sha256.Sum256([]byte(t))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Browser is where a call comes from, as far as the owner is told.
type Browser struct {
	UserAgent string
	Network   string // a prefix, never the whole address
}

// Visit is a browser with the secrets it gets when it signs in.
type Visit struct {
	Browser
	Session, Half, Device Token
	Former                Token // of the session this one takes the place of
}

// Session is one signed-in browser.
type Session struct {
	ID           string // to name it by; opens nothing
	Email        string
	CreatedAt    time.Time
	LastSeen     time.Time
	Idle         time.Duration // since LastSeen
	ExpiresIn    time.Duration
	ConfirmedFor time.Duration // positive while credentials may be changed without asking again
	Factor       bool          // the account has a second factor
	Browser
}

// Names of browsers and systems by what their user agents say. The first that
// matches wins: most claim to be several.
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

// Device names the browser and the system it runs on; empty where it cannot
// tell. The names are brands, the same in every language.
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
