package db_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/store/db"
	"parichay/internal/testkit/testdb"
)

// Without dropInterrupted, the next request sometimes failed with "i/o timeout".
func TestConnectionOfACanceledStatementIsNotUsedAgain(t *testing.T) {
	t.Parallel()
	_, url := testdb.New(t)
	config, err := db.Pools(url)
	require.NoError(t, err)
	pool, err := db.Open(t.Context(), db.NewRoute(config.ConnConfig), config, 1, time.Minute)
	require.NoError(t, err)
	defer pool.Pool.Close()
	backend := func() (pid int) {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT pg_backend_pid()`).Scan(&pid))
		return pid
	}
	first := backend()
	assert.Equal(t, first, backend())

	ctx, cancel := context.WithCancel(t.Context())
	rows, err := pool.Pool.Query(ctx, `SELECT generate_series(1, 2)`)
	require.NoError(t, err)
	require.True(t, rows.Next())
	cancel() // both rows have arrived, so the statement succeeds
	rows.Close()
	require.NoError(t, rows.Err())
	assert.NotEqual(t, first, backend())
}
