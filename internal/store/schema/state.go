package schema

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// State lists the steps that this program knows and those that a database has.
type State struct {
	Known   []Step
	Applied map[int64]time.Time // time of application, by step
	Oldest  int64               // a program must know at least this step to use the tables; 0: unknown
}

// Read reads the state of a database. It changes nothing, so a read-only role is enough.
func Read(ctx context.Context, conn *pgx.Conn) (s State, err error) {
	s = State{Known: Steps(), Applied: map[int64]time.Time{}}
	var begun, supported bool
	if err := conn.QueryRow(ctx, `SELECT to_regclass('goose_db_version') IS NOT NULL, to_regclass('schema_support') IS NOT NULL`).Scan(&begun, &supported); err != nil {
		return s, err
	}
	if begun {
		var version int64
		var at time.Time
		rows, _ := conn.Query(ctx, `SELECT version_id, max(tstamp)::timestamptz FROM goose_db_version WHERE is_applied AND version_id > 0 GROUP BY version_id`) // rows also reports this error
		if _, err := pgx.ForEachRow(rows, []any{&version, &at}, func() error { s.Applied[version] = at.UTC(); return nil }); err != nil {
			return s, err
		}
	}
	if supported {
		err = conn.QueryRow(ctx, `SELECT coalesce(max(oldest_step), 0) FROM schema_support`).Scan(&s.Oldest)
	}
	return s, err
}

// ErrNoTables means that the program has never used the database.
var ErrNoTables = errors.New("the database has no tables yet: start the program once, or run `parichay migrate`")

// At returns the newest step of the database, 0 for an empty one.
func (s State) At() (version int64) {
	for applied := range s.Applied {
		version = max(version, applied)
	}
	return version
}

// Pending returns the steps that this program would apply.
func (s State) Pending() []Step {
	return slices.DeleteFunc(slices.Clone(s.Known), func(step Step) bool {
		_, done := s.Applied[step.Version]
		return done
	})
}

// Newer returns the applied steps that only a newer program knows.
func (s State) Newer() (versions []int64) {
	for version := range s.Applied {
		if version > s.newest() {
			versions = append(versions, version)
		}
	}
	slices.Sort(versions)
	return versions
}

func (s State) newest() int64 { return s.Known[len(s.Known)-1].Version }

// Check returns TooNew if a newer program has removed something that this one needs.
func (s State) Check() error {
	if len(s.Newer()) > 0 && (s.Oldest == 0 || s.newest() < s.Oldest) {
		return TooNew{Database: s.At(), Program: s.newest()}
	}
	return nil
}

// TooNew reports a database that this older program must not touch.
type TooNew struct{ Database, Program int64 }

// Error implements error.
func (e TooNew) Error() string {
	return fmt.Sprintf("database schema is newer than this binary (step %05d, newest known step %05d): start the newer release again, or restore the backup from before the upgrade",
		e.Database, e.Program)
}

// Failed reports a step that could not be applied and was rolled back.
type Failed struct {
	Step   Step
	At     int64 // the database's newest step
	Locked bool  // the only cause is a lock that was held for too long
	Cause  error
}

// Error implements error.
func (e Failed) Error() string {
	return fmt.Sprintf("step %s failed and was rolled back (%v): the database is at step %05d and nothing is lost; fix the cause and run `parichay migrate`, or start the previous release, which runs on this schema",
		e.Step, e.Cause, e.At)
}

// Unwrap returns the database's error.
func (e Failed) Unwrap() error { return e.Cause }

// Standing describes the schema as this program sees it.
func (s State) Standing() string {
	switch missing := len(s.Pending()); {
	case s.Check() != nil:
		return "too new for this program"
	case len(s.Newer()) > 0:
		return "newer than this program, which can run on it"
	case missing > 0:
		return fmt.Sprintf("%d pending", missing)
	}
	return "current"
}
