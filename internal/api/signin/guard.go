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
// in before has its own counter. After a right password somebody may be guessing the second
// factor: with six digits and three codes valid at a time, twenty guesses a day are safe.
// Passkeys and recovery codes cannot be guessed and are not counted, so they still work after
// somebody who knows the password has used up the attempts for codes.
const (
	attemptWindow   = 15 * time.Minute
	confirmAttempts = 5
	sessionAttempts = 20 // wrong proofs until the session is taken for stolen
	deviceAttempts  = 5
	secondWindow    = 24 * time.Hour
	secondAttempts  = 20
)

// Gate limits attempts of one kind. A gate without counters limits nothing.
type Gate struct {
	window time.Duration
	most   map[string]int // maximum by counter
	proves *Caller        // the caller whose session is ended after too many wrong proofs
}

// PasswordGate limits the attempts of a browser that has signed in before.
func (c *Caller) PasswordGate() Gate {
	if !c.Known {
		return Gate{}
	}
	return Gate{window: attemptWindow, most: map[string]int{"device " + c.Device.Hash(): deviceAttempts}}
}

// secondGate limits the codes tried after a right password.
func (c *Caller) secondGate() Gate {
	counter := "second"
	if c.Known {
		counter += " device " + c.Device.Hash()
	}
	return Gate{window: secondWindow, most: map[string]int{counter: secondAttempts}}
}

// ConfirmGate limits the proofs of a session by network, so that a thief with a copied cookie
// cannot use up the owner's attempts. It also limits the total of the session.
func (c *Caller) ConfirmGate() Gate {
	return Gate{window: attemptWindow, most: map[string]int{"confirm " + c.Session.ID + " " + c.From.String(): confirmAttempts}, proves: c}
}

// sessionGate limits the proofs of a session from all networks together.
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

// try counts an attempt before it is checked, refuses it above the limit, and resets the
// counters after a success. Every secret that can be guessed must be checked through try.
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

// ending wraps check to end the session after too many wrong proofs, because the guesser has
// only its cookie. It counts before it checks, as TryAttempt does.
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

// inTurn runs CPU-heavy work once the caller's queue slot comes up. Work for strangers runs on
// a low-priority thread, so that it does not slow down visitors.
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

// Recognize checks whether the caller's browser has signed in before.
func (g *Guard) Recognize(ctx context.Context, c *Caller) (err error) {
	if c.Device != "" {
		c.Known, err = g.store.Sessions.KnowsDevice(ctx, c.Device)
	}
	return err
}

// CheckPassword checks e-mail and password.
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

// CheckTOTP checks a code of the authenticator app. A wrong code is logged with kind refused.
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
	// Checked before anything is counted, so that a caller who does not know the password
	// cannot use up the attempts for codes.
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

// findRecovery finds the stored recovery code that matches typed.
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

// NewCodes creates recovery codes and their hashes.
func (g *Guard) NewCodes(ctx context.Context, c *Caller) (codes account.Codes, err error) {
	err = g.inTurn(ctx, c, func() error {
		codes = account.NewRecoveryCodes()
		return nil
	})
	return codes, err
}

// FirstCodes does the same if the account has no second factor yet; otherwise it has its codes
// already, and FirstCodes returns none.
func (g *Guard) FirstCodes(ctx context.Context, c *Caller) (account.Codes, error) {
	factors, err := g.store.Factors.Enabled(ctx)
	if err != nil || factors.Any() {
		return account.Codes{}, err
	}
	return g.NewCodes(ctx, c)
}

// ChangeOwner returns the owner with another e-mail, password or both. A new password always
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
// failure, so that a wrong e-mail takes as long to refuse as a wrong password.
func (g *Guard) refuse(ctx context.Context, kind account.LogKind, c *Caller) error {
	if err := g.store.Accounts.Record(ctx, kind, c.Browser); err != nil {
		return err
	}
	return fault.ErrCredentials
}
