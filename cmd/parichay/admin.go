package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"parichay/internal/account"
	"parichay/internal/fault"
	"parichay/internal/postgres"
)

type migrateCommand struct{}

// Run applies what is missing and says what it was.
func (migrateCommand) Run(a *app) error {
	store, err := openStore(a)
	if err != nil {
		return err
	}
	defer store.Close()
	applied, err := store.Migrate(a.ctx)
	for _, name := range applied {
		fmt.Fprintln(a.stdout, "applied", name)
	}
	if err == nil && len(applied) == 0 {
		fmt.Fprintln(a.stdout, "schema is current")
	}
	return err
}

type ownerSetCommand struct {
	Email         string `required:"" help:"The owner's e-mail address, used to sign in."`
	PasswordStdin bool   `required:"" help:"Read the password from standard input."`
}

// Run creates or resets the owner. The schema is brought up to date first, so
// that it works before the first start, too.
func (c ownerSetCommand) Run(a *app) error {
	raw, err := io.ReadAll(io.LimitReader(a.stdin, 4096))
	if err != nil {
		return err
	}
	owner, err := account.NewOwner(c.Email, strings.TrimRight(string(raw), "\r\n"))
	if _, refused := errors.AsType[fault.Invalid](err); refused {
		return fmt.Errorf("owner not set: %w (a password needs at least %d characters)", err, account.MinPassword)
	}
	if err != nil {
		return err
	}
	store, err := openStore(a)
	if err != nil {
		return err
	}
	defer store.Close()
	if _, err := store.Migrate(a.ctx); err != nil {
		return err
	}
	had, err := store.Accounts.SetOwner(a.ctx, owner)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, "owner is", owner.Email)
	fmt.Fprintln(a.stdout, "all sessions are ended")
	if had.Any() {
		fmt.Fprintln(a.stdout, "second factors are removed (authenticator app, passkeys, recovery codes); set them up anew under /admin/account")
	}
	return nil
}

func openStore(a *app) (*postgres.Store, error) {
	c, err := readConfig(a.getenv)
	if err != nil {
		return nil, err
	}
	return postgres.Open(a.ctx, c.databaseURL)
}
