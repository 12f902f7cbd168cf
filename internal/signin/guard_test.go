package signin

import (
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parichay/internal/fault"
)

func TestAKnownDeviceWaitsForItsTurnAndAStrangerIsSentAway(t *testing.T) {
	t.Parallel()
	g, err := NewGuard(nil, &url.URL{Scheme: "https", Host: "example.com"}, time.Now)
	require.NoError(t, err)
	var busy []func()
	for range parallelChecks {
		done, err := g.Turn(t.Context(), 0)
		require.NoError(t, err)
		busy = append(busy, done)
	}
	_, err = g.Turn(t.Context(), 0)
	require.ErrorAs(t, err, &fault.TooMany{})
	served := make(chan error, 1)
	go func() {
		_, err := g.Turn(t.Context(), time.Minute)
		served <- err
	}()
	busy[0]()
	require.NoError(t, <-served)
}
