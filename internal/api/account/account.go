package account

import (
	"context"
	"encoding/json"
	"time"

	"parichay/internal/api/signin"
	"parichay/internal/api/wire"
	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
)

// shownEntries is how many log entries the account page shows.
const shownEntries = 20

// Account is the account as the owner sees it.
type Account struct {
	Email            string            `json:"email"`
	TOTP             bool              `json:"totp" doc:"An authenticator app is enabled"`
	Passkeys         []account.Passkey `json:"passkeys"`
	PasskeysPossible bool              `json:"passkeysPossible" doc:"Browsers support passkeys on the site's address"`
	RecoveryCodes    int               `json:"recoveryCodes" doc:"Number of unused recovery codes"`
	FactorRequired   bool              `json:"factorRequired,omitempty" doc:"The operator requires a second factor: the last one cannot be removed"`
	Sessions         []AccountSession  `json:"sessions" doc:"The current session first, then by last use"`
	Events           []AccountLogEntry `json:"events" doc:"Newest first"`
}

// Where describes the device and network of a session or log entry.
type Where struct {
	Browser string `json:"browser,omitempty" doc:"Name of the browser, for example Firefox"`
	System  string `json:"system,omitempty" doc:"Operating system, for example Android"`
	Network string `json:"network,omitempty" doc:"Subnet of the IP address"`
}

// AccountSession is one signed-in browser.
type AccountSession struct {
	ID        string    `json:"id"`
	Current   bool      `json:"current" doc:"Whether this is the caller's session"`
	CreatedAt time.Time `json:"createdAt"`
	LastSeen  time.Time `json:"lastSeen"`
	Where     Where     `json:"where"`
}

// AccountLogEntry is one entry of the account's log.
type AccountLogEntry struct {
	Kind  account.LogKind `json:"kind" doc:"Key of its text in the locale files"`
	At    time.Time       `json:"at"`
	Times int             `json:"times" doc:"How often it happened; refusals within an hour are merged"`
	Where Where           `json:"where"`
}

func where(b account.Browser) Where {
	browser, system := b.Device()
	return Where{Browser: browser, System: system, Network: b.Network}
}

// AccountAnswer is the account, with new cookies if any.
type AccountAnswer struct {
	Cookies []string `header:"Set-Cookie"`
	Body    Account
}

// GetAccount returns the account with its factors, sessions and log.
func (k Keys) GetAccount(ctx context.Context, _ *struct{}) (*AccountAnswer, error) {
	c := signin.CallerOf(ctx)
	who, err := k.Store.Accounts.Owner(ctx)
	if err != nil {
		return nil, err
	}
	factors, err := k.Store.Factors.Enabled(ctx)
	if err != nil {
		return nil, err
	}
	keys, err := k.Store.Factors.Passkeys(ctx)
	if err != nil {
		return nil, err
	}
	sessions, err := k.Store.Sessions.List(ctx, c.Session.ID)
	if err != nil {
		return nil, err
	}
	entries, err := k.Store.Accounts.Log(ctx, shownEntries)
	if err != nil {
		return nil, err
	}
	return &AccountAnswer{Body: Account{
		Email: who.Email, TOTP: factors.TOTP, RecoveryCodes: factors.Codes, PasskeysPossible: k.Guard.PasskeysPossible(), FactorRequired: k.RequireFactor,
		Passkeys: append([]account.Passkey{}, keys...),
		Sessions: wire.ShownAll(sessions, func(v account.Session) AccountSession {
			return AccountSession{v.ID, v.ID == c.Session.ID, v.CreatedAt, v.LastSeen, where(v.Browser)}
		}),
		Events: wire.ShownAll(entries, func(e account.LogEntry) AccountLogEntry {
			return AccountLogEntry{e.Kind, e.At, e.Times, where(e.Browser)}
		}),
	}}, nil
}

// ChangeAccount changes the email address or the password and ends all other sessions. No
// replica caches sessions, so they end on all replicas at once.
func (k Keys) ChangeAccount(ctx context.Context, in *struct {
	Body struct {
		Email    *string `json:"email,omitempty" maxLength:"254"`
		Password *string `json:"password,omitempty" maxLength:"1024"`
		Current  string  `json:"current,omitempty" maxLength:"1024" doc:"The current password; required to change the password"`
	}
},
) (*AccountAnswer, error) {
	c := signin.CallerOf(ctx)
	if err := k.Guard.Recognize(ctx, c); err != nil {
		return nil, err
	}
	from, err := k.Store.Accounts.Owner(ctx)
	if err != nil {
		return nil, err
	}
	to, err := k.Guard.ChangeOwner(ctx, c, from, in.Body.Email, in.Body.Password, in.Body.Current)
	if err != nil {
		return nil, err
	}
	if in.Body.Password != nil && *in.Body.Password == in.Body.Current {
		return nil, fault.Invalid{Issues: []fault.Issue{{Field: "password", Code: fault.Same}}}
	}
	v := c.Visit()
	if err := k.Store.Accounts.ChangeOwner(ctx, from, to, c.Token, v); err != nil {
		return nil, err
	}
	out, err := k.GetAccount(ctx, nil)
	if err != nil {
		return nil, err
	}
	out.Cookies = []string{k.Guard.Cookie(signin.SessionCookie, v.Session, account.SessionLife)}
	return out, nil
}

type confirmation struct {
	Body struct {
		Password string          `json:"password,omitempty" maxLength:"1024"`
		Code     string          `json:"code,omitempty" maxLength:"20"`
		Passkey  json.RawMessage `json:"passkey,omitempty"`
	}
}

// IsConfirmed does nothing. The access class of its route refuses a session that was not
// confirmed recently. The app calls the route before a download, because the browser fetches a
// download itself and the app could not show the refusal.
func (Keys) IsConfirmed(context.Context, *struct{}) (*struct{}, error) { return &struct{}{}, nil }

// Confirm checks a password, code or passkey of a signed-in browser and allows sensitive
// actions for some minutes. A session alone, on a phone left on the counter, must not be
// enough to take over the account.
func (k Keys) Confirm(ctx context.Context, in *confirmation) (*CookiesAnswer, error) {
	c := signin.CallerOf(ctx)
	proof, err := k.confirmed(ctx, c, in)
	if err != nil {
		return nil, err
	}
	v := c.Visit()
	if err := k.Store.Sessions.Confirm(ctx, c.Token, proof, v); err != nil {
		return nil, err
	}
	return &CookiesAnswer{Cookies: []string{k.Guard.Cookie(signin.SessionCookie, v.Session, account.SessionLife)}}, nil
}

func (k Keys) confirmed(ctx context.Context, c *signin.Caller, in *confirmation) (account.Proof, error) {
	g := c.ConfirmGate()
	switch {
	case len(in.Body.Passkey) > 0:
		return k.Guard.CheckPasskey(ctx, c, in.Body.Passkey)
	case in.Body.Password != "":
		return k.Guard.CheckPassword(ctx, c, g, c.Session.Email, in.Body.Password)
	case in.Body.Code != "":
		return k.Guard.CheckTOTP(ctx, c, g, account.ConfirmRefused, in.Body.Code)
	}
	return account.Proof{}, fault.Invalid{Issues: []fault.Issue{{Field: "password", Code: fault.Required}}}
}

// EndSession signs one browser out.
func (k Keys) EndSession(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"100"`
},
) (*struct{}, error) {
	return nil, k.Store.Sessions.Revoke(ctx, in.ID, signin.CallerOf(ctx).Browser)
}

// EndOtherSessions signs all other browsers out.
func (k Keys) EndOtherSessions(ctx context.Context, _ *struct{}) (*struct{}, error) {
	c := signin.CallerOf(ctx)
	return nil, k.Store.Sessions.EndOthers(ctx, c.Token, account.Visit{Browser: c.Browser, Device: c.Device})
}
