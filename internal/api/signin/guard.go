// Package signin authenticates the owner: it reads and builds the cookies, identifies callers,
// checks passwords, codes and passkeys, and limits attempts. It returns errors and writes no
// HTTP responses.
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

// Limits of attempts. Attempts of strangers are not counted but queued (turns.go), because an
// attacker could use up a shared counter and so lock the owner out. A browser that has signed
// in before has its own counter. Somebody who knows the password may be guessing the second
// factor. Codes have six digits and three are valid at a time, so twenty guesses a day are
// safe. Passkeys and recovery codes cannot be guessed and are not counted. So they still work
// after somebody who knows the password has used up the attempts for codes.
const (
	attemptWindow   = 15 * time.Minute
	confirmAttempts = 5
	sessionAttempts = 20 // wrong proofs after which the session counts as stolen
	deviceAttempts  = 5
	secondWindow    = 24 * time.Hour
	secondAttempts  = 20
)

// Gate limits attempts of one kind. A gate without counters limits nothing.
type Gate struct {
	window time.Duration
	most   map[string]int // maximum number of attempts by counter
	proves *Caller        // the caller whose session is ended after too many wrong proofs
}

// PasswordGate returns the gate for the password. It limits only browsers that have signed in
// before; strangers wait in the queue instead.
func (c *Caller) PasswordGate() Gate {
	if !c.Known {
		return Gate{}
	}
	return Gate{window: attemptWindow, most: map[string]int{"device " + c.Device.Hash(): deviceAttempts}}
}

// secondGate returns the gate for codes that are tried after a correct password.
func (c *Caller) secondGate() Gate {
	counter := "second"
	if c.Known {
		counter += " device " + c.Device.Hash()
	}
	return Gate{window: secondWindow, most: map[string]int{counter: secondAttempts}}
}

// ConfirmGate returns the gate for the proofs of a session. It limits them by network, so that a
// thief with a copied cookie cannot use up the owner's attempts. It also limits the total number of
// proofs of the session.
func (c *Caller) ConfirmGate() Gate {
	return Gate{window: attemptWindow, most: map[string]int{"confirm " + c.Session.ID + " " + c.From.String(): confirmAttempts}, proves: c}
}

// sessionGate returns the counter of a session's proofs from all networks, with its maximum.
func (c *Caller) sessionGate() map[string]int {
	return map[string]int{"proofs " + c.Session.ID: sessionAttempts}
}

// Guard authenticates the owner.
type Guard struct {
	store  *postgres.Store
	party  account.RelyingParty
	base   *url.URL
	brand  func() string
	now    func() time.Time
	turns  *turns
	aside  lowprio.Workers // runs strangers' password checks at low priority
	secret lazy.Value[account.Asker]
}

// NewGuard returns a guard for the site at base. A password must not consist of the words of
// brand. The guard's workers stop when ctx ends.
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

// try calls check within the limits of gate. It counts the attempt before the check, returns
// fault.TooMany above the limit, and resets the counters after a success. Every secret that
// can be guessed must be checked through try.
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

// ending returns check with a limit for the session: too many wrong proofs end the session,
// because the caller probably has only its cookie. Like try, it counts an attempt before the
// check.
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

// inTurn waits for the caller's turn in the queue and runs CPU-heavy work. Work for strangers
// runs on a low-priority thread, so that it does not slow down visitors.
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

// Recognize sets c.Known if the caller's browser has signed in before.
func (g *Guard) Recognize(ctx context.Context, c *Caller) (err error) {
	if c.Device != "" {
		c.Known, err = g.store.Sessions.KnowsDevice(ctx, c.Device)
	}
	return err
}

// CheckPassword checks email and password.
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

// CheckTOTP checks a code of the authenticator app. It records a wrong code in the account's
// log with the kind refused.
func (g *Guard) CheckTOTP(ctx context.Context, c *Caller, gate Gate, refused account.LogKind, code string) (account.Proof, error) {
	return g.try(ctx, gate, func() (account.Proof, error) {
		who, err := g.store.Accounts.Owner(ctx)
		if err != nil {
			return account.Proof{}, err
		}
		app, err := g.store.Factors.TOTP(ctx)
		if errors.Is(err, seal.ErrKey) {
			slog.ErrorContext(ctx, "cannot decrypt the authenticator app's secret: it was encrypted with another key", "remedy", "give every replica of the site the same PARICHAY_SECRET_KEY or key file; `parichay doctor` shows which one is wrong")
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

// Complete turns the caller's half session into a session with a code of the authenticator
// app or a recovery code. A half session can be used for nothing else.
func (g *Guard) Complete(ctx context.Context, c *Caller, code, recovery string) (v account.Visit, err error) {
	if c.Half == "" {
		return v, fault.ErrSignedOut
	}
	// The half session is checked before anything is counted, so that a caller who does not know
	// the password cannot use up the attempts for codes.
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

// findRecovery returns a proof with the stored recovery code that matches typed.
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

// NewCodes returns new recovery codes and their hashes.
func (g *Guard) NewCodes(ctx context.Context, c *Caller) (codes account.Codes, err error) {
	err = g.inTurn(ctx, c, func() error {
		codes = account.NewRecoveryCodes()
		return nil
	})
	return codes, err
}

// FirstCodes returns new recovery codes if the account has no second factor yet. Otherwise it
// returns none, because the account already has recovery codes.
func (g *Guard) FirstCodes(ctx context.Context, c *Caller) (account.Codes, error) {
	factors, err := g.store.Factors.Enabled(ctx)
	if err != nil || factors.Any() {
		return account.Codes{}, err
	}
	return g.NewCodes(ctx, c)
}

// ChangeOwner returns the owner with another email, password or both. A new password always
// requires the current one; an owner who forgot it can request a reset link.
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

// refuse records a failure in the account's log and returns ErrCredentials. It records every
// failure, so that a wrong email takes as long to refuse as a wrong password.
func (g *Guard) refuse(ctx context.Context, kind account.LogKind, c *Caller) error {
	if err := g.store.Accounts.Record(ctx, kind, c.Browser); err != nil {
		return err
	}
	return fault.ErrCredentials
}
