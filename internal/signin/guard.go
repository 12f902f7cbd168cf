// Package signin decides whether somebody is the owner: it counts attempts, checks
// password, code and passkey, and knows who makes a call. It answers nobody; what a
// refusal looks like is the server's to say.
package signin

import (
	"context"
	"errors"
	"maps"
	"net/url"
	"slices"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"parichay/internal/account"
	"parichay/internal/fault"
	"parichay/internal/postgres"
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
)

// TurnPatience is how long a known device waits for its turn.
const TurnPatience = 3 * time.Second

// Gate is how attempts of one sort are let in: what counts them, and how long
// one may wait for its turn to have a password checked.
type Gate struct {
	window   time.Duration
	most     map[string]int // by counter
	patience time.Duration
}

// PasswordGate counts strangers by account and by network. A browser that has
// signed in before is counted by itself, so that strangers who know the address
// cannot keep its owner out, nor crowd it out.
func (c *Caller) PasswordGate(email string) Gate {
	if c.Known {
		return Gate{attemptWindow, map[string]int{"device " + c.Device.Hash(): deviceAttempts}, TurnPatience}
	}
	return Gate{attemptWindow, map[string]int{
		"account " + account.HashEmail(email): accountAttempts,
		"network " + c.Network:                networkAttempts,
	}, 0}
}

// secondGate counts codes that follow a right password.
func (c *Caller) secondGate() Gate {
	counter := "second"
	if c.Known {
		counter += " device " + c.Device.Hash()
	}
	return Gate{window: secondWindow, most: map[string]int{counter: secondAttempts}}
}

// ConfirmGate counts proofs of a session.
func (c *Caller) ConfirmGate() Gate {
	return Gate{attemptWindow, map[string]int{"confirm " + c.Session.ID: accountAttempts}, TurnPatience}
}

// Guard checks who signs in.
type Guard struct {
	store   *postgres.Store
	party   account.RelyingParty
	now     func() time.Time
	hashing chan struct{} // slots for password checks
}

// NewGuard makes one over the accounts of a store, for the site under its base URL.
func NewGuard(store *postgres.Store, base *url.URL, now func() time.Time) (*Guard, error) {
	party, err := account.NewRelyingParty(base)
	if err != nil && !errors.Is(err, account.ErrNoPasskeys) {
		return nil, err
	}
	return &Guard{store: store, party: party, now: now, hashing: make(chan struct{}, parallelChecks)}, nil
}

var (
	right   = metrics.NewCounter(`parichay_sign_ins_total{result="right"}`)
	wrong   = metrics.NewCounter(`parichay_sign_ins_total{result="wrong"}`)
	tooMany = metrics.NewCounter(`parichay_sign_ins_total{result="too_many"}`)
)

// try counts an attempt at a gate before it is looked at, refuses one too many, and
// takes the count back once one was right. Whatever can be guessed is checked in here.
func (g *Guard) try(ctx context.Context, gate Gate, check func() (account.Proof, error)) (account.Proof, error) {
	wait, err := g.store.Accounts.TryAttempt(ctx, gate.window, gate.most)
	if err != nil {
		return account.Proof{}, err
	}
	if wait > 0 {
		tooMany.Inc()
		return account.Proof{}, fault.TooMany{RetrySeconds: max(1, int(wait.Seconds()))}
	}
	proof, err := check()
	if errors.Is(err, fault.ErrCredentials) {
		wrong.Inc()
	}
	if err != nil {
		return account.Proof{}, err
	}
	right.Inc()
	return proof, g.store.Accounts.ForgetAttempts(ctx, slices.Collect(maps.Keys(gate.most))...)
}

// Turn waits for a slot to work on a password in. A flood of sign-ins must not
// take the processor from visitors, nor the slots from a known device: whoever
// waits is served before whoever comes.
func (g *Guard) Turn(ctx context.Context, patience time.Duration) (done func(), err error) {
	done = func() { <-g.hashing }
	select {
	case g.hashing <- struct{}{}:
		return done, nil
	default:
	}
	late, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case g.hashing <- struct{}{}:
		return done, nil
	case <-late.Done():
		return nil, fault.TooMany{RetrySeconds: 1}
	}
}

// Recognize finds out whether the caller's browser has signed in before.
func (g *Guard) Recognize(ctx context.Context, c *Caller) (err error) {
	if c.Device != "" {
		c.Known, err = g.store.Sessions.KnowsDevice(ctx, c.Device)
	}
	return err
}

// CheckPassword proves e-mail and password.
func (g *Guard) CheckPassword(ctx context.Context, c *Caller, gate Gate, email, password string) (account.Proof, error) {
	return g.try(ctx, gate, func() (account.Proof, error) {
		done, err := g.Turn(ctx, gate.patience)
		if err != nil {
			return account.Proof{}, err
		}
		defer done()
		who, err := g.store.Accounts.Owner(ctx)
		if err != nil && !errors.Is(err, fault.ErrNotFound) {
			return account.Proof{}, err
		}
		if !who.Proves(email, password) {
			return account.Proof{}, g.refuse(ctx, account.PasswordRefused, c)
		}
		return account.Proof{Owner: who}, nil
	})
}

// CheckTOTP proves a code of the authenticator app.
func (g *Guard) CheckTOTP(ctx context.Context, c *Caller, gate Gate, code string) (account.Proof, error) {
	return g.try(ctx, gate, func() (account.Proof, error) {
		who, err := g.store.Accounts.Owner(ctx)
		if err != nil {
			return account.Proof{}, err
		}
		app, err := g.store.Factors.TOTP(ctx)
		if err != nil && !errors.Is(err, fault.ErrNotFound) {
			return account.Proof{}, err
		}
		used, ok := app.Use(code, g.now())
		if err != nil || !ok {
			return account.Proof{}, g.refuse(ctx, account.CodeRefused, c)
		}
		return account.Proof{Owner: who, TOTP: &used}, nil
	})
}

// Complete turns the caller's half session into a session, by a code of the
// authenticator app or by a recovery code. It is all a half session can do.
func (g *Guard) Complete(ctx context.Context, c *Caller, code, recovery string) (v account.Visit, err error) {
	if c.Half == "" {
		return v, fault.ErrSignedOut
	}
	// Before anything is counted: whoever does not know the password must not use
	// up the attempts of those who do.
	if err := g.store.Sessions.TryHalf(ctx, c.Half); errors.Is(err, fault.ErrNotFound) {
		return v, fault.ErrSignedOut
	} else if err != nil {
		return v, err
	}
	if err := g.Recognize(ctx, c); err != nil {
		return v, err
	}
	v = c.Visit()
	if recovery == "" {
		proof, err := g.CheckTOTP(ctx, c, c.secondGate(), code)
		if err != nil {
			return v, err
		}
		return v, g.store.Sessions.CompleteHalf(ctx, c.Half, proof, account.SignedInTOTP, v)
	}
	_, err = g.try(ctx, c.secondGate(), func() (proof account.Proof, err error) {
		if proof.Owner, err = g.store.Accounts.Owner(ctx); err != nil {
			return proof, err
		}
		proof.Recovery = account.HashRecovery(recovery)
		err = g.store.Sessions.CompleteHalf(ctx, c.Half, proof, account.SignedInRecovery, v)
		if errors.Is(err, fault.ErrCredentials) {
			err = g.refuse(ctx, account.CodeRefused, c)
		}
		return proof, err
	})
	return v, err
}

// refuse notes a failure in the account's log. It does so whatever was wrong:
// a wrong e-mail must take as long to refuse as a wrong password.
func (g *Guard) refuse(ctx context.Context, kind account.LogKind, c *Caller) error {
	if err := g.store.Accounts.Record(ctx, kind, c.Browser); err != nil {
		return err
	}
	return fault.ErrCredentials
}
