package server

import (
	"context"
	"encoding/json"
	"errors"

	"parichay/internal/account"
	"parichay/internal/fault"
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
func (s *Server) getSession(ctx context.Context, _ *struct{}) (*sessionAnswer, error) {
	c := callerOf(ctx)
	err := s.identify(ctx, c)
	if err == nil {
		return &sessionAnswer{Body: shownSession(c.session)}, nil
	}
	if !errors.Is(err, fault.ErrSignedOut) {
		return nil, err
	}
	if c.half == "" {
		return &sessionAnswer{}, nil
	}
	factors, err := s.store.Sessions.Half(ctx, c.half)
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return nil, err
	}
	return &sessionAnswer{Body: Session{Needs: factors.Needs()}}, nil
}

func (s *Server) signIn(ctx context.Context, in *credentials) (*sessionAnswer, error) {
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
	if err := s.knows(ctx, c); err != nil {
		return nil, err
	}
	proof, err := s.checkPassword(ctx, c, c.passwordGate(in.Body.Email), in.Body.Email, in.Body.Password)
	if err != nil {
		return nil, err
	}
	v := c.visit()
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
func (s *Server) signedIn(ctx context.Context, v account.Visit) (*sessionAnswer, error) {
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

type secondStep struct {
	Body struct {
		Code     string `json:"code,omitempty" maxLength:"20" doc:"Of the authenticator app"`
		Recovery string `json:"recovery,omitempty" maxLength:"60" doc:"A recovery code, instead"`
	}
}

// completeSignIn is all a half session can do.
func (s *Server) completeSignIn(ctx context.Context, in *secondStep) (*sessionAnswer, error) {
	c := callerOf(ctx)
	if c.half == "" {
		return nil, fault.ErrSignedOut
	}
	// Before anything is counted: whoever does not know the password must not use
	// up the attempts of those who do.
	if err := s.store.Sessions.TryHalf(ctx, c.half); errors.Is(err, fault.ErrNotFound) {
		return nil, fault.ErrSignedOut
	} else if err != nil {
		return nil, err
	}
	if err := s.knows(ctx, c); err != nil {
		return nil, err
	}
	g := c.secondGate()
	if err := s.count(ctx, g); err != nil {
		return nil, err
	}
	v := c.visit()
	if err := s.finish(ctx, c, v, in); err != nil {
		return nil, err
	}
	if err := s.store.Accounts.ForgetAttempts(ctx, g.counters()...); err != nil {
		return nil, err
	}
	return s.signedIn(ctx, v)
}

func (s *Server) finish(ctx context.Context, c *caller, v account.Visit, in *secondStep) error {
	if in.Body.Recovery == "" {
		proof, err := s.checkTOTP(ctx, c, in.Body.Code)
		if err != nil {
			return err
		}
		return s.store.Sessions.CompleteHalf(ctx, c.half, proof, account.SignedInTOTP, v)
	}
	who, err := s.store.Accounts.Owner(ctx)
	if err != nil {
		return err
	}
	proof := account.Proof{Owner: who, Recovery: account.HashRecovery(in.Body.Recovery)}
	err = s.store.Sessions.CompleteHalf(ctx, c.half, proof, account.SignedInRecovery, v)
	if errors.Is(err, fault.ErrCredentials) {
		return s.refused(ctx, account.CodeRefused, c)
	}
	return err
}

type passkeyOptions struct {
	Body struct {
		PublicKey json.RawMessage `json:"publicKey" doc:"For the browser's navigator.credentials"`
	}
}

// askPasskey is open to anybody, so a network of strangers may leave only so
// many questions open.
func (s *Server) askPasskey(ctx context.Context, _ *struct{}) (*passkeyOptions, error) {
	c := callerOf(ctx)
	if err := s.knows(ctx, c); err != nil {
		return nil, err
	}
	options, challenge, err := s.party.Ask()
	if err != nil {
		return nil, err
	}
	out := &passkeyOptions{}
	out.Body.PublicKey = options
	if c.known {
		return out, s.store.Factors.KeepChallenge(ctx, challenge, "")
	}
	return out, s.store.Factors.KeepStrangersChallenge(ctx, challenge, c.Network, networkChallenges)
}

type passkeyAnswer struct {
	Body struct {
		Credential json.RawMessage `json:"credential" doc:"What the browser answered"`
	}
}

// signInByPasskey is a whole sign-in: the passkey is held, and its holder was
// verified.
func (s *Server) signInByPasskey(ctx context.Context, in *passkeyAnswer) (*sessionAnswer, error) {
	c := callerOf(ctx)
	if err := s.knows(ctx, c); err != nil {
		return nil, err
	}
	proof, err := s.checkPasskey(ctx, c, in.Body.Credential)
	if err != nil {
		return nil, err
	}
	v := c.visit()
	if err := s.store.Sessions.SignIn(ctx, proof, account.SignedInPasskey, v); err != nil {
		return nil, err
	}
	return s.signedIn(ctx, v)
}

func (s *Server) renewSession(ctx context.Context, _ *struct{}) (*sessionAnswer, error) {
	c := callerOf(ctx)
	if err := s.extend(ctx, c); err != nil {
		return nil, err
	}
	return &sessionAnswer{Body: shownSession(c.session)}, nil
}

type signedOut struct {
	Cookies []string `header:"Set-Cookie"`
}

// signOut succeeds for the signed-out, too: they are where they wanted to be.
func (s *Server) signOut(ctx context.Context, _ *struct{}) (*signedOut, error) {
	c := callerOf(ctx)
	if err := s.store.Sessions.End(ctx, c.token, c.half); err != nil {
		return nil, err
	}
	return &signedOut{Cookies: []string{s.cookie(cookieName, "", 0), s.cookie(halfCookie, "", 0)}}, nil
}
