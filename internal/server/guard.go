package server

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"time"

	"parichay/internal/account"
	"parichay/internal/fault"
)

// How many attempts are let in, and how many passwords are checked at once.
// After a right password somebody may be guessing the second factor: six digits
// with three codes valid at a time allow twenty guesses a day, not thousands.
const (
	parallelChecks  = 2
	attemptWindow   = 15 * time.Minute
	accountAttempts = 5
	networkAttempts = 20
	deviceAttempts  = 5
	secondWindow    = 24 * time.Hour
	secondAttempts  = 20
	turnPatience    = 3 * time.Second

	networkChallenges = 100 // unanswered questions to passkeys, at a time
)

// gate is how attempts of one sort are let in: what counts them, and how long
// one may wait for its turn to have a password checked.
type gate struct {
	window   time.Duration
	most     map[string]int // by counter
	patience time.Duration
}

func (g gate) counters() (names []string) {
	for name := range g.most {
		names = append(names, name)
	}
	return names
}

// passwordGate counts strangers by account and by network. A browser that has
// signed in before is counted by itself, so that strangers who know the address
// cannot keep its owner out, nor crowd it out.
func (c *caller) passwordGate(email string) gate {
	if c.known {
		return gate{attemptWindow, map[string]int{"device " + c.device.Hash(): deviceAttempts}, turnPatience}
	}
	sum := sha256.Sum256([]byte(account.NormalizeEmail(email)))
	return gate{attemptWindow, map[string]int{
		"account " + base64.RawURLEncoding.EncodeToString(sum[:]): accountAttempts,
		"network " + c.Network: networkAttempts,
	}, 0}
}

func (c *caller) secondGate() gate {
	counter := "second"
	if c.known {
		counter += " device " + c.device.Hash()
	}
	return gate{window: secondWindow, most: map[string]int{counter: secondAttempts}}
}

func (c *caller) confirmGate() gate {
	return gate{attemptWindow, map[string]int{"confirm " + c.session.ID: accountAttempts}, turnPatience}
}

// count notes an attempt before it is looked at, and refuses one too many.
func (s *Server) count(ctx context.Context, g gate) error {
	wait, err := s.store.Accounts.TryAttempt(ctx, g.window, g.most)
	if err == nil && wait > 0 {
		err = fault.TooMany{RetrySeconds: max(1, int(wait.Seconds()))}
	}
	return err
}

// turn waits for a slot to work on a password in. A flood of sign-ins must not
// take the processor from visitors, nor the slots from a known device: whoever
// waits is served before whoever comes.
func (s *Server) turn(ctx context.Context, patience time.Duration) (done func(), err error) {
	done = func() { <-s.hashing }
	select {
	case s.hashing <- struct{}{}:
		return done, nil
	default:
	}
	late, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case s.hashing <- struct{}{}:
		return done, nil
	case <-late.Done():
		return nil, fault.TooMany{RetrySeconds: 1}
	}
}

// knows finds out whether the caller's browser has signed in before.
func (s *Server) knows(ctx context.Context, c *caller) (err error) {
	if c.device != "" {
		c.known, err = s.store.Sessions.KnowsDevice(ctx, c.device)
	}
	return err
}

// checkPassword proves e-mail and password.
func (s *Server) checkPassword(ctx context.Context, c *caller, g gate, email, password string) (account.Proof, error) {
	if err := s.count(ctx, g); err != nil {
		return account.Proof{}, err
	}
	done, err := s.turn(ctx, g.patience)
	if err != nil {
		return account.Proof{}, err
	}
	defer done()
	who, err := s.store.Accounts.Owner(ctx)
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return account.Proof{}, err
	}
	if !who.Proves(email, password) {
		return account.Proof{}, s.refused(ctx, account.PasswordRefused, c)
	}
	return account.Proof{Owner: who}, s.store.Accounts.ForgetAttempts(ctx, g.counters()...)
}

// checkTOTP proves a code of the authenticator app.
func (s *Server) checkTOTP(ctx context.Context, c *caller, code string) (account.Proof, error) {
	who, err := s.store.Accounts.Owner(ctx)
	if err != nil {
		return account.Proof{}, err
	}
	app, err := s.store.Factors.TOTP(ctx)
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return account.Proof{}, err
	}
	used, ok := app.Use(code, s.config.Now())
	if err != nil || !ok {
		return account.Proof{}, s.refused(ctx, account.CodeRefused, c)
	}
	return account.Proof{Owner: who, TOTP: &used}, nil
}

// checkPasskey proves a passkey. It is not counted: there is nothing to guess,
// and nobody's failures may close the owner's way in.
func (s *Server) checkPasskey(ctx context.Context, c *caller, answer json.RawMessage) (account.Proof, error) {
	value, err := account.Answered(answer)
	if err != nil {
		return account.Proof{}, err
	}
	challenge, err := s.store.Factors.TakeChallenge(ctx, value, "")
	if errors.Is(err, fault.ErrNotFound) {
		return account.Proof{}, fault.ErrCredentials
	}
	if err != nil {
		return account.Proof{}, err
	}
	who, err := s.store.Accounts.Owner(ctx)
	if err != nil {
		return account.Proof{}, err
	}
	keys, err := s.store.Factors.Passkeys(ctx)
	if err != nil {
		return account.Proof{}, err
	}
	key, err := s.party.Check(who, keys, challenge, answer)
	if errors.Is(err, fault.ErrCredentials) {
		return account.Proof{}, s.refused(ctx, account.PasskeyRefused, c)
	}
	return account.Proof{Owner: who, Passkey: &key}, err
}

// refused notes a failure in the account's log. It does so whatever was wrong:
// a wrong e-mail must take as long to refuse as a wrong password.
func (s *Server) refused(ctx context.Context, kind account.EventKind, c *caller) error {
	if err := s.store.Accounts.Record(ctx, kind, c.Browser); err != nil {
		return err
	}
	return fault.ErrCredentials
}
