package server

import (
	"context"
	"encoding/json"
	"errors"

	"parichay/internal/account"
	"parichay/internal/fault"
	"parichay/internal/signin"
)

type sessionAnswer struct {
	Cookies []string `header:"Set-Cookie"`
	Body    Session
}

type credentials struct {
	Body struct {
		Email    string `json:"email" maxLength:"254"`
		Password string `json:"password" maxLength:"1024"`
	}
}

// getSession tells the app where it stands; a sign-in that waits for its second
// factor survives a reload that way.
func (s accountAPI) getSession(ctx context.Context, _ *struct{}) (*sessionAnswer, error) {
	c := callerOf(ctx)
	err := s.guard.Identify(ctx, c)
	if err == nil {
		return &sessionAnswer{Body: shownSession(c.Session)}, nil
	}
	if !errors.Is(err, fault.ErrSignedOut) {
		return nil, err
	}
	if c.Half == "" {
		return &sessionAnswer{}, nil
	}
	factors, err := s.store.Sessions.Half(ctx, c.Half)
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return nil, err
	}
	return &sessionAnswer{Body: Session{Needs: factors.Needs()}}, nil
}

func (s accountAPI) signIn(ctx context.Context, in *credentials) (*sessionAnswer, error) {
	var issues []fault.Issue
	for _, one := range []struct{ field, value string }{{"email", in.Body.Email}, {"password", in.Body.Password}} {
		if one.value == "" {
			issues = append(issues, fault.Issue{Field: one.field, Code: fault.Required})
		}
	}
	if len(issues) > 0 {
		return nil, fault.Invalid{Issues: issues}
	}
	c := callerOf(ctx)
	if err := s.guard.Recognize(ctx, c); err != nil {
		return nil, err
	}
	proof, err := s.guard.CheckPassword(ctx, c, c.PasswordGate(in.Body.Email), in.Body.Email, in.Body.Password)
	if err != nil {
		return nil, err
	}
	return s.passPassword(ctx, c, proof)
}

// passPassword answers a right password: with a session, or with what completes it.
func (s accountAPI) passPassword(ctx context.Context, c *signin.Caller, proof account.Proof) (*sessionAnswer, error) {
	v := c.Visit()
	factors, err := s.store.Sessions.PassPassword(ctx, proof, v)
	if err != nil {
		return nil, err
	}
	if factors.Any() {
		return &sessionAnswer{
			Cookies: []string{s.cookie(halfCookie, v.Half, account.HalfLife)},
			Body:    Session{Needs: factors.Needs()},
		}, nil
	}
	return s.signedIn(ctx, v)
}

// signedIn answers with the session that was opened.
func (s accountAPI) signedIn(ctx context.Context, v account.Visit) (*sessionAnswer, error) {
	session, err := s.store.Sessions.Find(ctx, v.Session)
	if err != nil {
		return nil, err
	}
	return &sessionAnswer{Body: shownSession(session), Cookies: []string{
		s.cookie(cookieName, v.Session, account.SessionLife),
		s.cookie(deviceCookie, v.Device, account.DeviceLife),
		s.cookie(halfCookie, "", 0),
	}}, nil
}

func (s accountAPI) completeSignIn(ctx context.Context, in *struct {
	Body struct {
		Code     string `json:"code,omitempty" maxLength:"20" doc:"Of the authenticator app"`
		Recovery string `json:"recovery,omitempty" maxLength:"60" doc:"A recovery code, instead"`
	}
},
) (*sessionAnswer, error) {
	v, err := s.guard.Complete(ctx, callerOf(ctx), in.Body.Code, in.Body.Recovery)
	if err != nil {
		return nil, err
	}
	return s.signedIn(ctx, v)
}

// PasskeyOptions is a question to a passkey.
type PasskeyOptions struct {
	PublicKey json.RawMessage `json:"publicKey" doc:"For the browser's navigator.credentials"`
}

func (s accountAPI) askPasskey(ctx context.Context, _ *struct{}) (*reply[PasskeyOptions], error) {
	options, err := s.guard.AskPasskey(ctx, callerOf(ctx))
	return replyWith(PasskeyOptions{options}, err)
}

type passkeyAnswer struct {
	Body struct {
		Credential json.RawMessage `json:"credential" doc:"What the browser answered"`
	}
}

// signInByPasskey is a whole sign-in: the passkey is held, and its holder was
// verified.
func (s accountAPI) signInByPasskey(ctx context.Context, in *passkeyAnswer) (*sessionAnswer, error) {
	c := callerOf(ctx)
	if err := s.guard.Recognize(ctx, c); err != nil {
		return nil, err
	}
	proof, err := s.guard.CheckPasskey(ctx, c, in.Body.Credential)
	if err != nil {
		return nil, err
	}
	v := c.Visit()
	if err := s.store.Sessions.SignIn(ctx, proof, account.SignedInPasskey, v); err != nil {
		return nil, err
	}
	return s.signedIn(ctx, v)
}

func (s accountAPI) renewSession(ctx context.Context, _ *struct{}) (*sessionAnswer, error) {
	c := callerOf(ctx)
	if err := s.guard.Extend(ctx, c); err != nil {
		return nil, err
	}
	return &sessionAnswer{Body: shownSession(c.Session)}, nil
}

// cookiesAnswer changes cookies and says nothing besides.
type cookiesAnswer struct {
	Cookies []string `header:"Set-Cookie"`
}

// signOut succeeds for the signed-out, too: they are where they wanted to be.
func (s accountAPI) signOut(ctx context.Context, _ *struct{}) (*cookiesAnswer, error) {
	c := callerOf(ctx)
	if err := s.store.Sessions.End(ctx, c.Token, c.Half); err != nil {
		return nil, err
	}
	return &cookiesAnswer{Cookies: []string{s.cookie(cookieName, "", 0), s.cookie(halfCookie, "", 0)}}, nil
}
