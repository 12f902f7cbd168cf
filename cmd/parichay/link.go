package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"parichay/internal/account"
	"parichay/internal/fault"
	"parichay/internal/postgres"
	"parichay/internal/settings"
)

type ownerLinkCommand struct{}

// Run prints a link that works once: to make the account, or, where there is one, to
// choose a new password for it. The schema is brought up to date first, so that it
// works before the first start, too.
func (ownerLinkCommand) Run(a *app) error {
	c, err := settings.Read(a.environ)
	if err != nil {
		return err
	}
	store, err := postgres.Open(a.ctx, c.DatabaseURL)
	if err != nil {
		return err
	}
	defer store.Close()
	if _, err := store.Migrate(a.ctx); err != nil {
		return err
	}
	base := strings.TrimSuffix(c.BaseURL.String(), "/")
	err = printSetUpLink(a.ctx, a.stdout, store, base)
	if !errors.Is(err, fault.ErrConflict) {
		return err
	}
	token, err := store.Accounts.NewLink(a.ctx, account.Reset)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "There is an owner. A new password is chosen here (works once, for %d minutes; second factors stay):\n\n    %s\n\n",
		int(account.Reset.Life().Minutes()), account.Reset.Link(base, token))
	return nil
}

// printSetUpLink prints the link at which the account is made; once there is one it
// returns ErrConflict.
func printSetUpLink(ctx context.Context, out io.Writer, store *postgres.Store, base string) error {
	token, err := store.Accounts.NewLink(ctx, account.SetUp)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "No owner yet. The account is made here (works once, for %d hours):\n\n    %s\n\n",
		int(account.SetUp.Life().Hours()), account.SetUp.Link(base, token))
	return err
}

// welcome prints the link of a first start.
func (a *app) welcome(ctx context.Context, store *postgres.Store, base string) {
	if err := printSetUpLink(ctx, a.stdout, store, base); err != nil && !errors.Is(err, fault.ErrConflict) {
		slog.WarnContext(ctx, "no setup link could be made; parichay owner link makes one", "error", err)
	}
}
