package postgres

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"parichay/internal/fault"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrationLock is the advisory lock under which the schema changes. Any number
// would do; it only has to stay the same.
const migrationLock = 0x7061726963686179 // "parichay"

// Migrate brings the schema up to date. Programs started at once wait for each
// other, and each step is applied once. It returns the names of what it applied.
func (s *Store) Migrate(ctx context.Context) (applied []string, err error) {
	defer fault.Wrap(&err, "migrate")
	config := s.requests.pool.Config().ConnConfig.Copy()
	config.RuntimeParams["statement_timeout"] = "0"
	config.RuntimeParams["lock_timeout"] = "10000" // a step that must wait longer gives up instead of queueing readers behind it

	// The lock is held on a connection of its own, so that it outlasts every step
	// and ends with the process. Waiting for it must not time out.
	holder, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	defer func() { _ = holder.Close(context.WithoutCancel(ctx)) }()
	if _, err := holder.Exec(ctx, `SET lock_timeout = 0`); err != nil {
		return nil, err
	}
	if _, err := holder.Exec(ctx, `SELECT pg_advisory_lock($1)`, int64(migrationLock)); err != nil {
		return nil, err
	}

	db := stdlib.OpenDB(*config)
	defer func() { _ = db.Close() }()
	steps, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, steps,
		goose.WithGoMigrations(goose.NewGoMigration(starterVersion, &goose.GoFunc{RunTx: insertStarter}, nil)))
	if err != nil {
		return nil, err
	}
	results, err := provider.Up(ctx)
	for _, r := range results {
		applied = append(applied, fmt.Sprintf("%05d %s", r.Source.Version, filepath.Base(r.Source.Path)))
	}
	if err != nil {
		return applied, err
	}
	queue, err := rivermigrate.New(riverpgxv5.New(s.work.pool), nil)
	if err != nil {
		return applied, err
	}
	if _, err = queue.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return applied, err
	}
	return applied, s.readClock(ctx)
}

// Await connects, waiting for a database that is not there yet.
func (s *Store) Await(ctx context.Context, report func(error)) error {
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		err := s.probe.pool.Ping(ctx)
		if err == nil {
			return nil
		}
		report(err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}
