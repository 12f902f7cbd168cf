package signin

import (
	"context"
	"time"

	"parichay/internal/account"
	"parichay/internal/fault"
	"parichay/locales"
)

// How often a link may be asked for. Each that is let in sends at most one mail.
const (
	resetWindow   = time.Hour
	accountResets = 3
	networkResets = 10
	deviceResets  = 3
)

// SetUp makes the account at a link and signs its owner in.
func (g *Guard) SetUp(ctx context.Context, c *Caller, link account.Token, email, password string) (v account.Visit, err error) {
	if err := g.store.Accounts.CheckLink(ctx, account.SetUp, link); err != nil {
		return v, err
	}
	o, err := g.changed(ctx, account.Owner{}, &email, password)
	if err != nil {
		return v, err
	}
	v = c.Visit()
	return v, g.store.Accounts.MakeOwner(ctx, link, o, v)
}

// AskReset has a link mailed, if the address is the owner's. It does the same whether
// it is or not, and takes as long.
func (g *Guard) AskReset(ctx context.Context, c *Caller, email string, lang locales.Lang) error {
	if err := g.Recognize(ctx, c); err != nil {
		return err
	}
	hash := account.HashEmail(email)
	most := map[string]int{"reset account " + hash: accountResets, "reset network " + c.Network: networkResets}
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
	return g.store.Inbox.AskReset(ctx, account.ResetMail{Email: hash, Language: lang})
}

// Reset chooses a new password at a link. What it proves is worth as much as a
// sign-in by password: second factors are still asked for.
func (g *Guard) Reset(ctx context.Context, c *Caller, link account.Token, password string) (account.Proof, error) {
	if err := g.store.Accounts.CheckLink(ctx, account.Reset, link); err != nil {
		return account.Proof{}, err
	}
	from, err := g.store.Accounts.Owner(ctx)
	if err != nil {
		return account.Proof{}, err
	}
	to, err := g.changed(ctx, from, nil, password)
	if err != nil {
		return account.Proof{}, err
	}
	return account.Proof{Owner: to}, g.store.Accounts.ResetPassword(ctx, link, from, to, c.Browser)
}

// changed is the owner with another password, worked out in its turn.
func (g *Guard) changed(ctx context.Context, o account.Owner, email *string, password string) (account.Owner, error) {
	done, err := g.Turn(ctx, TurnPatience)
	if err != nil {
		return account.Owner{}, err
	}
	defer done()
	return o.Changed(email, &password)
}
