package signin

import (
	"context"
	"encoding/json"
	"errors"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
)

// PasskeysPossible reports whether browsers support passkeys on this site's address.
func (g *Guard) PasskeysPossible() bool { return g.party.Possible() }

// AskPasskey creates a challenge for any passkey of the owner. Anybody may request one, so
// nothing is stored: the challenge is signed and contains its time.
func (g *Guard) AskPasskey(ctx context.Context) (json.RawMessage, error) {
	asker, err := g.asker(ctx)
	if err != nil {
		return nil, err
	}
	return g.party.Ask(asker.Ask("", g.now()))
}

// asker returns the Asker that signs challenges. Its secret is shared by all replicas and
// never changes.
func (g *Guard) asker(ctx context.Context) (account.Asker, error) {
	return g.secret.Get(ctx, func(ctx context.Context) (account.Asker, error) {
		secret, err := g.store.Leads.Secret(ctx)
		return account.Asker(secret.For("passkey challenges")), err
	})
}

// CheckPasskey checks a passkey's response. Attempts are neither counted nor queued, because
// nothing can be guessed and other people's failures must not lock the owner out. A response
// to a challenge that this site did not issue, or from an unknown passkey, is not recorded in
// the log.
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

// unanswered counts a refused response in the metrics and returns err.
func unanswered(err error) error {
	if errors.Is(err, fault.ErrCredentials) {
		wrong.Inc()
	}
	return err
}

// AskNewPasskey creates a challenge for the caller to register a passkey.
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

// NewPasskey verifies a registration and returns the new passkey.
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

// asked returns the challenge of a response. It returns ErrCredentials if this site did not
// issue the challenge or it has expired. session is the session of a registration, else empty.
// A reused challenge is detected later, when the response is stored.
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
