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

// shownEntries is how far back the account page looks.
const shownEntries = 20

// Account is what the owner sees of it.
type Account struct {
	Email            string            `json:"email"`
	TOTP             bool              `json:"totp" doc:"An authenticator app is in use"`
	Passkeys         []account.Passkey `json:"passkeys"`
	PasskeysPossible bool              `json:"passkeysPossible" doc:"Browsers accept passkeys under the site's address"`
	RecoveryCodes    int               `json:"recoveryCodes" doc:"How many are left"`
	FactorRequired   bool              `json:"factorRequired,omitempty" doc:"Those who run the site want a second factor: the last one cannot be removed"`
	Sessions         []AccountSession  `json:"sessions" doc:"The one that asks first, then the one used last"`
	Events           []AccountLogEntry `json:"events" doc:"Newest first"`
}

// Where is where something came from.
type Where struct {
	Browser string `json:"browser,omitempty" doc:"A brand's name, such as Firefox"`
	System  string `json:"system,omitempty" doc:"Such as Android"`
	Network string `json:"network,omitempty" doc:"A prefix of the address"`
}

// AccountSession is one signed-in browser.
type AccountSession struct {
	ID        string    `json:"id"`
	Current   bool      `json:"current" doc:"The one that asks"`
	CreatedAt time.Time `json:"createdAt"`
	LastSeen  time.Time `json:"lastSeen"`
	Where     Where     `json:"where"`
}

// AccountLogEntry is one entry of the account's log.
type AccountLogEntry struct {
	Kind  account.LogKind `json:"kind" doc:"Words for it live in the locale files"`
	At    time.Time       `json:"at"`
	Times int             `json:"times" doc:"More than one for refusals within an hour"`
	Where Where           `json:"where"`
}

func where(b account.Browser) Where {
	browser, system := b.Device()
	return Where{Browser: browser, System: system, Network: b.Network}
}

// AccountAnswer is the account, with cookies.
type AccountAnswer struct {
	Cookies []string `header:"Set-Cookie"`
	Body    Account
}

// GetAccount shows the account.
func (k Keys) GetAccount(ctx context.Context, _ *struct{}) (*AccountAnswer, error) {
	c := k.Caller(ctx)
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

// ChangeAccount stores another e-mail or password and ends every other session,
// on all replicas at once: none of them keeps any.
func (k Keys) ChangeAccount(ctx context.Context, in *struct {
	Body struct {
		Email    *string `json:"email,omitempty" maxLength:"254"`
		Password *string `json:"password,omitempty" maxLength:"1024"`
		Current  string  `json:"current,omitempty" maxLength:"1024" doc:"The password there is; another one asks for it"`
	}
},
) (*AccountAnswer, error) {
	c := k.Caller(ctx)
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
	out.Cookies = []string{k.Cookie(SessionCookie, v.Session, account.SessionLife)}
	return out, nil
}

type confirmation struct {
	Body struct {
		Password string          `json:"password,omitempty" maxLength:"1024"`
		Code     string          `json:"code,omitempty" maxLength:"20"`
		Passkey  json.RawMessage `json:"passkey,omitempty"`
	}
}

// IsConfirmed succeeds only for a session that was confirmed lately: the route's access
// sees to that. Before a download, which a browser fetches by itself.
func (Keys) IsConfirmed(context.Context, *struct{}) (*struct{}, error) { return &struct{}{}, nil }

// Confirm takes password, code or passkey from a signed-in browser and lets it
// change credentials for some minutes: a session alone, on a phone left on the
// counter, must not be enough to take the account over.
func (k Keys) Confirm(ctx context.Context, in *confirmation) (*CookiesAnswer, error) {
	c := k.Caller(ctx)
	proof, err := k.confirmed(ctx, c, in)
	if err != nil {
		return nil, err
	}
	v := c.Visit()
	if err := k.Store.Sessions.Confirm(ctx, c.Token, proof, v); err != nil {
		return nil, err
	}
	return &CookiesAnswer{Cookies: []string{k.Cookie(SessionCookie, v.Session, account.SessionLife)}}, nil
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

// EndSession signs a browser out.
func (k Keys) EndSession(ctx context.Context, in *struct {
	ID string `path:"id" maxLength:"100"`
},
) (*struct{}, error) {
	return nil, k.Store.Sessions.Revoke(ctx, in.ID, k.Caller(ctx).Browser)
}

// EndOtherSessions signs all others out.
func (k Keys) EndOtherSessions(ctx context.Context, _ *struct{}) (*struct{}, error) {
	c := k.Caller(ctx)
	return nil, k.Store.Sessions.EndOthers(ctx, c.Token, account.Visit{Browser: c.Browser, Device: c.Device})
}
