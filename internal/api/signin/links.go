package signin

import (
	"context"
	"time"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// Limits of reset requests. Requests of strangers cause at most one mail per address within
// mailWindow, so that strangers cannot flood the owner with mails. mailWindow is shorter than
// the life of a link, so that an owner whose request causes no mail still has a valid link.
const (
	resetWindow   = time.Hour
	networkResets = 30
	deviceResets  = 3
	mailWindow    = 20 * time.Minute
)

// SetUp creates the account with a setup link and signs the owner in.
func (g *Guard) SetUp(ctx context.Context, c *Caller, link account.Token, email, password string) (v account.Visit, err error) {
	if err := g.store.Accounts.CheckLink(ctx, account.SetUp, link); err != nil {
		return v, err
	}
	c.link = link
	o, err := g.changed(ctx, c, account.Owner{}, &email, &password)
	if err != nil {
		return v, err
	}
	v = c.Visit()
	return v, g.store.Accounts.MakeOwner(ctx, link, o, v)
}

// AskReset enqueues a reset mail. The worker sends it only to the owner's address, so the work
// and the time here are the same for every address.
func (g *Guard) AskReset(ctx context.Context, c *Caller, email string, lang locales.Lang) error {
	if err := g.Recognize(ctx, c); err != nil {
		return err
	}
	hash := account.HashEmail(email)
	most := map[string]int{"reset network " + c.From.String(): networkResets}
	if c.Known {
		most = map[string]int{"reset device " + c.Device.Hash(): deviceResets}
	}
	wait, err := g.store.Accounts.TryAttempt(ctx, resetWindow, most)
	if err != nil {
		return err
	}
	if wait > 0 {
		return fault.TooMany{RetrySeconds: max(1, int(wait.Seconds()))}
	}
	if !c.Known {
		mailed, err := g.store.Accounts.TryAttempt(ctx, mailWindow, map[string]int{"reset account " + hash: 1})
		if err != nil || mailed > 0 {
			return err
		}
	}
	return g.store.Inbox.AskReset(ctx, account.ResetMail{Email: hash, Language: lang})
}

// Reset sets a new password with a reset link. The proof that it returns is worth as much as a
// password: a second factor is still required.
func (g *Guard) Reset(ctx context.Context, c *Caller, link account.Token, password string) (account.Proof, error) {
	if err := g.store.Accounts.CheckLink(ctx, account.Reset, link); err != nil {
		return account.Proof{}, err
	}
	from, err := g.store.Accounts.Owner(ctx)
	if err != nil {
		return account.Proof{}, err
	}
	c.link = link
	to, err := g.changed(ctx, c, from, nil, &password)
	if err != nil {
		return account.Proof{}, err
	}
	return account.Proof{Owner: to}, g.store.Accounts.ResetPassword(ctx, link, from, to, c.Browser)
}

// changed returns the owner with another email, password or both. It waits for its turn in
// the queue, because hashing a password is slow.
func (g *Guard) changed(ctx context.Context, c *Caller, o account.Owner, email, password *string) (to account.Owner, err error) {
	err = g.inTurn(ctx, c, func() error {
		to, err = o.Changed(email, password, g.brand(), g.base.Hostname())
		return err
	})
	return to, err
}
