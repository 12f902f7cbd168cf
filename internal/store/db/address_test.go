package db_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/store/db"
)

// Fails without DeleteFunc in Pools: the driver would connect unencrypted if the server, or an
// attacker in between, claims not to support TLS.
func TestRemoteDatabaseConnectionIsEncryptedByDefault(t *testing.T) {
	t.Parallel()
	for address, open := range map[string]bool{
		"postgres://u:p@db.example.com/parichay":                 false,
		"postgres://u:p@203.0.113.7/parichay":                    false,
		"host=db.example.com user=u dbname=parichay":             false,
		"postgres://u:p@db.example.com/parichay?sslmode=prefer":  true,
		"postgres://u:p@db.example.com/parichay?sslmode=disable": true,
		"postgres://u:p@db.example.com/parichay?sslmode=require": false,
		"postgres://u:p@127.0.0.1/parichay":                      true,
		"postgres://u:p@database:5432/parichay":                  true,
		"postgres://u:p@/parichay?host=/var/run/postgresql":      true,
		"postgres://u:p@database,db.example.com/parichay":        true,
	} {
		config, err := db.Pools(address)
		require.NoError(t, err, address)
		unencrypted := config.ConnConfig.TLSConfig == nil
		for _, next := range config.ConnConfig.Fallbacks {
			unencrypted = unencrypted || next.TLSConfig == nil
		}
		assert.Equal(t, open, unencrypted, address)
		if !open && !strings.Contains(address, "sslmode") {
			assert.False(t, config.ConnConfig.TLSConfig.InsecureSkipVerify, "%s: the server's certificate is verified", address)
			assert.Equal(t, config.ConnConfig.Host, config.ConnConfig.TLSConfig.ServerName)
		}
	}
}
