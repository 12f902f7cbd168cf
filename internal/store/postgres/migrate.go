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

// ErrMigrating is wrapped by errors of connections that use the address set by MigrateAs.
var ErrMigrating = errors.New("as the role that changes the tables")

// elsewhere wraps an error with ErrMigrating if MigrateAs was called.
func (s *Store) elsewhere(errp *error) {
	if *errp != nil && s.schemaRoute != s.route {
		*errp = fmt.Errorf("%w: %w", ErrMigrating, *errp)
	}
}

// MigrateAs sets the address whose role owns the tables; it is used for changing them. Rows
// are still read and written at the address given to Open.
func (s *Store) MigrateAs(url string) error {
	config, err := db.Pools(url)
	if err != nil {
		return err
	}
	s.schemaRoute = db.NewRoute(config.ConnConfig)
	return nil
}

// Migrate applies the pending migrations, including those of the job queue. It returns the names of
// the applied steps.
func (s *Store) Migrate(ctx context.Context) (applied []string, err error) {
	return s.MigrateAfter(ctx, func(schema.State) error { return nil })
}

// MigrateAfter is like Migrate. If steps are pending, it first calls before, while it holds
// the schema lock. An error from before cancels the migration.
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

// migrateQueue applies the pending migrations of the job queue.
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

// QueueStep is a migration of the job queue.
type QueueStep struct {
	Version int
	Name    string
	Applied bool
}

// QueueSteps lists the migrations of the job queue. It changes nothing.
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

// Schema reads the state of the schema. It changes nothing.
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

// CheckTables returns schema.ErrNoTables if the database is empty.
func (s *Store) CheckTables(ctx context.Context) error {
	state, err := s.Schema(ctx)
	if err == nil && state.At() == 0 {
		err = schema.ErrNoTables
	}
	return err
}
