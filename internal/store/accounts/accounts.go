// Package accounts stores the owner's account, its security log, sessions, second factors and
// sign-in attempts.
package accounts

import (
	"parichay/internal/kit/seal"
	"parichay/internal/store/db"
)

type (
	// Account stores the owner, the account's log and sign-in attempts.
	Account struct {
		db     *db.DB
		tables []string
	}
	// Sessions stores sessions, and half sessions that still need a second factor.
	Sessions struct{ db *db.DB }
	// Factors stores second factors and used challenges.
	Factors struct {
		db  *db.DB
		key *seal.Key // encrypts the authenticator's secret
	}
)

// New returns the stores on d. tables are the sign-in tables, which SetOwner empties.
func New(d *db.DB, tables []string) (Account, Sessions, Factors) {
	return Account{d, tables}, Sessions{d}, Factors{db: d}
}
