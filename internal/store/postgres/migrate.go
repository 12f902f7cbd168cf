package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"parichay/internal/kit/fault"
	"parichay/internal/store/db"
	"parichay/internal/store/schema"
)

// ErrMigrating is wrapped by what went wrong at the address of MigrateAs.
var ErrMigrating = errors.New("as the role that changes the tables")

// elsewhere marks an error of that address.
func (s *Store) elsewhere(errp *error) {
	if *errp != nil && s.schemaRoute != s.route {
		*errp = fmt.Errorf("%w: %w", ErrMigrating, *errp)
	}
}

// MigrateAs has another address change the tables than the one that reads and writes
// them: its role owns them.
func (s *Store) MigrateAs(url string) error {
	config, err := db.Pools(url)
	if err != nil {
		return err
	}
	s.schemaRoute = db.NewRoute(config.ConnConfig)
	return nil
}

// Migrate brings the schema up to date, that of the queue included. It returns the
// names of what it applied.
func (s *Store) Migrate(ctx context.Context) (applied []string, err error) {
	return s.MigrateAfter(ctx, func(schema.State) error { return nil })
}

// MigrateAfter calls before, while no other program changes the schema, if something
// is to be applied; its error leaves the schema as it is.
func (s *Store) MigrateAfter(ctx context.Context, before func(schema.State) error) (applied []string, err error) {
	defer fault.Wrap(&err, "migrate")
	if applied, err = s.migrate(ctx, before); err != nil {
		return applied, err
	}
	return applied, s.Clock.Read(ctx, s.work.DB)
}

func (s *Store) migrate(ctx context.Context, before func(schema.State) error) (applied []string, err error) {
	defer s.elsewhere(&err)
	config, err := s.schemaRoute.Config(ctx, schema.Params())
	if err != nil {
		return nil, err
	}
	starter := goose.NewGoMigration(schema.Starter, &goose.GoFunc{RunTx: insertStarter}, nil)
	return schema.Up(ctx, config, []*goose.Migration{starter}, before, func() error { return migrateQueue(ctx, config) })
}

// migrateQueue brings the tables of the queue up to date, if they are not.
func migrateQueue(ctx context.Context, config *pgx.ConnConfig) error {
	return withQueue(ctx, config, func(queue *rivermigrate.Migrator[pgx.Tx]) error {
		_, err := queue.Migrate(ctx, rivermigrate.DirectionUp, nil)
		return err
	})
}

func withQueue(ctx context.Context, config *pgx.ConnConfig, do func(*rivermigrate.Migrator[pgx.Tx]) error) error {
	pools, err := pgxpool.ParseConfig("")
	if err != nil {
		return err
	}
	pools.ConnConfig, pools.MaxConns = config, 2
	pool, err := pgxpool.NewWithConfig(ctx, pools)
	if err != nil {
		return err
	}
	defer pool.Close()
	queue, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return err
	}
	return do(queue)
}

// QueueStep is a step of the queue's own tables.
type QueueStep struct {
	Version int
	Name    string
	Applied bool
}

// QueueSteps tells how far the queue's tables have come. It changes nothing.
func (s *Store) QueueSteps(ctx context.Context) (steps []QueueStep, err error) {
	defer s.elsewhere(&err)
	config, err := s.schemaRoute.Config(ctx, nil)
	if err != nil {
		return nil, err
	}
	return steps, withQueue(ctx, config, func(queue *rivermigrate.Migrator[pgx.Tx]) error {
		applied, err := queue.ExistingVersions(ctx)
		for _, step := range queue.AllVersions() {
			done := slices.ContainsFunc(applied, func(a rivermigrate.Migration) bool { return a.Version == step.Version })
			steps = append(steps, QueueStep{step.Version, step.Name, done})
		}
		return err
	})
}

// Schema tells how far the tables have come. It changes nothing.
func (s *Store) Schema(ctx context.Context) (state schema.State, err error) {
	defer s.elsewhere(&err)
	config, err := s.schemaRoute.Config(ctx, nil)
	if err != nil {
		return state, err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return state, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return schema.Read(ctx, conn)
}
