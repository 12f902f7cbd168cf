package dump

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/jackc/pgx/v5"

	"parichay/internal/store/postgres"
	"parichay/internal/store/schema"
	"parichay/internal/store/tables"
)

// staging is the schema in which rows from an older release are migrated.
const staging = "parichay_restore"

// May returns nil if a database may be filled. It returns ErrNewer for a newer schema, and
// ErrNotEmpty for a database in use unless replace is set.
func May(ctx context.Context, store *postgres.Store, choice Choice, replace bool) error { //nolint:revive // the operator's choice
	return pgx.BeginTxFunc(ctx, store.Pool(), pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		version, err := schemaVersion(ctx, tx)
		if err != nil {
			return err
		}
		if version > schema.Newest() {
			return fmt.Errorf("%w (schema %d, newest known %d)", ErrNewer, version, schema.Newest())
		}
		some, err := choice.used(ctx, tx)
		if err == nil && some && !replace {
			err = ErrNotEmpty
		}
		return err
	})
}

// Pictures lists the pictures in a database.
func Pictures(ctx context.Context, store *postgres.Store) ([]string, error) {
	rows, err := store.Pool().Query(ctx, `SELECT name FROM media`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Forget deletes a picture's row from the database.
func Forget(ctx context.Context, store *postgres.Store, picture string) error {
	_, err := store.Pool().Exec(ctx, `DELETE FROM media WHERE name = $1`, picture)
	return err
}

// Filling fills tables in one transaction. Rows from an older release first go into tables of
// that version in the staging schema and are migrated there before they replace the current rows.
type Filling struct {
	ctx      context.Context //nolint:containedctx // lives as long as its transaction
	store    *postgres.Store
	choice   Choice
	tables   []Table
	older    bool
	version  int64    // site version that running replicas show until the commit
	pictures []string // in the database before it was filled
	lost     []string // pictures without files
	config   *pgx.ConnConfig

	tx      pgx.Tx
	current *Table
	pipe    *io.PipeWriter
	done    chan error
	filled  []string
}

// Begin prepares to fill tables of a schema version. The database's own schema must be current.
// pictures are those whose rows must survive until Forget.
func Begin(ctx context.Context, store *postgres.Store, choice Choice, version int64, described []Table, pictures []string) (*Filling, error) {
	f := &Filling{ctx: ctx, store: store, choice: choice, tables: described, pictures: pictures, config: store.Pool().Config().ConnConfig.Copy()}
	f.config.RuntimeParams["search_path"] = staging + ", public"
	var err error
	if f.older, err = f.isOlder(version); err != nil {
		return nil, err
	}
	if f.older {
		if err := f.stage(version); err != nil {
			f.unstage()
			return nil, err
		}
	}
	if err := f.begin(); err != nil {
		f.Abandon()
		return nil, err
	}
	return f, nil
}

func (f *Filling) isOlder(version int64) (older bool, err error) {
	err = pgx.BeginTxFunc(f.ctx, f.store.Pool(), pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		now, err := f.choice.existing(f.ctx, tx)
		older = version < schema.Newest() || !sameTables(now, f.tables)
		return err
	})
	return older, err
}

func (f *Filling) stage(version int64) error {
	f.unstage()
	if _, err := f.store.Pool().Exec(f.ctx, `CREATE SCHEMA `+staging); err != nil {
		return err
	}
	return schema.UpTo(f.ctx, f.config, version)
}

func (f *Filling) unstage() {
	ctx := context.WithoutCancel(f.ctx)
	_, _ = f.store.Pool().Exec(ctx, `DROP SCHEMA IF EXISTS `+staging+` CASCADE`) // the next run retries
}

// begin truncates the tables to be filled and disables their triggers.
func (f *Filling) begin() (err error) {
	if f.tx, err = f.store.Pool().Begin(f.ctx); err != nil {
		return err
	}
	if _, err := f.tx.Exec(f.ctx, unhurried); err != nil {
		return err
	}
	names := f.choice.emptied()
	if f.older {
		if _, err := f.tx.Exec(f.ctx, `SET LOCAL search_path = `+staging); err != nil {
			return err
		}
		names = nil
		for _, t := range f.tables {
			names = append(names, t.Name)
		}
	}
	if f.version, err = versionNow(f.ctx, f.tx); err != nil {
		return err
	}
	if err := clearTables(f.ctx, f.tx, names); err != nil {
		return err
	}
	return triggers(f.ctx, f.tx, f.tables, "DISABLE")
}

// Part copies one part of a table's rows. All parts of a table must come in sequence.
func (f *Filling) Part(table string, body io.Reader) error {
	if f.current == nil || f.current.Name != table {
		if err := f.end(); err != nil {
			return err
		}
		at := slices.IndexFunc(f.tables, func(t Table) bool { return t.Name == table })
		if at < 0 || slices.Contains(f.filled, table) {
			return fmt.Errorf("unexpected table %s", table)
		}
		f.start(&f.tables[at])
	}
	if _, err := io.Copy(f.pipe, body); err != nil {
		return errors.Join(err, f.end())
	}
	return nil
}

func (f *Filling) start(t *Table) {
	from, to := io.Pipe()
	f.current, f.pipe, f.done = t, to, make(chan error, 1)
	go func() {
		done, err := f.tx.Conn().PgConn().CopyFrom(f.ctx, from, `COPY `+quoted(t.Name)+` (`+t.columns()+`) FROM STDIN`)
		if err == nil && done.RowsAffected() != t.Rows {
			err = fmt.Errorf("received %d rows, expected %d", done.RowsAffected(), t.Rows)
		}
		_ = from.CloseWithError(errors.Join(io.ErrClosedPipe, err)) // never fails for a pipe
		f.done <- err
	}()
}

// Rows inserts rows into a table. rows is a JSON array of objects by column, as Snapshot.Each
// returns them.
func (f *Filling) Rows(table string, rows []byte) error {
	at := slices.IndexFunc(f.tables, func(t Table) bool { return t.Name == table })
	if at < 0 {
		return fmt.Errorf("unexpected table %s", table)
	}
	t := &f.tables[at]
	_, err := f.tx.Exec(f.ctx, `INSERT INTO `+quoted(t.Name)+` (`+t.columns()+`) OVERRIDING SYSTEM VALUE
		SELECT `+t.columns()+` FROM json_populate_recordset(NULL::`+quoted(t.Name)+`, $1::text::json)`, rows)
	if err != nil {
		return fmt.Errorf("table %s: %w", table, err)
	}
	if !slices.Contains(f.filled, table) {
		f.filled = append(f.filled, table)
	}
	return nil
}

// end waits until the current table is filled.
func (f *Filling) end() error {
	if f.current == nil {
		return nil
	}
	_ = f.pipe.Close() // never fails for a pipe
	err := <-f.done
	if err != nil {
		err = fmt.Errorf("table %s: %w", f.current.Name, err)
	}
	f.filled = append(f.filled, f.current.Name)
	f.current = nil
	return err
}

// Finish replaces the database's rows atomically. lost are pictures whose files are missing; their
// rows are marked as not stored. Finish returns the pictures that no row refers to any more; their
// own rows stay until Forget.
func (f *Filling) Finish(lost []string) (gone []string, err error) {
	f.lost = lost
	if err := f.end(); err != nil {
		return nil, err
	}
	for _, t := range f.tables {
		if t.Rows > 0 && !slices.Contains(f.filled, t.Name) {
			return nil, fmt.Errorf("table %s is missing", t.Name)
		}
	}
	if err := triggers(f.ctx, f.tx, f.tables, "ENABLE"); err != nil {
		return nil, err
	}
	if err := number(f.ctx, f.tx, f.tables); err != nil {
		return nil, err
	}
	if !f.older {
		if gone, err = f.settle(f.tx); err != nil {
			return nil, err
		}
		return gone, f.tx.Commit(f.ctx)
	}
	if err := f.tx.Commit(f.ctx); err != nil {
		return nil, err
	}
	if err := schema.UpTo(f.ctx, f.config, schema.Newest()); err != nil {
		return nil, fmt.Errorf("migrate rows: %w", err)
	}
	err = pgx.BeginFunc(f.ctx, f.store.Pool(), func(tx pgx.Tx) error {
		if err := f.move(tx); err != nil {
			return err
		}
		gone, err = f.settle(tx)
		return err
	})
	f.unstage()
	return gone, err
}

// Abandon rolls back an unfinished filling. After Finish it does nothing.
func (f *Filling) Abandon() {
	if f == nil {
		return
	}
	if f.current != nil {
		_ = f.pipe.CloseWithError(errors.New("abandoned"))
		<-f.done
		f.current = nil
	}
	if f.tx != nil {
		_ = f.tx.Rollback(context.WithoutCancel(f.ctx))
	}
	if f.older {
		f.unstage()
	}
}

// move replaces the current rows with the staged ones.
func (f *Filling) move(tx pgx.Tx) error {
	if _, err := tx.Exec(f.ctx, unhurried+`; SET LOCAL search_path = `+staging); err != nil {
		return err
	}
	existing, err := f.choice.existing(f.ctx, tx)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(f.ctx, `RESET search_path`); err != nil {
		return err
	}
	if f.version, err = versionNow(f.ctx, tx); err != nil {
		return err
	}
	if err := clearTables(f.ctx, tx, f.choice.emptied()); err != nil {
		return err
	}
	if err := triggers(f.ctx, tx, existing, "DISABLE"); err != nil {
		return err
	}
	for i := range existing {
		t := &existing[i]
		if _, err := tx.Exec(f.ctx, fmt.Sprintf(`INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s.%s`,
			quoted(t.Name), t.columns(), t.columns(), staging, quoted(t.Name))); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	return errors.Join(triggers(f.ctx, tx, existing, "ENABLE"), number(f.ctx, tx, existing))
}

// versionNow returns the site version that replicas show now.
func versionNow(ctx context.Context, tx pgx.Tx) (version int64, err error) {
	err = tx.QueryRow(ctx, `SELECT coalesce(max(version), 0) FROM site_version`).Scan(&version)
	return version, err
}

// settle finishes a restored site. Rows of pictures that are no longer in use stay until their
// files are deleted. Old jobs are deleted. The site version rises above the one that running
// replicas show, so that they reload everything.
func (f *Filling) settle(tx pgx.Tx) (gone []string, err error) {
	if _, err := tx.Exec(f.ctx, `UPDATE media SET stored_at = NULL WHERE name = ANY($1)`, f.lost); err != nil {
		return nil, err
	}
	rows, err := tx.Query(f.ctx, `INSERT INTO media (name, stored_at) SELECT unnest($1::text[]), NULL ON CONFLICT DO NOTHING RETURNING name`, f.pictures)
	if err != nil {
		return nil, err
	}
	if gone, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(f.ctx, `DELETE FROM river_job`); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(f.ctx, `DELETE FROM website_content WHERE false`); err != nil { // fires the trigger that checks whether the site is named
		return nil, err
	}
	carried := !f.choice.takes(tables.Table{BackedUp: true, Private: true})
	_, err = tx.Exec(f.ctx, `UPDATE site_version SET version = greatest(version, $1) + 1, untold = greatest(version, $1) + 1 WHERE $1 > 1 OR $2`, f.version, carried)
	return gone, err
}
