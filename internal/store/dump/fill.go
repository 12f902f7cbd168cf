package dump

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/jackc/pgx/v5"

	"parichay/internal/store/postgres"
	"parichay/internal/store/registry"
	"parichay/internal/store/schema"
)

// staging is the schema in which tables of an older program are brought up to date.
const staging = "parichay_restore"

// May says whether rows may be put into a database: not into one of a newer
// program, and into one that holds something only to replace it.
func May(ctx context.Context, store *postgres.Store, choice Choice, replace bool) error { //nolint:revive // it is what the operator said
	return pgx.BeginTxFunc(ctx, store.Pool(), pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		version, err := schemaVersion(ctx, tx)
		if err != nil {
			return err
		}
		if version > schema.Newest() {
			return fmt.Errorf("%w (schema %d, this one knows %d)", ErrNewer, version, schema.Newest())
		}
		some, err := choice.used(ctx, tx)
		if err == nil && some && !replace {
			err = ErrNotEmpty
		}
		return err
	})
}

// Pictures are those a database knows.
func Pictures(ctx context.Context, store *postgres.Store) ([]string, error) {
	rows, err := store.Pool().Query(ctx, `SELECT name FROM media`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Forget removes a picture's row.
func Forget(ctx context.Context, store *postgres.Store, picture string) error {
	_, err := store.Pool().Exec(ctx, `DELETE FROM media WHERE name = $1`, picture)
	return err
}

// Filling is tables being filled, in one transaction. Rows of an older program go
// into tables of its version in a schema of their own, and are brought up to date
// there, before they take the place of others.
type Filling struct {
	ctx      context.Context //nolint:containedctx // lives as long as its transaction
	store    *postgres.Store
	choice   Choice
	tables   []Table
	older    bool
	version  int64    // of the site that programs on this database show until then
	pictures []string // there were
	lost     []string // pictures without files
	config   *pgx.ConnConfig

	tx      pgx.Tx
	current *Table
	pipe    *io.PipeWriter
	done    chan error
	filled  []string
}

// Begin prepares to fill tables of a schema's version. The database's own schema
// must be current. pictures are those that must not be forgotten.
func Begin(ctx context.Context, store *postgres.Store, choice Choice, version int64, tables []Table, pictures []string) (*Filling, error) {
	f := &Filling{ctx: ctx, store: store, choice: choice, tables: tables, pictures: pictures, config: store.Pool().Config().ConnConfig.Copy()}
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
		now, err := f.choice.kept(f.ctx, tx)
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
	_, _ = f.store.Pool().Exec(ctx, `DROP SCHEMA IF EXISTS `+staging+` CASCADE`) // the next time tries again
}

// begin empties the tables that are to be filled, and switches their triggers off.
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

// Part puts one part of a table into it. All parts of a table come one after another.
func (f *Filling) Part(table string, body io.Reader) error {
	if f.current == nil || f.current.Name != table {
		if err := f.end(); err != nil {
			return err
		}
		at := slices.IndexFunc(f.tables, func(t Table) bool { return t.Name == table })
		if at < 0 || slices.Contains(f.filled, table) {
			return fmt.Errorf("table %s was not expected", table)
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
			err = fmt.Errorf("%d rows came in and %d were expected", done.RowsAffected(), t.Rows)
		}
		_ = from.CloseWithError(errors.Join(io.ErrClosedPipe, err)) // a pipe's reader closes without fail
		f.done <- err
	}()
}

// Rows puts rows into a table: objects by column, as Snapshot.Each gives them, in a
// JSON array.
func (f *Filling) Rows(table string, rows []byte) error {
	at := slices.IndexFunc(f.tables, func(t Table) bool { return t.Name == table })
	if at < 0 {
		return fmt.Errorf("table %s was not expected", table)
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
	_ = f.pipe.Close() // a pipe's writer closes without fail
	err := <-f.done
	if err != nil {
		err = fmt.Errorf("table %s: %w", f.current.Name, err)
	}
	f.filled = append(f.filled, f.current.Name)
	f.current = nil
	return err
}

// Finish makes the rows those of the database, all at once. lost are pictures whose
// files did not come; their rows are not listed. It returns the pictures that no row
// knows any more; they stay known until Forget.
func (f *Filling) Finish(lost []string) (gone []string, err error) {
	f.lost = lost
	if err := f.end(); err != nil {
		return nil, err
	}
	for _, t := range f.tables {
		if t.Rows > 0 && !slices.Contains(f.filled, t.Name) {
			return nil, fmt.Errorf("table %s did not come", t.Name)
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
		return nil, fmt.Errorf("bring up to date: %w", err)
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

// Abandon leaves nothing of what was not finished. After Finish it does nothing.
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

// move puts the staged rows in the place of ours.
func (f *Filling) move(tx pgx.Tx) error {
	if _, err := tx.Exec(f.ctx, unhurried+`; SET LOCAL search_path = `+staging); err != nil {
		return err
	}
	tables, err := f.choice.kept(f.ctx, tx)
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
	if err := triggers(f.ctx, tx, tables, "DISABLE"); err != nil {
		return err
	}
	for i := range tables {
		t := &tables[i]
		if _, err := tx.Exec(f.ctx, fmt.Sprintf(`INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s.%s`,
			quoted(t.Name), t.columns(), t.columns(), staging, quoted(t.Name))); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	return errors.Join(triggers(f.ctx, tx, tables, "ENABLE"), number(f.ctx, tx, tables))
}

// versionNow is the version of the site that programs on this database show now.
func versionNow(ctx context.Context, tx pgx.Tx) (version int64, err error) {
	err = tx.QueryRow(ctx, `SELECT coalesce(max(version), 0) FROM site_version`).Scan(&version)
	return version, err
}

// settle does what a restored site needs besides its rows: pictures that are no
// longer known stay known until their files are gone, no job of another time is
// done, and programs that run find a version above the one they show, in which
// anything may have changed.
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
	if _, err := tx.Exec(f.ctx, `DELETE FROM website_content WHERE false`); err != nil { // its trigger finds out whether the site has a name
		return nil, err
	}
	carried := !f.choice.takes(registry.Table{BackedUp: true, Private: true})
	_, err = tx.Exec(f.ctx, `UPDATE site_version SET version = greatest(version, $1) + 1, untold = greatest(version, $1) + 1 WHERE $1 > 1 OR $2`, f.version, carried)
	return gone, err
}
