package dump

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"

	"parichay/internal/kit/fault"
	"parichay/internal/store/postgres"
	"parichay/internal/store/schema"
	"parichay/internal/store/tables"
)

// Snapshot is a consistent view of a database.
type Snapshot struct {
	Schema      int64 // newest applied migration
	Tables      []Table
	Pictures    []string
	Rows, Bytes int64 // estimates

	tx pgx.Tx
}

// Look calls fn with a snapshot of the chosen tables.
func Look(ctx context.Context, store *postgres.Store, choice Choice, fn func(*Snapshot) error) error {
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	return pgx.BeginTxFunc(ctx, store.Pool(), options, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, unhurried); err != nil {
			return err
		}
		s := &Snapshot{tx: tx}
		if err := s.describe(ctx, choice); err != nil {
			return err
		}
		return fn(s)
	})
}

func (s *Snapshot) describe(ctx context.Context, choice Choice) (err error) {
	if s.Schema, err = schemaVersion(ctx, s.tx); err != nil {
		return err
	}
	switch newest := schema.Newest(); {
	case s.Schema == 0:
		return errors.New("the database does not contain a site yet")
	case s.Schema > newest:
		return fmt.Errorf("%w (schema %d, newest known %d)", ErrNewer, s.Schema, newest)
	}
	if s.Tables, err = choice.existing(ctx, s.tx); err != nil {
		return err
	}
	rows, err := s.tx.Query(ctx, `SELECT name FROM `+from("media")+` ORDER BY name`)
	if err != nil {
		return err
	}
	if s.Pictures, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return err
	}
	s.Rows, s.Bytes, err = estimate(ctx, s.tx, s.Tables)
	return err
}

// from returns the part of a query after FROM that selects the rows of a table, except unfinished
// rows (see tables.Table.Partial).
func from(table string) string {
	for _, t := range tables.Tables {
		if t.Name == table && t.Partial != "" {
			return quoted(table) + ` r WHERE (` + t.Partial + `) IS NOT TRUE`
		}
	}
	return quoted(table)
}

// Copy writes all rows of a table in COPY format and sets t.Rows.
func (s *Snapshot) Copy(ctx context.Context, t *Table, to io.Writer) (err error) {
	defer fault.Wrap(&err, "table %s", t.Name)
	done, err := s.tx.Conn().PgConn().CopyTo(ctx, to, `COPY (SELECT `+t.columns()+` FROM `+from(t.Name)+`) TO STDOUT`)
	t.Rows = done.RowsAffected()
	return err
}

// Each calls each with every row of a table as a JSON object by column, ordered by the first
// column, and sets t.Rows.
func (s *Snapshot) Each(ctx context.Context, t *Table, each func(row []byte) error) (err error) {
	defer fault.Wrap(&err, "table %s", t.Name)
	rows, err := s.tx.Query(ctx, `SELECT row_to_json(r)::text FROM (SELECT `+t.columns()+` FROM `+from(t.Name)+` ORDER BY 1) r`)
	if err != nil {
		return err
	}
	var row []byte
	t.Rows = 0
	_, err = pgx.ForEachRow(rows, []any{&row}, func() error {
		t.Rows++
		return each(row)
	})
	return err
}
