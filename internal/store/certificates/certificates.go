// Package certificates stores TLS certificates, private keys, the ACME account and pending
// challenges in PostgreSQL, so that all replicas share them. It implements certmagic.Storage,
// whose names are paths.
package certificates

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/jackc/pgx/v5"

	"parichay/internal/kit/seal"
	"parichay/internal/store/db"
)

// Storage implements certmagic.Storage.
type Storage struct {
	db    *db.DB
	key   *seal.Key // encrypts private keys
	lease time.Duration
	mu    sync.Mutex
	held  map[string]held
}

var _ certmagic.Storage = (*Storage)(nil)

// New returns a Storage on d.
func New(d *db.DB) *Storage { return &Storage{db: d, lease: Lease, held: map[string]held{}} }

// String keeps the contents of Storage out of logs.
func (s *Storage) String() string { return "PostgreSQL" }

// SealWith sets the key that encrypts private keys. Call it before anything is stored.
func (s *Storage) SealWith(key *seal.Key) { s.key = key }

// isKey reports whether a file of this name holds a private key, of a certificate or of the account.
func isKey(name string) bool { return strings.HasSuffix(name, ".key") }

// sealed returns the bytes to store for value: encrypted if it is a private key.
func (s *Storage) sealed(name string, value []byte) []byte {
	if s.key == nil || !isKey(name) {
		return value
	}
	return []byte(s.key.Seal(string(value), about+name))
}

// about is the prefix of a private key's sealing context; the file name follows.
const about = "tls_files.value "

// Store implements certmagic.Storage. It does not seal keys that were stored unsealed earlier:
// after a rollback the previous release can read only unsealed keys.
func (s *Storage) Store(ctx context.Context, name string, value []byte) (err error) {
	defer db.Translate(&err, "store %s", name)
	_, err = s.db.Exec(ctx, `INSERT INTO tls_files (name, value) VALUES ($1, coalesce($2, ''::bytea))
		ON CONFLICT (name) DO UPDATE SET value = excluded.value, stored_at = clock_timestamp()`, name, s.sealed(name, value))
	return err
}

// Sealed returns the number of sealed private keys, and how many of them this key cannot open.
func (s *Storage) Sealed(ctx context.Context) (sealed, unreadable int, err error) {
	defer db.Translate(&err, "sealed keys")
	type file struct {
		Name  string
		Value []byte
	}
	all, err := db.List(ctx, s.db, pgx.RowToStructByPos[file], `SELECT name, value FROM tls_files WHERE name LIKE '%.key' AND starts_with(encode(value, 'escape'), $1)`, seal.Prefix)
	for _, f := range all {
		if _, err := s.key.Open(string(f.Value), about+f.Name); err != nil {
			unreadable++
		}
	}
	return len(all), unreadable, err
}

// Load implements certmagic.Storage. A private key that was sealed with a different key counts as
// missing. Stat treats it the same way, because certmagic uses Stat to decide whether to request a
// new certificate.
func (s *Storage) Load(ctx context.Context, name string) (value []byte, err error) {
	defer translate(&err, "load", name)
	err = s.db.QueryRow(ctx, `SELECT value FROM tls_files WHERE name = $1`, name).Scan(&value)
	if err != nil || !isKey(name) || !seal.Sealed(string(value)) {
		return value, err
	}
	opened, err := s.key.Open(string(value), about+name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", fs.ErrNotExist, err)
	}
	return []byte(opened), nil
}

// under matches the rows in folder $1. It does not use LIKE, because paths may contain wildcards.
const under = `starts_with(name, $1 || '/')`

// Delete implements certmagic.Storage. A folder is deleted with its contents.
func (s *Storage) Delete(ctx context.Context, name string) (err error) {
	defer db.Translate(&err, "delete %s", name)
	_, err = s.db.Exec(ctx, `DELETE FROM tls_files WHERE name = $1 OR `+under, name)
	return err
}

// Exists implements certmagic.Storage.
func (s *Storage) Exists(ctx context.Context, name string) bool {
	_, err := s.Stat(ctx, name)
	return err == nil
}

// Stat implements certmagic.Storage.
func (s *Storage) Stat(ctx context.Context, name string) (info certmagic.KeyInfo, err error) {
	defer translate(&err, "stat", name)
	info.Key = name
	err = s.db.QueryRow(ctx, `SELECT name = $1, octet_length(value), stored_at FROM tls_files WHERE name = $1 OR `+under+` ORDER BY name = $1 DESC LIMIT 1`, name).
		Scan(&info.IsTerminal, &info.Size, &info.Modified)
	switch {
	case err != nil:
	case !info.IsTerminal:
		info.Size = 0
	case isKey(name):
		var value []byte
		value, err = s.Load(ctx, name)
		info.Size = int64(len(value))
	}
	return info, err
}

// List implements certmagic.Storage. It lists a folder, and its subfolders if recursive is set.
func (s *Storage) List(ctx context.Context, folder string, recursive bool) (names []string, err error) { //nolint:revive // the interface has the flag
	defer translate(&err, "list", folder)
	names, err = db.List(ctx, s.db, pgx.RowTo[string], `SELECT name FROM tls_files WHERE `+under+` ORDER BY name`, folder)
	if err == nil && len(names) == 0 {
		err = fs.ErrNotExist
	}
	if recursive {
		return names, err
	}
	for i, name := range names {
		below := name[len(folder)+1:]
		if end := strings.IndexByte(below, '/'); end >= 0 {
			names[i] = name[:len(folder)+1+end]
		}
	}
	slices.Sort(names)
	return slices.Compact(names), err
}

// translate turns "no rows" into fs.ErrNotExist, which certmagic expects.
func translate(errp *error, verb, name string) {
	if errors.Is(*errp, pgx.ErrNoRows) {
		*errp = fs.ErrNotExist
	}
	if errors.Is(*errp, fs.ErrNotExist) {
		*errp = fmt.Errorf("%s %s: %w", verb, name, *errp)
		return
	}
	db.Translate(errp, "%s %s", verb, name)
}
