// Package signin decides whether somebody is the owner: it counts attempts, checks
// password, code and passkey, and knows who makes a call. It answers nobody; what a
// refusal looks like is the server's to say.
package signin

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"time"

	"parichay/internal/account"
	"parichay/internal/fault"
	"parichay/internal/postgres"
)

// How many attempts are let in, and how many passwords are checked at once.
// After a right password somebody may be guessing the second factor: six digits
// with three codes valid at a time allow twenty guesses a day, not thousands.
const (
	parallelChecks    = 2
	attemptWindow     = 15 * time.Minute
	accountAttempts   = 5
	networkAttempts   = 20
	deviceAttempts    = 5
	secondWindow      = 24 * time.Hour
	secondAttempts    = 20
	networkChallenges = 100 // unanswered questions to passkeys, at a time
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

func (g Gate) counters() (names []string) {
	for name := range g.most {
		names = append(names, name)
	}
	return names
}

// PasswordGate counts strangers by account and by network. A browser that has
// signed in before is counted by itself, so that strangers who know the address
// cannot keep its owner out, nor crowd it out.
func (c *Caller) PasswordGate(email string) Gate {
	if c.Known {
		return Gate{attemptWindow, map[string]int{"device " + c.Device.Hash(): deviceAttempts}, TurnPatience}
	}
	sum := sha256.Sum256([]byte(account.NormalizeEmail(email)))
	return Gate{attemptWindow, map[string]int{
		"account " + base64.RawURLEncoding.EncodeToString(sum[:]): accountAttempts,
		"network " + c.Network: networkAttempts,
	}, 0}
}

// SecondGate counts codes that follow a right password.
func (c *Caller) SecondGate() Gate {
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

// NewGuard makes one over the accounts of a store.
func NewGuard(store *postgres.Store, party account.RelyingParty, now func() time.Time) *Guard {
	return &Guard{store: store, party: party, now: now, hashing: make(chan struct{}, parallelChecks)}
}

// Forget takes the attempts of a gate back once one of them was right.
func (g *Guard) Forget(ctx context.Context, gate Gate) error {
	return g.store.Accounts.ForgetAttempts(ctx, gate.counters()...)
}

// Count notes an attempt before it is looked at, and refuses one too many.
func (g *Guard) Count(ctx context.Context, gate Gate) error {
	wait, err := g.store.Accounts.TryAttempt(ctx, gate.window, gate.most)
	if err == nil && wait > 0 {
		err = fault.TooMany{RetrySeconds: max(1, int(wait.Seconds()))}
	}
	return err
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
	if err := g.Count(ctx, gate); err != nil {
		return account.Proof{}, err
	}
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
		return account.Proof{}, g.Refuse(ctx, account.PasswordRefused, c)
	}
	return account.Proof{Owner: who}, g.Forget(ctx, gate)
}

// CheckTOTP proves a code of the authenticator app.
func (g *Guard) CheckTOTP(ctx context.Context, c *Caller, code string) (account.Proof, error) {
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
		return account.Proof{}, g.Refuse(ctx, account.CodeRefused, c)
	}
	return account.Proof{Owner: who, TOTP: &used}, nil
}

// CheckPasskey proves a passkey. It is not counted: there is nothing to guess,
// and nobody's failures may close the owner's way in.
func (g *Guard) CheckPasskey(ctx context.Context, c *Caller, answer json.RawMessage) (account.Proof, error) {
	value, err := account.Answered(answer)
	if err != nil {
		return account.Proof{}, err
	}
	challenge, err := g.store.Factors.TakeChallenge(ctx, value, "")
	if errors.Is(err, fault.ErrNotFound) {
		return account.Proof{}, fault.ErrCredentials
	}
	if err != nil {
		return account.Proof{}, err
	}
	who, err := g.store.Accounts.Owner(ctx)
	if err != nil {
		return account.Proof{}, err
	}
	keys, err := g.store.Factors.Passkeys(ctx)
	if err != nil {
		return account.Proof{}, err
	}
	key, err := g.party.Check(who, keys, challenge, answer)
	if errors.Is(err, fault.ErrCredentials) {
		return account.Proof{}, g.Refuse(ctx, account.PasskeyRefused, c)
	}
	return account.Proof{Owner: who, Passkey: &key}, err
}

// Refuse notes a failure in the account's log. It does so whatever was wrong:
// a wrong e-mail must take as long to refuse as a wrong password.
func (g *Guard) Refuse(ctx context.Context, kind account.LogKind, c *Caller) error {
	if err := g.store.Accounts.Record(ctx, kind, c.Browser); err != nil {
		return err
	}
	return fault.ErrCredentials
}

// AskPasskey makes a question for any passkey of the owner's. It is open to anybody,
// so a network of strangers may leave only so many questions open.
func (g *Guard) AskPasskey(ctx context.Context, c *Caller) (json.RawMessage, error) {
	if err := g.Recognize(ctx, c); err != nil {
		return nil, err
	}
	options, challenge, err := g.party.Ask()
	if err != nil {
		return nil, err
	}
	if c.Known {
		return options, g.store.Factors.KeepChallenge(ctx, challenge, "")
	}
	return options, g.store.Factors.KeepStrangersChallenge(ctx, challenge, c.Network, networkChallenges)
}
