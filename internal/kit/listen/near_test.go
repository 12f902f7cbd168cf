package listen

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNearMatchesLocalAndPrivateHosts(t *testing.T) {
	t.Parallel()
	for _, near := range []string{"", "localhost", "LOCALHOST", "database", "127.0.0.1", "::1", "[::1]", "10.1.2.3", "192.168.0.7", "fd00::1", "/var/run/postgresql", "db.internal", "nas.local.", "::ffff:10.0.0.1"} {
		assert.True(t, Near(near), near)
	}
	for _, far := range []string{"db.example.com", "203.0.113.7", "2001:db8::1", "localhost.example.com", "10.example"} {
		assert.False(t, Near(far), far)
	}
}
