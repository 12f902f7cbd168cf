package db

import (
	"crypto/tls"
	"errors"
	"io/fs"
	"net/url"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"parichay/internal/kit/listen"
)

// Address is a parsed PostgreSQL address with its credentials.
type Address struct {
	Host, Database, User, Password string
	Port                           uint16
	Options                        map[string]string
}

// ErrAddress does not quote the address: parts of it may be a password.
var ErrAddress = errors.New("not the address of a PostgreSQL database")

// Errors of an address that can be parsed.
var (
	ErrSSLMode = errors.New("its sslmode must be disable, allow, prefer, require, verify-ca or verify-full")
	ErrSSLFile = errors.New("cannot read the file that sslrootcert, sslcert or sslkey names")
)

// Pools parses an address into a pool configuration. If the address does not set sslmode, every
// connection that leaves our own networks must be encrypted. Package diagnose explains the failure
// if the server does not support TLS.
func Pools(text string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(text)
	if err != nil {
		return nil, wrong(err)
	}
	if strings.Contains(text, "sslmode") {
		return config, nil
	}
	at := config.ConnConfig
	at.Fallbacks = slices.DeleteFunc(at.Fallbacks, func(f *pgconn.FallbackConfig) bool { return f.TLSConfig == nil && !listen.Near(f.Host) })
	verify(at.Host, at.TLSConfig)
	for _, next := range at.Fallbacks {
		verify(next.Host, next.TLSConfig)
	}
	return config, nil
}

// wrong maps the parser's error to one of ours, because the parser's text repeats the address with
// its password.
func wrong(err error) error {
	parsing, ok := errors.AsType[*pgconn.ParseConfigError](err)
	if !ok {
		return ErrAddress
	}
	cause := parsing.Unwrap()
	if _, file := errors.AsType[*fs.PathError](cause); file {
		return ErrSSLFile
	}
	if cause != nil && cause.Error() == "sslmode is invalid" {
		return ErrSSLMode
	}
	return ErrAddress
}

// verify requires a valid certificate (as sslmode=verify-full) from a server outside our own
// networks.
func verify(host string, c *tls.Config) {
	if c != nil && !listen.Near(host) {
		c.InsecureSkipVerify, c.ServerName, c.MinVersion = false, host, tls.VersionTLS12
	}
}

// ParseAddress parses an address the same way as Pools.
func ParseAddress(text string) (Address, error) {
	pool, err := Pools(text)
	if err != nil {
		return Address{}, err
	}
	at := pool.ConnConfig
	options := at.RuntimeParams // of a keyword/value address; a URL may have more
	if u, err := url.Parse(text); err == nil && u.Scheme != "" {
		options = map[string]string{}
		for name, values := range u.Query() {
			options[name] = values[0]
		}
	}
	return Address{Host: at.Host, Port: at.Port, Database: at.Database, User: at.User, Password: at.Password, Options: options}, nil
}
