// Package diagnose explains why PostgreSQL cannot be used: whether waiting helps, and if not,
// what to do. It reads driver errors and the server's version, but no stored data.
package diagnose

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"parichay/internal/kit/fault"
)

// oldest is the first major version that supports all our statements.
const oldest = 15

// Trouble explains in one line why the database cannot be used and what to do.
type Trouble struct {
	Passes bool // waiting helps: the server is not available yet
	text   string
	cause  error
}

// Error implements error.
func (t *Trouble) Error() string { return t.text }

// Unwrap returns the driver's error.
func (t *Trouble) Unwrap() error { return t.cause }

// Ask connects and checks that the server's version is supported.
func Ask(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	version := conn.Conn().PgConn().ParameterStatus("server_version")
	digits := strings.IndexFunc(version+" ", func(r rune) bool { return r < '0' || r > '9' }) // "14.9 (Debian 14.9-1)", "18beta1"
	if major, err := strconv.Atoi(version[:digits]); err == nil && major < oldest {
		return &Trouble{text: fmt.Sprintf("the server is PostgreSQL %s, and %d or later is needed: upgrade it, or use the address of a newer server", version, oldest)}
	}
	return nil
}

// Encrypted reports whether connections to the database use TLS.
func Encrypted(ctx context.Context, pool *pgxpool.Pool) bool {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return false
	}
	defer conn.Release()
	_, encrypted := conn.Conn().PgConn().Conn().(*tls.Conn)
	return encrypted
}

// CharacterType returns the LC_CTYPE with which the database was created.
func CharacterType(ctx context.Context, pool *pgxpool.Pool) (ctype string, err error) {
	err = pool.QueryRow(ctx, `SELECT datctype FROM pg_database WHERE datname = current_database()`).Scan(&ctype)
	return ctype, err
}

// granted matches messages about a missing privilege that the owner of the tables can grant to
// a role that only serves requests.
var granted = regexp.MustCompile(`^permission denied for (table|sequence) `)

// Of explains a driver error. It returns nil for any other error.
func Of(err error) *Trouble {
	if known, ok := errors.AsType[*Trouble](err); ok {
		return known
	}
	refused, connecting := errors.AsType[*pgconn.ConnectError](err)
	server, answered := errors.AsType[*pgconn.PgError](err)
	switch {
	case answered && connecting:
		return atTheDoor(refused, server)
	case answered && server.Code == "42501" && granted.MatchString(server.Message):
		return &Trouble{text: fmt.Sprintf("the user lacks a privilege (%s): as the owner of the tables, grant it the privileges that docs/operate.md lists under \"Two roles\"", server.Message), cause: err}
	case answered && server.Code == "42501":
		return &Trouble{text: fmt.Sprintf("the user lacks a privilege (%s): make it the owner of the database (ALTER DATABASE … OWNER TO …), or set PARICHAY_MIGRATE_DATABASE_URL to an address with the owner as its user", server.Message), cause: err}
	case answered && server.Code == "25006":
		return &Trouble{text: fmt.Sprintf("the server is read-only (%s): use the address of the primary, which a failover may have changed, or run ALTER DATABASE … RESET default_transaction_read_only", server.Message), cause: err}
	case connecting:
		return before(refused)
	}
	return nil
}

// Any explains every error that the database caused, in general terms where Of has no explanation.
// It returns nil for any other error.
func Any(err error) *Trouble {
	if known := Of(err); known != nil {
		return known
	}
	if server, answered := errors.AsType[*pgconn.PgError](err); answered {
		if passes(server) {
			return &Trouble{Passes: true, text: fmt.Sprintf("the database is unavailable (%s)", server.Message), cause: err}
		}
		return &Trouble{text: fmt.Sprintf("the database reports an error (%s, SQLSTATE %s): check its log and fix the cause, or use the address of another database", server.Message, server.Code), cause: err}
	}
	if errors.Is(err, fault.ErrUnavailable) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) || pgconn.SafeToRetry(err) {
		return &Trouble{Passes: true, text: "lost the connection to the database", cause: err}
	}
	return nil
}

// atTheDoor explains why the server refused a connection.
func atTheDoor(refused *pgconn.ConnectError, server *pgconn.PgError) *Trouble {
	t := &Trouble{cause: refused}
	user, database := quoted(refused.Config.User), quoted(refused.Config.Database)
	switch server.Code {
	case "28P01":
		t.text = fmt.Sprintf("%s refuses the password of user %s: correct it in the address, or set another with ALTER ROLE %s PASSWORD '…'", at(refused), user, user)
	case "28000":
		t.text = fmt.Sprintf("%s does not let user %s in (%s): create the role, or allow it in pg_hba.conf", at(refused), user, server.Message)
	case "3D000":
		t.text = fmt.Sprintf("%s has no database %s: create it (CREATE DATABASE %s OWNER %s TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'), or correct its name", at(refused), database, database, user)
	case "42501":
		t.text = fmt.Sprintf("user %s may not connect to database %s: GRANT CONNECT ON DATABASE %s TO %s", user, database, database, user)
	case "42704", "22023": // from PostgreSQL; a pooler uses one code for everything
		t.text = unknownOption(refused, server)
	default:
		t.Passes = passes(server)
		switch {
		case strings.Contains(server.Message, "unsupported startup parameter"):
			t.Passes, t.text = false, unknownOption(refused, server)
		case t.Passes:
			t.text = fmt.Sprintf("%s does not accept connections at the moment (%s)", at(refused), server.Message)
		default:
			t.text = fmt.Sprintf("%s refuses the connection (%s, SQLSTATE %s): correct the address or the server's configuration", at(refused), server.Message, server.Code)
		}
	}
	return t
}

// passing lists the SQLSTATE classes of a server that is starting, stopping, recovering, full, or
// behind a pooler that cannot reach it.
var passing = []string{"08", "53", "55", "57", "58", "XX"}

func passes(server *pgconn.PgError) bool {
	return slices.Contains(passing, server.Code[:min(2, len(server.Code))])
}

func unknownOption(refused *pgconn.ConnectError, server *pgconn.PgError) string {
	return fmt.Sprintf("%s does not accept an option in the address (%s): correct it or remove it (`parichay config` shows all options)", at(refused), server.Message)
}

// before explains a failure that came before the server's first answer.
func before(refused *pgconn.ConnectError) *Trouble {
	t := &Trouble{cause: refused}
	_, certificate := errors.AsType[*tls.CertificateVerificationError](refused)
	_, authority := errors.AsType[x509.UnknownAuthorityError](refused)
	switch {
	case certificate || authority:
		t.text = fmt.Sprintf("the certificate of %s is not trusted: add sslrootcert=FILE with its CA to the address, or correct the host", at(refused))
	case strings.Contains(refused.Error(), "server refused TLS connection"):
		t.text = fmt.Sprintf("%s does not support TLS: enable it on the server, or add sslmode=disable to the address if the network is private", at(refused))
	default:
		t.Passes, t.text = true, fmt.Sprintf("%s cannot be reached (%s): start it, or correct host and port", at(refused), why(refused))
	}
	return t
}

func at(refused *pgconn.ConnectError) string {
	host := refused.Config.Host
	if !strings.HasPrefix(host, "/") {
		host = net.JoinHostPort(host, fmt.Sprint(refused.Config.Port))
	}
	return "PostgreSQL at " + host
}

func quoted(name string) string { return pgx.Identifier{name}.Sanitize() }

// why returns the system's short reason for an error, because the driver's own text has
// several lines.
func why(err error) string {
	if name, ok := errors.AsType[*net.DNSError](err); ok {
		return name.Err
	}
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	if slow, ok := errors.AsType[net.Error](err); ok && slow.Timeout() || errors.Is(err, context.DeadlineExceeded) {
		return "timeout"
	}
	return "the answer is not that of a PostgreSQL server"
}
