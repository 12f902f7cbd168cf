package db

import (
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Address is where a database is, and as whom the program goes there.
type Address struct {
	Host, Database, User, Password string
	Port                           uint16
}

// ErrAddress says nothing of what was read: parts of it may be a password.
var ErrAddress = errors.New("not the address of a PostgreSQL database")

// ParseAddress reads an address as the pools will.
func ParseAddress(text string) (Address, error) {
	pool, err := pgxpool.ParseConfig(text)
	if err != nil {
		return Address{}, ErrAddress
	}
	at := pool.ConnConfig
	return Address{Host: at.Host, Port: at.Port, Database: at.Database, User: at.User, Password: at.Password}, nil
}
