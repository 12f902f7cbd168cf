package server

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5/middleware"

	"parichay/internal/account"
	"parichay/internal/fault"
	"parichay/internal/postgres"
)

// How long a session lasts unused and at most, how many passwords are checked at
// once, and how many attempts a quarter of an hour allows.
const (
	sessionIdle     = time.Hour
	sessionLife     = 24 * time.Hour
	renewAfter      = 5 * time.Minute // activity renews the session, but not on every call
	parallelChecks  = 2
	attemptWindow   = 15 * time.Minute
	accountAttempts = 5
	networkAttempts = 20
)

const cookieName = "parichay_session"

// What a session remembers.
const (
	keyEmail   = "email"
	keyRenewed = "renewed"
)

func newSessions(store *postgres.Store, base *url.URL) *scs.SessionManager {
	m := scs.New()
	m.Store = postgres.Sessions{Store: store}
	m.HashTokenInStore = true
	m.Lifetime, m.IdleTimeout = sessionLife, sessionIdle
	m.Cookie = scs.SessionCookie{Name: cookieName, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode}
	if base.Scheme == "https" {
		m.Cookie.Secure = true
		m.Cookie.Name = "__Host-" + cookieName
	}
	return m
}

// authorize is the one place that decides whether a call may go on. It loads the
// session for every route and refuses without one, unless the route is open.
func (s *Server) authorize(ctx huma.Context, next func(huma.Context)) {
	token := ""
	if cookie, err := huma.ReadCookie(ctx, s.sessions.Cookie.Name); err == nil {
		token = cookie.Value
	}
	isOpen := ctx.Operation().Metadata[accessKey] == open
	if token == "" && !isOpen {
		_ = huma.WriteErr(s.api, ctx, http.StatusInternalServerError, "", fault.ErrSignedOut)
		return
	}
	inner, err := s.sessions.Load(ctx.Context(), token)
	if err == nil && !isOpen {
		err = s.requireOwner(inner)
	}
	if err != nil {
		_ = huma.WriteErr(s.api, ctx, http.StatusInternalServerError, "", err)
		return
	}
	next(huma.WithContext(ctx, inner))
}

func (s *Server) requireOwner(ctx context.Context) error {
	if s.sessions.GetString(ctx, keyEmail) == "" {
		return fault.ErrSignedOut
	}
	if s.config.Now().Sub(s.renewed(ctx)) > renewAfter {
		return s.extend(ctx)
	}
	return nil
}

// extend starts the idle hour anew.
func (s *Server) extend(ctx context.Context) error {
	s.sessions.Put(ctx, keyRenewed, s.config.Now().Unix())
	_, _, err := s.sessions.Commit(ctx)
	return err
}

func (s *Server) renewed(ctx context.Context) time.Time {
	return time.Unix(s.sessions.GetInt64(ctx, keyRenewed), 0)
}

// Session is who is signed in, if anybody is.
type Session struct {
	User      *User `json:"user,omitempty" doc:"Absent when nobody is signed in"`
	ExpiresIn int   `json:"expiresIn,omitempty" doc:"Seconds until the session ends unless renewed"`
}

// User is the signed-in owner.
type User struct {
	Email string `json:"email"`
	Name  string `json:"name"`
	Role  string `json:"role" enum:"admin"`
}

func (s *Server) session(ctx context.Context) Session {
	email := s.sessions.GetString(ctx, keyEmail)
	if email == "" {
		return Session{}
	}
	ends := s.renewed(ctx).Add(sessionIdle)
	if last := s.sessions.Deadline(ctx); last.Before(ends) {
		ends = last
	}
	return Session{
		User:      &User{Email: email, Name: account.DisplayName, Role: account.Role},
		ExpiresIn: max(1, int(ends.Sub(s.config.Now()).Seconds())),
	}
}

// check proves email and password, counting attempts by account and by network
// before it looks at the password.
func (s *Server) check(ctx context.Context, email, password string) error {
	byAccount := "account " + account.NormalizeEmail(email)
	byNetwork := "network " + network(middleware.GetClientIPAddr(ctx))
	counts, oldest, err := s.store.CountAttempt(ctx, attemptWindow, byAccount, byNetwork)
	if err != nil {
		return err
	}
	if counts[byAccount] > accountAttempts || counts[byNetwork] > networkAttempts {
		return fault.TooMany{RetrySeconds: max(1, int(oldest.Seconds()))}
	}
	select {
	case s.hashing <- struct{}{}:
		defer func() { <-s.hashing }()
	default: // a flood of sign-ins must not take the processor from visitors
		return fault.TooMany{RetrySeconds: 1}
	}
	who, err := s.store.Owner(ctx)
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return err
	}
	if !who.Proves(email, password) {
		return fault.ErrCredentials
	}
	return s.store.ForgetAttempts(ctx, byAccount, byNetwork)
}

// network groups addresses that one person can usually switch between.
func network(ip netip.Addr) string {
	bits := 56
	if ip.Is4() {
		bits = 24
	}
	prefix, err := ip.Prefix(bits)
	if err != nil {
		return "unknown"
	}
	return prefix.String()
}
