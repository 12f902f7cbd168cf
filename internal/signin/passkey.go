package signin

import (
	"context"
	"encoding/json"
	"errors"

	"parichay/internal/account"
	"parichay/internal/fault"
)

// networkChallenges is how many unanswered questions to passkeys a network of
// strangers may have at a time.
const networkChallenges = 100

// PasskeysPossible reports whether browsers accept passkeys for this site.
func (g *Guard) PasskeysPossible() bool { return g.party.Possible() }

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

// CheckPasskey proves a passkey. It is not counted: there is nothing to guess,
// and nobody's failures may close the owner's way in.
func (g *Guard) CheckPasskey(ctx context.Context, c *Caller, answer json.RawMessage) (account.Proof, error) {
	who, challenge, err := g.asked(ctx, answer, "")
	if err != nil {
		return account.Proof{}, err
	}
	keys, err := g.store.Factors.Passkeys(ctx)
	if err != nil {
		return account.Proof{}, err
	}
	key, err := g.party.Check(who, keys, challenge, answer)
	if errors.Is(err, fault.ErrCredentials) {
		return account.Proof{}, g.refuse(ctx, account.PasskeyRefused, c)
	}
	return account.Proof{Owner: who, Passkey: &key}, err
}

// AskNewPasskey makes a question for a passkey to be registered by the caller.
func (g *Guard) AskNewPasskey(ctx context.Context, c *Caller) (json.RawMessage, error) {
	who, err := g.store.Accounts.Owner(ctx)
	if err != nil {
		return nil, err
	}
	keys, err := g.store.Factors.Passkeys(ctx)
	if err != nil {
		return nil, err
	}
	options, challenge, err := g.party.AskNew(who, keys)
	if err != nil {
		return nil, err
	}
	return options, g.store.Factors.KeepChallenge(ctx, challenge, c.Session.ID)
}

// NewPasskey is the passkey the caller's browser has made.
func (g *Guard) NewPasskey(ctx context.Context, c *Caller, name string, answer json.RawMessage) (account.Passkey, error) {
	name, err := account.PasskeyName(name)
	if err != nil {
		return account.Passkey{}, err
	}
	who, challenge, err := g.asked(ctx, answer, c.Session.ID)
	if err != nil {
		return account.Passkey{}, err
	}
	return g.party.Register(who, name, challenge, answer)
}

// asked is the question an answer belongs to, taken once, and whom it was about;
// session is that of a registration.
func (g *Guard) asked(ctx context.Context, answer json.RawMessage, session string) (who account.Owner, c account.Challenge, err error) {
	value, err := account.Answered(answer)
	if err != nil {
		return who, c, err
	}
	c, err = g.store.Factors.TakeChallenge(ctx, value, session)
	if errors.Is(err, fault.ErrNotFound) {
		return who, c, fault.ErrCredentials
	}
	if err != nil {
		return who, c, err
	}
	who, err = g.store.Accounts.Owner(ctx)
	return who, c, err
}
