package intake

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestProofOfWorkGetsHarderAsTheInboxFills(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		var asked []int
		for n := range 100 {
			bits := d.Bits(network4(n))
			if bits > 0 {
				_, weak := d.enter(network4(n), bits-1)
				assert.True(t, weak, "the proof of work of an earlier token is too weak")
			}
			most, weak := d.enter(network4(n), bits)
			require.False(t, weak)
			assert.True(t, most == nil || *most > float64(n), "the proof of work of the current token suffices")
			if len(asked) == 0 || asked[len(asked)-1] != bits {
				asked = append(asked, bits)
			}
		}
		assert.Equal(t, []int{0, 9, 10, 11, 12, 13, 14}, asked, "each bit doubles the work")
		time.Sleep(10 * time.Minute)
		assert.Equal(t, 13, d.Bits(network4(999)), "the inbox load halves in ten minutes")
		time.Sleep(time.Hour)
		assert.Zero(t, d.Bits(network4(999)))

		for range 5 {
			_, weak := d.enter(network4(7), hardest)
			require.False(t, weak)
		}
		d.leaveInbox(network4(7))
		d.warm(6.5)
		assert.Equal(t, 9, d.Bits(network4(999)), "messages received by other replicas count")
		assert.Equal(t, 10, d.Bits(network4(7)), "a subnet that has already sent must do more work")
	})
}

func TestExpectedMessagesRequireNoProofOfWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, err := New(time.Now, 10*UsualAnHour)
		require.NoError(t, err)
		for n := range 59 {
			_, weak := d.enter(network4(n), 0)
			require.False(t, weak)
		}
		assert.Zero(t, d.Bits(network4(999)))
		_, weak := d.enter(network4(60), 0)
		require.False(t, weak)
		assert.Equal(t, easiest, d.Bits(network4(999)))
	})
}

func TestL1FewFormsWithoutScriptReachTheInboxWhileProofOfWorkIsRequired(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		d.warm(20)
		admitted := 0
		for n := range 100 {
			if d.admit(network4(n)) {
				admitted++
			}
		}
		assert.Equal(t, int(d.limits.unsolved.burst), admitted)
	})
}
