// Package secrets reads and creates the key that encrypts stored secrets, and encrypts those
// that are stored in clear text.
package secrets

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

// keyFile returns the path of the key file, which is used if no setting contains the key. The
// file is beside the picture folder, not in it, so that a copy of the folder does not include
// the key. The path is empty if pictures are in a bucket.
func keyFile(c settings.Config) string {
	if c.Media.Folder() == "" {
		return ""
	}
	return strings.TrimRight(c.Media.Folder(), "/") + ".key"
}

// Read returns the key that encrypts stored secrets, or nil if there is none.
func Read(c settings.Config) (*seal.Key, error) {
	if c.SecretKey != nil {
		return c.SecretKey, nil
	}
	text, err := os.ReadFile(keyFile(c))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // a missing key is not an error
	}
	if err != nil {
		return nil, fmt.Errorf("%s: the key file %s cannot be read (%w): give the program's user read access", settings.SecretKey, keyFile(c), reason(err))
	}
	key, err := seal.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: the key file %s is damaged: restore your copy of it. Without a copy, delete the file, run `parichay owner set`, which clears the secrets, and start the program, which creates a new key", settings.SecretKey, keyFile(c))
	}
	return key, nil
}

// reason returns the system's error without the name of a temporary file.
func reason(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// Missing is the remedy if the database holds encrypted secrets and there is no key.
const Missing = settings.SecretKey + ": the key is missing, but the database holds secrets encrypted with it: put it back (the setting, or the file beside the picture folder). No new key is created meanwhile. If it is lost, run `parichay owner set`, restart the program, which creates a new key, and set up the authenticator app again"

// lookTime is how long Make waits for the database to report whether it holds secrets.
const lookTime = 2 * time.Second

// Make returns the key and creates it at the first start. It creates no key if the database
// holds secrets encrypted with a missing key, which the operator may still have.
func Make(ctx context.Context, c settings.Config, store *postgres.Store) (*seal.Key, error) {
	key, err := Read(c)
	if key != nil || err != nil {
		return key, err
	}
	look, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	if holdsSealed(look, store) { // no database or no tables means that this is the first start
		slog.ErrorContext(ctx, "cannot decrypt stored secrets", "remedy", Missing)
		return nil, nil //nolint:nilnil // the site works without
	}
	name := keyFile(c)
	if name != "" {
		if err = Write(name); err == nil {
			slog.InfoContext(ctx, "key for stored secrets created; keep a copy apart from the backups", "file", name)
		}
		if err == nil || errors.Is(err, fs.ErrExist) { // another process was first
			return Read(c)
		}
		err = fmt.Errorf("the key file %s cannot be created (%w)", name, reason(err))
	}
	slog.WarnContext(ctx, "secrets are stored unencrypted; set a key", "setting", settings.SecretKey, "error", err)
	return nil, nil //nolint:nilnil // the site works without
}

// holdsSealed reports whether the database holds encrypted secrets.
func holdsSealed(ctx context.Context, store *postgres.Store) bool {
	factors, _, err := store.Factors.Sealed(ctx)
	https, _, failed := store.Certificates.Sealed(ctx)
	return err == nil && factors > 0 || failed == nil && https > 0
}

// Write creates the key file atomically. It fails with fs.ErrExist if there is one.
func Write(name string) error {
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

// LostFactors is the remedy if the key cannot decrypt an authenticator app's secret.
const LostFactors = "the authenticator app's secret was encrypted with another key: put that key back (" + settings.SecretKey + "), or sign in with a passkey or a recovery code, " +
	"or run `parichay owner set`; then set up the app again under /admin/account"

// LostHTTPS is the remedy if the key cannot decrypt the private keys of HTTPS.
const LostHTTPS = "private keys of HTTPS were encrypted with another key: put that key back (" + settings.SecretKey + ") and restart the program; " +
	"otherwise it obtains new certificates automatically"

// Seal encrypts secrets that are stored in clear text, rehashes recovery codes of
// older versions, and calls say for secrets that it cannot decrypt.
func Seal(ctx context.Context, store *postgres.Store, say func(text string)) error {
	if _, err := store.Work.Factors.SlowCodes(ctx); err != nil {
		return err
	}
	unreadable, err := store.Work.Factors.SealSecrets(ctx)
	if err == nil && unreadable > 0 {
		say(LostFactors)
	}
	if err != nil {
		return err
	}
	_, unreadable, err = store.Certificates.Sealed(ctx)
	if err == nil && unreadable > 0 {
		say(LostHTTPS)
	}
	return err
}
