package server

import (
	"context"
	"net/http"
	"time"

	"parichay/internal/fault"
)

type sessionAnswer struct {
	Cookie string `header:"Set-Cookie"`
	Body   Session
}

type credentials struct {
	Body struct {
		Email    string `json:"email" maxLength:"254"`
		Password string `json:"password" maxLength:"1024"`
	}
}

func (s *Server) getSession(ctx context.Context, _ *struct{}) (*sessionAnswer, error) {
	return &sessionAnswer{Body: s.session(ctx)}, nil
}

func (s *Server) signIn(ctx context.Context, in *credentials) (*sessionAnswer, error) {
	var issues []fault.Issue
	for field, value := range map[string]string{"email": in.Body.Email, "password": in.Body.Password} {
		if value == "" {
			issues = append(issues, fault.Issue{Field: field, Code: fault.Required})
		}
	}
	if len(issues) > 0 {
		return nil, fault.Invalid{Issues: issues}
	}
	if err := s.check(ctx, in.Body.Email, in.Body.Password); err != nil {
		return nil, err
	}
	// A new token at every sign-in: one planted beforehand is worth nothing.
	if err := s.sessions.RenewToken(ctx); err != nil {
		return nil, err
	}
	who, err := s.store.Owner(ctx)
	if err != nil {
		return nil, err
	}
	s.sessions.Put(ctx, keyEmail, who.Email)
	s.sessions.Put(ctx, keyRenewed, s.config.Now().Unix())
	token, _, err := s.sessions.Commit(ctx)
	if err != nil {
		return nil, err
	}
	return &sessionAnswer{Cookie: s.cookie(token, s.sessions.Deadline(ctx)), Body: s.session(ctx)}, nil
}

func (s *Server) renewSession(ctx context.Context, _ *struct{}) (*sessionAnswer, error) {
	if err := s.extend(ctx); err != nil {
		return nil, err
	}
	return &sessionAnswer{Body: s.session(ctx)}, nil
}

// signOut succeeds for the signed-out, too: they are where they wanted to be.
func (s *Server) signOut(ctx context.Context, _ *struct{}) (*struct {
	Cookie string `header:"Set-Cookie"`
}, error,
) {
	if err := s.sessions.Destroy(ctx); err != nil {
		return nil, err
	}
	return &struct {
		Cookie string `header:"Set-Cookie"`
	}{s.cookie("", time.Unix(1, 0))}, nil
}

func (s *Server) cookie(token string, until time.Time) string {
	c := s.sessions.Cookie
	return (&http.Cookie{ //nolint:gosec // the three attributes are set once, in newSessions
		Name: c.Name, Value: token, Path: c.Path, Expires: until,
		HttpOnly: c.HttpOnly, Secure: c.Secure, SameSite: c.SameSite,
	}).String()
}
