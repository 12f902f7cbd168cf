package room

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testdb"
)

func TestARoomIsMadeOnceAndKeepsStrangersOut(t *testing.T) {
	t.Parallel()
	_, server := testdb.Empty(t)
	const name = "roomtest-surya"
	administrator, err := pgx.Connect(t.Context(), server)
	require.NoError(t, err)
	t.Cleanup(func() {
		for _, drop := range []string{`DROP DATABASE IF EXISTS "roomtest-surya"`, `DROP ROLE IF EXISTS "roomtest-surya"`} {
			_, err := administrator.Exec(context.WithoutCancel(t.Context()), drop)
			assert.NoError(t, err)
		}
		_ = administrator.Close(context.WithoutCancel(t.Context()))
	})
	require.NoError(t, Make(t.Context(), server, name))
	require.NoError(t, Make(t.Context(), server, name), "a second time what is there stays")
	var owner string
	var open bool
	require.NoError(t, administrator.QueryRow(t.Context(), `SELECT pg_get_userbyid(datdba), has_database_privilege('public', oid, 'CONNECT') FROM pg_database WHERE datname = $1`, name).Scan(&owner, &open))
	assert.Equal(t, name, owner)
	assert.False(t, open)
}
