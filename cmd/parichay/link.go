package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/ops/multisite"
	"parichay/internal/ops/settings"
	"parichay/internal/store/postgres"
)

type ownerLinkCommand struct{}

// Run prints a one-time link: to create the account or, if there is one, to choose a new
// password. Earlier links of that purpose become invalid. The schema is migrated first,
// so that the command also works before the first start.
func (ownerLinkCommand) Run(a *app) error {
	c, err := settings.Read(a.environ)
	if err != nil {
		return err
	}
	store, err := openDatabase(a.ctx, c)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := a.migrate(store); err != nil {
		return err
	}
	base := strings.TrimSuffix(c.BaseURL.String(), "/")
	purpose := account.SetUp
	token, err := store.Accounts.NewLink(a.ctx, purpose)
	if errors.Is(err, fault.ErrConflict) { // there is an owner
		purpose = account.Reset
		token, err = store.Accounts.NewLink(a.ctx, purpose)
	}
	if err != nil {
		return err
	}
	return printLink(a.stdout, purpose, base, token)
}

// migrate migrates the schema if it is not current, and reports that on stderr.
func (a *app) migrate(store *postgres.Store) error {
	applied, err := store.Migrate(a.ctx)
	if err == nil && len(applied) > 0 {
		fmt.Fprintf(a.stderr, "parichay: the database was not current: %d migration steps were applied, the last is %s\n", len(applied), applied[len(applied)-1])
	}
	return err
}

// printLink prints a one-time link and its purpose.
func printLink(out io.Writer, purpose account.Purpose, base string, token account.Token) error {
	text := fmt.Sprintf("No owner yet. Create the account here (works once, for %d hours; earlier links no longer work):", int(purpose.Life().Hours()))
	if purpose == account.Reset {
		text = fmt.Sprintf("There is an owner. Choose a new password here (works once, for %d minutes; second factors stay; earlier links no longer work):", int(purpose.Life().Minutes()))
	}
	_, err := fmt.Fprintf(out, "%s\n\n    %s\n\n", text, purpose.Link(base, token))
	return err
}

// welcome helps with the first start. If the output is a terminal, it prints the setup link.
// Any other output is a log, which is retained and which more people can read, so welcome only
// logs the command that prints a link.
func (a *app) welcome(ctx context.Context, store *postgres.Store, base string) {
	var err error
	if multisite.Terminal(a.stdout) {
		var token account.Token
		if token, err = store.Accounts.NewLink(ctx, account.SetUp); err == nil {
			err = printLink(a.stdout, account.SetUp, base, token)
		}
	} else if err = store.Accounts.CheckOwned(ctx); errors.Is(err, fault.ErrNotFound) {
		slog.WarnContext(ctx, "no owner yet; to print the setup link, run: parichay owner link")
		return
	}
	if err != nil && !errors.Is(err, fault.ErrConflict) {
		slog.WarnContext(ctx, "cannot create a setup link; to retry, run: parichay owner link", "error", err)
	}
}
