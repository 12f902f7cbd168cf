// Package schema is the database's tables, step by step, and who brings them up to date.
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

// A step that must wait for a lock keeps all behind it waiting, too: it gives up soon
// and tries again, until whoever holds the lock has had time to end.
const (
	lockPatience = 2 * time.Second
	lockTries    = 10
	lockPause    = time.Second
)

// Params are the settings of the connections on which steps run.
func Params() map[string]string {
	return map[string]string{"statement_timeout": "0", "lock_timeout": fmt.Sprint(lockPatience.Milliseconds()), "idle_in_transaction_session_timeout": "0"}
}

// Up brings the schema up to date. Programs started at once wait for each other, and
// each step is applied once, in a transaction of its own. more are the steps that are
// written in Go. before is called first if something is to be applied; it can keep it
// from being. It returns the names of what it applied, and then calls next, while the
// others still wait. A database of which nothing is missing is not changed, so
// that a role will do that may only read and write.
func Up(ctx context.Context, config *pgx.ConnConfig, more []*goose.Migration, before func(State) error, next func() error) (applied []string, err error) {
	// The lock is held on a connection of its own, so that it outlasts every step
	// and ends with the process.
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
		slog.InfoContext(ctx, "the database is newer than this program, which runs beside the newer one", "database", state.At(), "program", Newest())
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
		if said, ok := errors.AsType[*pgconn.PgError](err); ok && said.Code == "42501" {
			return applied, said // it is the role that has to be another
		}
		if !broken {
			return applied, err
		}
		failed := failure(partial)
		if !failed.Locked || try == lockTries {
			return applied, failed
		}
		slog.WarnContext(ctx, "a step waited too long for a lock and is tried again", "step", failed.Step.String(), "try", try, "of", lockTries)
		select {
		case <-ctx.Done():
			return applied, ctx.Err()
		case <-time.After(lockPause):
		}
	}
}

// failure says what became of a step that goose could not apply.
func failure(e *goose.PartialError) Failed {
	failed := Failed{Step: stepOf(e.Failed.Source.Version), Cause: e.Err}
	for _, step := range Steps() {
		if step.Version < failed.Step.Version {
			failed.At = step.Version
		}
	}
	if said, ok := errors.AsType[*pgconn.PgError](e.Err); ok {
		failed.Cause = said // goose repeats the whole statement
		failed.Locked = said.Code == "55P03" || said.Code == "40P01"
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
	return goose.NewProvider(goose.DialectPostgres, db, steps, goose.WithGoMigrations(more...))
}

// UpTo makes the tables of a version, without the content that comes with a site, in
// the first schema of the connection's search path. Nobody else may know that schema.
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
