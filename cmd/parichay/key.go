package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"parichay/internal/kit/seal"
	"parichay/internal/ops/settings"
	"parichay/internal/store/postgres"
)

// keyFile is where the key lies that no setting gives: beside the pictures' folder,
// not in it, so that a copy of the folder is not a copy of the key. Empty where
// pictures are in a bucket.
func keyFile(c settings.Config) string {
	if c.Media.Folder() == "" {
		return ""
	}
	return strings.TrimRight(c.Media.Folder(), "/") + ".key"
}

// readKey finds the key that stored secrets are encrypted with; nil where there is none.
func readKey(c settings.Config) (*seal.Key, error) {
	if c.SecretKey != nil {
		return c.SecretKey, nil
	}
	text, err := os.ReadFile(keyFile(c))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // no key is no fault
	}
	if err != nil {
		return nil, fmt.Errorf("the key for stored secrets: %w: have the program's user read it", err)
	}
	key, err := seal.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("the key for stored secrets: %s is damaged: put the copy of it back; if there is none, remove the file, run `parichay owner set`, which clears what it encrypted, and start the program, which makes another", keyFile(c))
	}
	return key, nil
}

// missingKey is what to do where the database holds what a key sealed, and there is none.
const missingKey = settings.SecretKey + ": there is no key, and the database holds secrets that one encrypted: put it back (the setting, or the file beside the picture folder); none is made meanwhile. If it is lost, run `parichay owner set` and start the program again, which makes another, before the authenticator app is set up anew"

// lookTime is how long a start waits to know what the database holds.
const lookTime = 2 * time.Second

// makeKey finds the key, and makes it at the first start: not where the database has
// secrets that another one encrypted, which somebody may still have.
func makeKey(ctx context.Context, c settings.Config, store *postgres.Store) (*seal.Key, error) {
	key, err := readKey(c)
	if key != nil || err != nil {
		return key, err
	}
	look, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	if holdsSealed(look, store) { // without a database, or tables, it is the first start
		slog.ErrorContext(ctx, "secrets cannot be read", "remedy", missingKey)
		return nil, nil //nolint:nilnil // the site works without
	}
	name := keyFile(c)
	if name != "" {
		if err = writeKey(name); err == nil {
			slog.InfoContext(ctx, "key for stored secrets made: keep a copy apart from backups", "file", name)
		}
		if err == nil || errors.Is(err, fs.ErrExist) { // another program was first
			return readKey(c)
		}
	}
	slog.WarnContext(ctx, "secrets are stored unencrypted until this is set", "setting", settings.SecretKey, "error", err)
	return nil, nil //nolint:nilnil // the site works without
}

// holdsSealed tells whether anything is stored that a key sealed.
func holdsSealed(ctx context.Context, store *postgres.Store) bool {
	factors, _, err := store.Factors.Sealed(ctx)
	https, _, failed := store.Certificates.Sealed(ctx)
	return err == nil && factors > 0 || failed == nil && https > 0
}

// writeKey makes a file with a key, whole from its first moment, unless there is one.
func writeKey(name string) error {
	half := name + ".new-" + rand.Text()
	defer func() { _ = os.Remove(half) }()
	file, err := os.OpenFile(half, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(file, seal.Make())
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Link(half, name)
}

// lostFactors is what to do about an authenticator app whose secret no key opens.
const lostFactors = "the authenticator app's secret was encrypted with another key: put that key back (" + settings.SecretKey + "), or sign in with a passkey or a recovery code, " +
	"or run `parichay owner set`, and set the app up anew under /admin/account"

// lostHTTPS is what to do about private keys of HTTPS that no key opens.
const lostHTTPS = "private keys of HTTPS were encrypted with another key: put that key back (" + settings.SecretKey + ") and restart the program; without it, it asks for new certificates " +
	"by itself, and there is nothing to do"

// sealSecrets encrypts what is not, and says what cannot be read; recovery codes that
// an older version stored it hashes slowly.
func sealSecrets(ctx context.Context, store *postgres.Store, say func(text string)) error {
	if _, err := store.Work.Factors.SlowCodes(ctx); err != nil {
		return err
	}
	unreadable, err := store.Work.Factors.SealSecrets(ctx)
	if err == nil && unreadable > 0 {
		say(lostFactors)
	}
	if err != nil {
		return err
	}
	_, unreadable, err = store.Certificates.Sealed(ctx)
	if err == nil && unreadable > 0 {
		say(lostHTTPS)
	}
	return err
}
