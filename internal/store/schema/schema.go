// Package schema holds the database migrations, called steps, and applies them.
package schema

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// A step that waits for a lock blocks every statement queued behind it. It therefore gives up
// soon and retries, so that the lock's holder has time to finish.
const (
	lockPatience = 2 * time.Second
	lockTries    = 10
	lockPause    = time.Second
)

// Params returns the session settings of connections that run steps.
func Params() map[string]string {
	return map[string]string{"statement_timeout": "0", "lock_timeout": fmt.Sprint(lockPatience.Milliseconds()), "idle_in_transaction_session_timeout": "0"}
}

// Up applies the pending steps and returns their names. Replicas that start at the same time
// wait for each other, and each step is applied once, in its own transaction. more lists the
// steps that are written in Go. If any step is pending, Up calls before first; an error from
// before cancels the migration. At the end, Up calls next while other replicas still wait. Up
// does not change an up-to-date schema, so then a role that may only read and write rows is
// enough.
func Up(ctx context.Context, config *pgx.ConnConfig, more []*goose.Migration, before func(State) error, next func() error) (applied []string, err error) {
	// The lock is held on a separate connection: it outlasts every step and ends with the process.
	holder, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	defer func() { _ = holder.Close(context.WithoutCancel(ctx)) }()
	if err := lock(ctx, holder); err != nil {
		return nil, err
	}
	state, err := Read(ctx, holder)
	if err != nil {
		return nil, err
	}
	if err := state.Check(); err != nil {
		return nil, err
	}
	if newer := state.Newer(); len(newer) > 0 {
		slog.InfoContext(ctx, "database schema is newer than this binary; running alongside the newer release", "database", state.At(), "program", Newest())
		return nil, nil
	}
	if len(state.Pending()) > 0 {
		if err := before(state); err != nil {
			return nil, err
		}
		if applied, err = apply(ctx, config, holder, more); err != nil {
			return applied, err
		}
	}
	return applied, next()
}

func apply(ctx context.Context, config *pgx.ConnConfig, holder *pgx.Conn, more []*goose.Migration) (applied []string, err error) {
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(named))
	defer func() { _ = db.Close() }()
	provider, err := provide(db, more)
	if err != nil {
		return nil, err
	}
	defer watch(ctx, holder)()
	for try := 1; ; try++ {
		results, err := provider.Up(ctx)
		partial, broken := errors.AsType[*goose.PartialError](err)
		if broken {
			results = partial.Applied
		}
		for _, r := range results {
			applied = append(applied, stepOf(r.Source.Version).String())
		}
		if server, ok := errors.AsType[*pgconn.PgError](err); ok && server.Code == "42501" {
			return applied, server // not the step's fault: the role lacks a privilege
		}
		if !broken {
			return applied, err
		}
		failed := failure(partial)
		if !failed.Locked || try == lockTries {
			return applied, failed
		}
		slog.WarnContext(ctx, "step timed out waiting for a lock; retrying", "step", failed.Step.String(), "try", try, "of", lockTries)
		select {
		case <-ctx.Done():
			return applied, ctx.Err()
		case <-time.After(lockPause):
		}
	}
}

// failure describes a step that goose could not apply.
func failure(e *goose.PartialError) Failed {
	failed := Failed{Step: stepOf(e.Failed.Source.Version), Cause: e.Err}
	for _, step := range Steps() {
		if step.Version < failed.Step.Version {
			failed.At = step.Version
		}
	}
	if server, ok := errors.AsType[*pgconn.PgError](e.Err); ok {
		failed.Cause = server // goose's error repeats the whole statement
		failed.Locked = server.Code == "55P03" || server.Code == "40P01"
	}
	return failed
}

func stepOf(version int64) Step {
	all := Steps()
	return all[slices.IndexFunc(all, func(s Step) bool { return s.Version == version })]
}

func provide(db *sql.DB, more []*goose.Migration) (*goose.Provider, error) {
	steps, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	for _, r := range revisions {
		more = append(more, r.migration())
	}
	return goose.NewProvider(goose.DialectPostgres, db, steps, goose.WithGoMigrations(more...))
}

// UpTo creates the tables of a version, without starter content, in the first schema of the
// connection's search path. It takes no lock, so nobody else may use that schema.
func UpTo(ctx context.Context, config *pgx.ConnConfig, version int64) error {
	config = config.Copy()
	config.RuntimeParams["statement_timeout"] = "0"
	db := stdlib.OpenDB(*config)
	defer func() { _ = db.Close() }()
	provider, err := provide(db, nil)
	if err != nil {
		return err
	}
	_, err = provider.UpTo(ctx, version)
	return err
}
