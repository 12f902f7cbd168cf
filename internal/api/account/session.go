package account

import (
	"context"
	"encoding/json"
	"errors"

	"parichay/internal/api/signin"
	"parichay/internal/api/wire"
	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
)

// SessionAnswer is the state of the sign-in, with new cookies if any.
type SessionAnswer struct {
	Cookies []string `header:"Set-Cookie"`
	Body    Session
}

type credentials struct {
	Body struct {
		Email    string `json:"email" maxLength:"254"`
		Password string `json:"password" maxLength:"1024"`
	}
}

// GetSession returns the state of the sign-in. Because it also returns the state of a sign-in
// that still needs its second factor, such a sign-in survives a reload of the page.
func (k Keys) GetSession(ctx context.Context, _ *struct{}) (*SessionAnswer, error) {
	c := signin.CallerOf(ctx)
	err := k.Guard.Identify(ctx, c)
	if err == nil {
		return &SessionAnswer{Body: k.Shown(c.Session)}, nil
	}
	if !errors.Is(err, fault.ErrSignedOut) {
		return nil, err
	}
	if c.Half == "" {
		return &SessionAnswer{}, nil
	}
	factors, err := k.Store.Sessions.Half(ctx, c.Half)
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return nil, err
	}
	return &SessionAnswer{Body: Session{Needs: factors.Needs()}}, nil
}

// SignIn signs in with email and password.
func (k Keys) SignIn(ctx context.Context, in *credentials) (*SessionAnswer, error) {
	var issues []fault.Issue
	for _, one := range []struct{ field, value string }{{"email", in.Body.Email}, {"password", in.Body.Password}} {
		if one.value == "" {
			issues = append(issues, fault.Issue{Field: one.field, Code: fault.Required})
		}
	}
	if len(issues) > 0 {
		return nil, fault.Invalid{Issues: issues}
	}
	c := signin.CallerOf(ctx)
	if err := k.Guard.Recognize(ctx, c); err != nil {
		return nil, err
	}
	proof, err := k.Guard.CheckPassword(ctx, c, c.PasswordGate(), in.Body.Email, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return k.passPassword(ctx, c, proof)
}

// passPassword responds to a correct password: with a session, or with the second factors that
// are still needed.
func (k Keys) passPassword(ctx context.Context, c *signin.Caller, proof account.Proof) (*SessionAnswer, error) {
	v := c.Visit()
	factors, err := k.Store.Sessions.PassPassword(ctx, proof, v)
	if err != nil {
		return nil, err
	}
	if factors.Any() {
		return &SessionAnswer{
			Cookies: []string{k.Guard.Cookie(signin.HalfCookie, v.Half, account.HalfLife)},
			Body:    Session{Needs: factors.Needs()},
		}, nil
	}
	return k.signedIn(ctx, v)
}

// signedIn responds with the new session and its cookies.
func (k Keys) signedIn(ctx context.Context, v account.Visit) (*SessionAnswer, error) {
	session, err := k.Store.Sessions.Find(ctx, v.Session)
	if err != nil {
		return nil, err
	}
	return &SessionAnswer{Body: k.Shown(session), Cookies: []string{
		k.Guard.Cookie(signin.SessionCookie, v.Session, account.SessionLife),
		k.Guard.Cookie(signin.DeviceCookie, v.Device, account.DeviceLife),
		k.Guard.Cookie(signin.HalfCookie, "", 0),
	}}, nil
}

// CompleteSignIn completes a sign-in with the second factor.
func (k Keys) CompleteSignIn(ctx context.Context, in *struct {
	Body struct {
		Code     string `json:"code,omitempty" maxLength:"20" doc:"Code of the authenticator app"`
		Recovery string `json:"recovery,omitempty" maxLength:"60" doc:"A recovery code, as an alternative"`
	}
},
) (*SessionAnswer, error) {
	v, err := k.Guard.Complete(ctx, signin.CallerOf(ctx), in.Body.Code, in.Body.Recovery)
	if err != nil {
		return nil, err
	}
	return k.signedIn(ctx, v)
}

// PasskeyOptions is a WebAuthn challenge.
type PasskeyOptions struct {
	PublicKey json.RawMessage `json:"publicKey" doc:"For the browser's navigator.credentials"`
}

// AskPasskey returns a challenge for any passkey of the owner.
func (k Keys) AskPasskey(ctx context.Context, _ *struct{}) (*wire.Reply[PasskeyOptions], error) {
	options, err := k.Guard.AskPasskey(ctx)
	return wire.ReplyWith(PasskeyOptions{options}, err)
}

type passkeyAnswer struct {
	Body struct {
		Credential json.RawMessage `json:"credential" doc:"The browser's response to the challenge"`
	}
}

// SignInByPasskey signs in with a passkey. No second factor is needed, because a passkey
// proves possession of the device, and the device has verified its user.
func (k Keys) SignInByPasskey(ctx context.Context, in *passkeyAnswer) (*SessionAnswer, error) {
	c := signin.CallerOf(ctx)
	if err := k.Guard.Recognize(ctx, c); err != nil {
		return nil, err
	}
	proof, err := k.Guard.CheckPasskey(ctx, c, in.Body.Credential)
	if err != nil {
		return nil, err
	}
	v := c.Visit()
	if err := k.Store.Sessions.SignIn(ctx, proof, account.SignedInPasskey, v); err != nil {
		return nil, err
	}
	return k.signedIn(ctx, v)
}

// RenewSession restarts the idle timeout.
func (k Keys) RenewSession(ctx context.Context, _ *struct{}) (*SessionAnswer, error) {
	c := signin.CallerOf(ctx)
	if err := k.Guard.Extend(ctx, c); err != nil {
		return nil, err
	}
	return &SessionAnswer{Body: k.Shown(c.Session)}, nil
}

// CookiesAnswer is a response with cookies and no body.
type CookiesAnswer struct {
	Cookies []string `header:"Set-Cookie"`
}

// SignOut ends the session. It also succeeds if there is none.
func (k Keys) SignOut(ctx context.Context, _ *struct{}) (*CookiesAnswer, error) {
	c := signin.CallerOf(ctx)
	if err := k.Store.Sessions.End(ctx, c.Token, c.Half); err != nil {
		return nil, err
	}
	return &CookiesAnswer{Cookies: []string{k.Guard.Cookie(signin.SessionCookie, "", 0), k.Guard.Cookie(signin.HalfCookie, "", 0)}}, nil
}
