package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/internal/ops/settings"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

type ownerSetCommand struct {
	Email         string `required:"" help:"The owner's email address, used to sign in."`
	PasswordStdin bool   `required:"" help:"Read the password from standard input."`
}

// Run creates or resets the owner. It migrates the schema first, so that it also works
// before the first start.
func (c ownerSetCommand) Run(a *app) error {
	raw, err := io.ReadAll(io.LimitReader(a.stdin, 4096))
	if err != nil {
		return err
	}
	config, err := settings.Read(a.environ)
	if err != nil {
		return err
	}
	newOwner := func(brand string) (account.Owner, error) {
		owner, err := account.NewOwner(c.Email, strings.TrimRight(string(raw), "\r\n"), brand, config.BaseURL.Hostname())
		if refused, ok := errors.AsType[fault.Invalid](err); ok {
			err = fmt.Errorf("owner not set: %s", reasons(refused))
		}
		return owner, err
	}
	if _, err := newOwner(""); err != nil { // before touching the database
		return err
	}
	store, err := openDatabase(a.ctx, config)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := a.migrate(store); err != nil {
		return err
	}
	shown, err := store.Site.Content(a.ctx)
	if err != nil {
		return err
	}
	owner, err := newOwner(shown.Profile.Profile.BrandName)
	if err != nil {
		return err
	}
	had, err := store.Accounts.SetOwner(a.ctx, owner)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, "owner is", owner.Email)
	fmt.Fprintln(a.stdout, "all sessions ended")
	if had.Any() {
		fmt.Fprintln(a.stdout, "second factors removed (authenticator app, passkeys, recovery codes); set them up again under /admin/account")
	}
	return nil
}

// reasons describes the issues in English, as the app does.
func reasons(refused fault.Invalid) string {
	var all []string
	for _, issue := range refused.Issues {
		key := "issue." + string(issue.Code)
		if locales.Has(key + "." + issue.Field) {
			key += "." + issue.Field
		}
		all = append(all, locales.Text(locales.English, key, "field", "The "+issue.Field, "want", issue.Want))
	}
	return strings.Join(all, "; ")
}

func openStore(a *app) (*postgres.Store, error) {
	c, err := settings.Read(a.environ)
	if err != nil {
		return nil, err
	}
	return openDatabase(a.ctx, c)
}

// openDatabase opens the store. If MigrateURL is set, migrations run as that role.
func openDatabase(ctx context.Context, c settings.Config, traces ...pgx.QueryTracer) (*postgres.Store, error) {
	store, err := postgres.Open(ctx, c.DatabaseURL, traces...)
	if err == nil && c.MigrateURL != "" {
		err = store.MigrateAs(c.MigrateURL)
	}
	return store, err
}

// addressOf returns the setting whose database URL caused an error.
func addressOf(err error) string {
	if errors.Is(err, postgres.ErrMigrating) {
		return settings.MigrateURL
	}
	return settings.DatabaseURL
}
