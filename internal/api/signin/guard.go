// Package signin decides whether somebody is the owner: it counts attempts, checks
// password, code and passkey, and knows who makes a call. It answers nobody; what a
// refusal looks like is the server's to say.
package signin

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/lazy"
	"parichay/internal/kit/lowprio"
	"parichay/internal/kit/seal"
	"parichay/internal/store/postgres"
)

// How many attempts are let in. Strangers are not counted but take turns (turns.go):
// whoever is refused by a count can be kept out by those who use it up. A browser
// that has signed in before is counted by itself. After a right password somebody may
// be guessing the second factor: six digits with three codes valid at a time allow
// twenty guesses a day, not thousands. Passkeys and recovery codes cannot be guessed
// and are not counted: they stay a way in while somebody who knows the password
// uses up the codes.
const (
	attemptWindow   = 15 * time.Minute
	confirmAttempts = 5
	sessionAttempts = 20 // wrong proofs of one session: somebody who is not the owner has it
	deviceAttempts  = 5
	secondWindow    = 24 * time.Hour
	secondAttempts  = 20
)

// Gate is what counts attempts of one sort. One without counters lets all in.
type Gate struct {
	window time.Duration
	most   map[string]int // by counter
	proves *Caller        // whose session ends when it is used to guess
}

// PasswordGate counts a browser that has signed in before.
func (c *Caller) PasswordGate() Gate {
	if !c.Known {
		return Gate{}
	}
	return Gate{window: attemptWindow, most: map[string]int{"device " + c.Device.Hash(): deviceAttempts}}
}

// secondGate counts codes that follow a right password.
func (c *Caller) secondGate() Gate {
	counter := "second"
	if c.Known {
		counter += " device " + c.Device.Hash()
	}
	return Gate{window: secondWindow, most: map[string]int{counter: secondAttempts}}
}

// ConfirmGate counts proofs of a session by network, so that who copied its cookie does
// not use up the owner's, and all of them.
func (c *Caller) ConfirmGate() Gate {
	return Gate{window: attemptWindow, most: map[string]int{"confirm " + c.Session.ID + " " + c.From.String(): confirmAttempts}, proves: c}
}

// sessionGate counts proofs of a session, wherever they come from.
func (c *Caller) sessionGate() map[string]int {
	return map[string]int{"proofs " + c.Session.ID: sessionAttempts}
}

// Guard checks who signs in.
type Guard struct {
	store  *postgres.Store
	party  account.RelyingParty
	base   *url.URL
	brand  func() string
	now    func() time.Time
	turns  *turns
	aside  lowprio.Workers // where strangers' guesses are worked on
	secret lazy.Value[account.Asker]
}

// NewGuard makes one over the accounts of a store, for the site under its base URL.
// brand is what a password must not be made of. Its work ends with ctx.
func NewGuard(ctx context.Context, store *postgres.Store, base *url.URL, brand func() string, now func() time.Time) (*Guard, error) {
	party, err := account.NewRelyingParty(base)
	if err != nil && !errors.Is(err, account.ErrNoPasskeys) {
		return nil, err
	}
	return &Guard{store: store, party: party, base: base, brand: brand, now: now, turns: newTurns(now), aside: lowprio.NewWorkers(ctx, 1)}, nil
}

var (
	right   = metrics.NewCounter(`parichay_sign_ins_total{result="right"}`)
	wrong   = metrics.NewCounter(`parichay_sign_ins_total{result="wrong"}`)
	tooMany = metrics.NewCounter(`parichay_sign_ins_total{result="too_many"}`)
)

// try counts an attempt at a gate before it is looked at, refuses one too many, and
// takes the count back once one was right. Whatever can be guessed is checked in here.
func (g *Guard) try(ctx context.Context, gate Gate, check func() (account.Proof, error)) (account.Proof, error) {
	proof, err := g.counted(ctx, gate, check)
	var many fault.TooMany
	switch {
	case err == nil:
		right.Inc()
	case errors.As(err, &many):
		tooMany.Inc()
	case errors.Is(err, fault.ErrCredentials):
		wrong.Inc()
	}
	return proof, err
}

func (g *Guard) counted(ctx context.Context, gate Gate, check func() (account.Proof, error)) (account.Proof, error) {
	if len(gate.most) == 0 {
		return check()
	}
	wait, err := g.store.Accounts.TryAttempt(ctx, gate.window, gate.most)
	if err != nil {
		return account.Proof{}, err
	}
	if wait > 0 {
		return account.Proof{}, fault.TooMany{RetrySeconds: max(1, int(wait.Seconds()))}
	}
	counters := slices.Collect(maps.Keys(gate.most))
	if c := gate.proves; c != nil {
		counters = slices.AppendSeq(counters, maps.Keys(c.sessionGate()))
		check = g.ending(ctx, c, check)
	}
	proof, err := check()
	if err != nil {
		return account.Proof{}, err
	}
	return proof, g.store.Accounts.ForgetAttempts(ctx, counters...)
}

// ending has the last wrong proof of a session end it: somebody guesses who has
// nothing but its cookie. It counts before it checks, as TryAttempt does.
func (g *Guard) ending(ctx context.Context, c *Caller, check func() (account.Proof, error)) func() (account.Proof, error) {
	return func() (proof account.Proof, err error) {
		full, err := g.store.Accounts.TryAttempt(ctx, secondWindow, c.sessionGate())
		if err != nil {
			return proof, err
		}
		if full == 0 {
			proof, err = check()
			if !errors.Is(err, fault.ErrCredentials) {
				return proof, err
			}
			refused := err
			if full, err = g.store.Accounts.AttemptsWait(ctx, secondWindow, c.sessionGate()); err != nil || full == 0 {
				return proof, cmp.Or(err, refused)
			}
		}
		if err := g.store.Sessions.Revoke(ctx, c.Session.ID, c.Browser); err != nil {
			return proof, err
		}
		return proof, fault.ErrSignedOut
	}
}

// inTurn does what takes the processor once it is the caller's turn: strangers'
// attempts on a thread that yields to visitors.
func (g *Guard) inTurn(ctx context.Context, c *Caller, work func() error) error {
	done, err := g.turns.wait(ctx, c)
	if err != nil {
		return err
	}
	defer done()
	if c.trusted() {
		return work()
	}
	if failed := g.aside.Do(ctx, func() { err = work() }); failed != nil {
		return failed
	}
	return err
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
		var who account.Owner
		var factors account.Factors
		match := false
		err := g.inTurn(ctx, c, func() (err error) {
			if who, err = g.store.Accounts.Owner(ctx); err != nil && !errors.Is(err, fault.ErrNotFound) {
				return err
			}
			if factors, err = g.store.Factors.Enabled(ctx); err != nil {
				return err
			}
			if match = who.Proves(email, password); !match && !c.trusted() {
				g.turns.blame(c.From)
				if !factors.Any() {
					g.turns.slow()
				}
			}
			return nil
		})
		if err != nil {
			return account.Proof{}, err
		}
		if !match {
			return account.Proof{}, g.refuse(ctx, account.PasswordRefused, c)
		}
		return account.Proof{Owner: who}, nil
	})
}

// CheckTOTP proves a code of the authenticator app. A wrong one is noted as refused.
func (g *Guard) CheckTOTP(ctx context.Context, c *Caller, gate Gate, refused account.LogKind, code string) (account.Proof, error) {
	return g.try(ctx, gate, func() (account.Proof, error) {
		who, err := g.store.Accounts.Owner(ctx)
		if err != nil {
			return account.Proof{}, err
		}
		app, err := g.store.Factors.TOTP(ctx)
		if errors.Is(err, seal.ErrKey) {
			slog.ErrorContext(ctx, "no code of the authenticator app can be right: its secret was encrypted with another key", "remedy", "give every program of the site the same PARICHAY_SECRET_KEY, or key file; `parichay doctor` tells which one is wrong")
		}
		if err != nil && !errors.Is(err, fault.ErrNotFound) {
			return account.Proof{}, err
		}
		used, ok := app.Use(code, g.now())
		if err != nil || !ok {
			return account.Proof{}, g.refuse(ctx, refused, c)
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
		proof, err := g.CheckTOTP(ctx, c, c.secondGate(), account.CodeRefused, code)
		if err != nil {
			return v, err
		}
		return v, g.store.Sessions.CompleteHalf(ctx, c.Half, proof, account.SignedInTOTP, v)
	}
	_, err = g.try(ctx, Gate{}, func() (proof account.Proof, err error) {
		if proof, err = g.findRecovery(ctx, c, recovery); err == nil {
			err = g.store.Sessions.CompleteHalf(ctx, c.Half, proof, account.SignedInRecovery, v)
		}
		if errors.Is(err, fault.ErrCredentials) {
			err = g.refuse(ctx, account.CodeRefused, c)
		}
		return proof, err
	})
	return v, err
}

// findRecovery finds the stored code that somebody typed.
func (g *Guard) findRecovery(ctx context.Context, c *Caller, typed string) (proof account.Proof, err error) {
	err = g.inTurn(ctx, c, func() error {
		if proof.Owner, err = g.store.Accounts.Owner(ctx); err != nil {
			return err
		}
		stored, err := g.store.Factors.StoredCodes(ctx)
		if err != nil {
			return err
		}
		if proof.Recovery, err = account.FindRecovery(stored, typed); err == nil && proof.Recovery == "" {
			if !c.trusted() {
				g.turns.blame(c.From)
			}
			return fault.ErrCredentials
		}
		return err
	})
	return proof, err
}

// NewCodes makes recovery codes with what is stored of them.
func (g *Guard) NewCodes(ctx context.Context, c *Caller) (codes account.Codes, err error) {
	err = g.inTurn(ctx, c, func() error {
		codes = account.NewRecoveryCodes()
		return nil
	})
	return codes, err
}

// FirstCodes does the same for an account that has no second factor yet; another has
// its codes already.
func (g *Guard) FirstCodes(ctx context.Context, c *Caller) (account.Codes, error) {
	factors, err := g.store.Factors.Enabled(ctx)
	if err != nil || factors.Any() {
		return account.Codes{}, err
	}
	return g.NewCodes(ctx, c)
}

// ChangeOwner is the owner with another e-mail, password or both. Another password
// asks for the one there is, whatever else has been proven: who forgot it has a link mailed.
func (g *Guard) ChangeOwner(ctx context.Context, c *Caller, from account.Owner, email, password *string, current string) (to account.Owner, err error) {
	if password != nil {
		_, err := g.CheckPassword(ctx, c, c.ConfirmGate(), from.Email, current)
		if errors.Is(err, fault.ErrCredentials) {
			err = fault.Invalid{Issues: []fault.Issue{{Field: "current", Code: fault.InvalidValue}}}
		}
		if err != nil {
			return to, err
		}
	}
	return g.changed(ctx, c, from, email, password)
}

// refuse notes a failure in the account's log. It does so whatever was wrong:
// a wrong e-mail must take as long to refuse as a wrong password.
func (g *Guard) refuse(ctx context.Context, kind account.LogKind, c *Caller) error {
	if err := g.store.Accounts.Record(ctx, kind, c.Browser); err != nil {
		return err
	}
	return fault.ErrCredentials
}
