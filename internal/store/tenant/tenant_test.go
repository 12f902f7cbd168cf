package tenant

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testkit/testdb"
)

func TestMakeRevokesPublicAccess(t *testing.T) {
	t.Parallel()
	_, server := testdb.Empty(t)
	const name = "tenanttest-surya"
	administrator, err := pgx.Connect(t.Context(), server)
	require.NoError(t, err)
	t.Cleanup(func() {
		for _, drop := range []string{`DROP DATABASE IF EXISTS "tenanttest-surya"`, `DROP ROLE IF EXISTS "tenanttest-surya"`} {
			_, err := administrator.Exec(context.WithoutCancel(t.Context()), drop)
			assert.NoError(t, err)
		}
		_ = administrator.Close(context.WithoutCancel(t.Context()))
	})
	require.NoError(t, Make(t.Context(), server, "tenanttest-", name))
	require.NoError(t, Make(t.Context(), server, "tenanttest-", name), "Make is idempotent")
	var owner string
	var open bool
	require.NoError(t, administrator.QueryRow(t.Context(), `SELECT pg_get_userbyid(datdba), has_database_privilege('public', oid, 'CONNECT') FROM pg_database WHERE datname = $1`, name).Scan(&owner, &open))
	assert.Equal(t, name, owner)
	assert.False(t, open)

	var ctype string
	require.NoError(t, administrator.QueryRow(t.Context(), `SELECT datctype FROM pg_database WHERE datname = $1`, name).Scan(&ctype))
	assert.Equal(t, "C.UTF-8", ctype, "not the server's default")

	for asked, want := range map[[2]string]int{
		{"tenanttest-", "tenanttest-asha"}: 1, {"tenanttest-", name}: 0, {"tenanttest-asha-", "tenanttest-asha-looms"}: 0, {"tenanttest", "tenanttest"}: 1,
	} {
		most, others, err := shared(t.Context(), administrator, asked[0], asked[1])
		require.NoError(t, err)
		assert.Positive(t, most)
		assert.Equal(t, want, others, asked)
	}
}

func TestMissingLocaleFallsBackToServerDefault(t *testing.T) {
	t.Parallel()
	_, server := testdb.Empty(t)
	administrator, err := pgx.Connect(t.Context(), server)
	require.NoError(t, err)
	const quoted = `"fallbacktest-surya"`
	execute := func(sql string) {
		_, err := administrator.Exec(context.WithoutCancel(t.Context()), sql)
		assert.NoError(t, err)
	}
	t.Cleanup(func() {
		execute(`DROP DATABASE IF EXISTS ` + quoted)
		execute(`DROP ROLE ` + quoted)
		_ = administrator.Close(context.WithoutCancel(t.Context()))
	})
	execute(`CREATE ROLE ` + quoted)
	require.NoError(t, createDatabase(t.Context(), administrator, quoted, "xx_XX.UTF-8"))
	var encoding string
	require.NoError(t, administrator.QueryRow(t.Context(), `SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = 'fallbacktest-surya'`).Scan(&encoding))
	assert.Equal(t, "UTF8", encoding)
}

func TestAdministratorNeverConnectsToSiteDatabase(t *testing.T) {
	t.Parallel()
	_, server := testdb.Empty(t)
	const name = "hostiletest-surya"
	config, err := pgx.ParseConfig(server)
	require.NoError(t, err)
	administrator, err := pgx.ConnectConfig(t.Context(), config)
	require.NoError(t, err)
	t.Cleanup(func() {
		for _, drop := range []string{`DROP DATABASE IF EXISTS "hostiletest-surya"`, `DROP ROLE IF EXISTS "hostiletest-surya"`} {
			_, err := administrator.Exec(context.WithoutCancel(t.Context()), drop)
			assert.NoError(t, err)
		}
		_ = administrator.Close(context.WithoutCancel(t.Context()))
	})
	require.NoError(t, Make(t.Context(), server, "hostiletest-", name))

	config.Database = name
	site, err := pgx.ConnectConfig(t.Context(), config)
	require.NoError(t, err)
	_, err = site.Exec(t.Context(), `SET ROLE "hostiletest-surya"; CREATE EXTENSION IF NOT EXISTS pg_trgm`)
	require.NoError(t, err, "the site creates the extension itself")
	require.NoError(t, site.Close(t.Context()))

	_, err = administrator.Exec(t.Context(), `ALTER DATABASE "hostiletest-surya" WITH ALLOW_CONNECTIONS false`)
	require.NoError(t, err)
	require.NoError(t, Make(t.Context(), server, "hostiletest-", name))
	var open bool
	require.NoError(t, administrator.QueryRow(t.Context(), `SELECT datallowconn FROM pg_database WHERE datname = $1`, name).Scan(&open))
	assert.False(t, open, "a database that an administrator closed stays closed")
}

func TestNewDatabaseStaysClosedUntilPublicAccessIsRevoked(t *testing.T) {
	t.Parallel()
	_, server := testdb.Empty(t)
	const name, quoted = "windowtest-surya", `"windowtest-surya"`
	administrator, err := pgx.Connect(t.Context(), server)
	require.NoError(t, err)
	t.Cleanup(func() {
		for _, drop := range []string{`DROP DATABASE IF EXISTS ` + quoted, `DROP ROLE IF EXISTS ` + quoted} {
			_, err := administrator.Exec(context.WithoutCancel(t.Context()), drop)
			assert.NoError(t, err)
		}
		_ = administrator.Close(context.WithoutCancel(t.Context()))
	})
	open := func() (connections, public bool) {
		require.NoError(t, administrator.QueryRow(t.Context(), `SELECT datallowconn, has_database_privilege('public', oid, 'CONNECT') FROM pg_database WHERE datname = $1`, name).Scan(&connections, &public))
		return connections, public
	}
	_, err = administrator.Exec(t.Context(), `CREATE ROLE `+quoted+` LOGIN`)
	require.NoError(t, err)
	require.NoError(t, createDatabase(t.Context(), administrator, quoted, locale))
	connections, _ := open()
	assert.False(t, connections)

	require.NoError(t, Make(t.Context(), server, "windowtest-", name), "the next run finishes an interrupted one")
	connections, public := open()
	assert.True(t, connections)
	assert.False(t, public)
}

func TestSiteIsRefusedWithoutEnoughConnections(t *testing.T) {
	t.Parallel()
	require.NoError(t, enough(100, 0))
	require.NoError(t, enough(100, 9))
	require.ErrorContains(t, enough(100, 10), "max_connections = 200")
	require.ErrorContains(t, enough(10, 40), "max_connections = 410")
}
