// Package tenant creates a site's role and database, both of the same name, on a shared
// PostgreSQL server.
package tenant

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Make creates the role and its database. administrator is the address of the server with an
// administrator's credentials. The names of all sites' databases start with prefix. Make
// leaves an existing role or database as it is, except that it revokes public access. The
// administrator never connects to a site's database and never resolves a name to an object
// that a site's role may have created: either could run the site's code with superuser rights.
func Make(ctx context.Context, administrator, prefix, name string) error {
	config, err := pgx.ParseConfig(administrator)
	if err != nil {
		return err
	}
	config.RuntimeParams["search_path"] = "pg_catalog"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	most, others, err := shared(ctx, conn, prefix, name)
	if err != nil {
		return err
	}
	if err := enough(most, others); err != nil {
		return err
	}
	quoted := pgx.Identifier{name}.Sanitize()
	// No password: the server authenticates the program by its operating system user.
	if _, err := conn.Exec(ctx, `CREATE ROLE `+quoted+` LOGIN`); err != nil && !isThere(err) {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := createDatabase(ctx, conn, quoted, locale); err != nil && !isThere(err) {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return closeToStrangers(ctx, tx, name) }); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// closeToStrangers revokes CONNECT from all roles but the owner. It then opens the database
// for connections if it is new. A database is new if it accepts no connections although every
// role may connect: createDatabase leaves it in that state. A database that an administrator
// closed later stays closed.
func closeToStrangers(ctx context.Context, tx pgx.Tx, name string) error {
	var fresh bool
	if err := tx.QueryRow(ctx, `
		SELECT NOT datallowconn AND has_database_privilege('public', oid, 'CONNECT')
		FROM pg_database WHERE datname = $1`, name).Scan(&fresh); err != nil {
		return err
	}
	quoted := pgx.Identifier{name}.Sanitize()
	if _, err := tx.Exec(ctx, `REVOKE CONNECT, TEMPORARY ON DATABASE `+quoted+` FROM PUBLIC`); err != nil || !fresh {
		return err
	}
	_, err := tx.Exec(ctx, `ALTER DATABASE `+quoted+` WITH ALLOW_CONNECTIONS true`)
	return err
}

// locale classifies the letters of all scripts and sorts in the same way on every system. In
// the locale C, letters outside ASCII have no case and form no trigrams.
const locale = "C.UTF-8"

// createDatabase creates a database with the given locale, or with the server's default if the
// system lacks that locale. The database accepts no connections yet, because PostgreSQL lets every
// role connect to a new one.
func createDatabase(ctx context.Context, conn *pgx.Conn, quoted, locale string) error {
	create := `CREATE DATABASE ` + quoted + ` OWNER ` + quoted + ` ENCODING 'UTF8' TEMPLATE template0 ALLOW_CONNECTIONS false`
	_, err := conn.Exec(ctx, create+` LC_COLLATE '`+locale+`' LC_CTYPE '`+locale+`'`)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == "42809" { // invalid locale name
		_, err = conn.Exec(ctx, create)
	}
	return err
}

// connsOfSite is how many server connections to reserve per site. A quiet site uses a few, and
// not all sites are busy at once.
const connsOfSite = 10

// shared returns the server's connection limit and the number of other sites.
func shared(ctx context.Context, conn *pgx.Conn, prefix, name string) (most, others int, err error) {
	err = conn.QueryRow(ctx, `
		SELECT current_setting('max_connections')::int, count(*) FROM pg_database
		WHERE starts_with(datname, $1) AND datname <> $2`, prefix, name).Scan(&most, &others)
	return most, others, err
}

// enough returns an error if the server has too few connections for one more site: connections
// of all sites would fail at random.
func enough(most, others int) error {
	needed := (others + 1) * connsOfSite
	if needed <= most {
		return nil
	}
	return fmt.Errorf(`PostgreSQL allows %d connections, enough for %d sites. Raise the limit, then run this command again:
sudo -u postgres psql -c 'ALTER SYSTEM SET max_connections = %d' && sudo systemctl restart postgresql`, most, most/connsOfSite, max(2*most, needed))
}

func isThere(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.Code == "42710" || refused.Code == "42P04")
}
