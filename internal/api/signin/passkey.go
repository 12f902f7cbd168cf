package signin

import (
	"context"
	"encoding/json"
	"errors"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
)

// PasskeysPossible reports whether browsers accept passkeys for this site.
func (g *Guard) PasskeysPossible() bool { return g.party.Possible() }

// AskPasskey makes a question for any passkey of the owner's. It is open to anybody,
// so nothing is read or stored for it: the question is signed, and says when it was asked.
func (g *Guard) AskPasskey(ctx context.Context) (json.RawMessage, error) {
	asker, err := g.asker(ctx)
	if err != nil {
		return nil, err
	}
	return g.party.Ask(asker.Ask("", g.now()))
}

// asker signs questions with a secret that all replicas share and that never changes.
func (g *Guard) asker(ctx context.Context) (account.Asker, error) {
	return g.secret.Get(ctx, func(ctx context.Context) (account.Asker, error) {
		secret, err := g.store.Leads.Secret(ctx)
		return account.Asker(secret.For("passkey challenges")), err
	})
}

// CheckPasskey proves a passkey. It is not counted and waits for nobody: there is
// nothing to guess, and nobody's failures may close the owner's way in. What is not
// of a question of ours, or of a key of the owner's, leaves nothing behind.
func (g *Guard) CheckPasskey(ctx context.Context, c *Caller, answer json.RawMessage) (account.Proof, error) {
	challenge, err := g.asked(ctx, answer, "")
	if err != nil {
		return account.Proof{}, unanswered(err)
	}
	keys, err := g.store.Factors.Passkeys(ctx)
	if err != nil {
		return account.Proof{}, err
	}
	if !account.Registered(keys, answer) {
		return account.Proof{}, unanswered(fault.ErrCredentials)
	}
	who, err := g.store.Accounts.Owner(ctx)
	if err != nil {
		return account.Proof{}, err
	}
	key, err := g.party.Check(who, keys, challenge, answer)
	if errors.Is(err, fault.ErrCredentials) {
		_ = unanswered(err)
		return account.Proof{}, g.refuse(ctx, account.PasskeyRefused, c)
	}
	return account.Proof{Owner: who, Passkey: &key, Challenge: challenge}, err
}

// unanswered counts an answer that was refused.
func unanswered(err error) error {
	if errors.Is(err, fault.ErrCredentials) {
		wrong.Inc()
	}
	return err
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
	asker, err := g.asker(ctx)
	if err != nil {
		return nil, err
	}
	return g.party.AskNew(who, keys, asker.Ask(c.Session.ID, g.now()))
}

// NewPasskey is the passkey the caller's browser has made.
func (g *Guard) NewPasskey(ctx context.Context, c *Caller, name string, answer json.RawMessage) (account.Passkey, error) {
	name, err := account.PasskeyName(name)
	if err != nil {
		return account.Passkey{}, err
	}
	challenge, err := g.asked(ctx, answer, c.Session.ID)
	if err != nil {
		return account.Passkey{}, err
	}
	who, err := g.store.Accounts.Owner(ctx)
	if err != nil {
		return account.Passkey{}, err
	}
	return g.party.Register(who, name, challenge, answer)
}

// asked is the question an answer belongs to, if it is one of ours and its time is
// not over; session is that of a registration. Whether it was answered before is
// known once the answer is stored.
func (g *Guard) asked(ctx context.Context, answer json.RawMessage, session string) (challenge string, err error) {
	asker, err := g.asker(ctx)
	if err != nil {
		return "", err
	}
	if challenge, err = account.Answered(answer); err != nil {
		return "", err
	}
	if !asker.Asked(challenge, session, g.now()) {
		return "", fault.ErrCredentials
	}
	return challenge, nil
}
