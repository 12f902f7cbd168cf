package intake

import (
	"fmt"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
)

// network4 returns the n-th of many IPv4 networks, network6 the n-th of the 256 networks of an
// IPv6 /48.
func network4(n int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(n >> 8), byte(n), 0}), 24)
}

func network6(n int) netip.Prefix {
	return netip.MustParsePrefix(fmt.Sprintf("2001:db8:1:%x00::/56", n&0xff))
}

func openDoor(t *testing.T) *Door {
	t.Helper()
	d, err := New(time.Now, 0)
	require.NoError(t, err)
	return d
}

// unopened is a suspect message whose sender never opened one of our forms. The sender of
// opened did.
var unopened, opened = lead.Judged{}, lead.Judged{Nonce: []byte("of a token")}

func TestL1FloodFromOneNetworkIsRateLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		one, other := network4(0), network4(1)
		for range int(postsOfNetwork.burst) {
			require.NoError(t, d.AllowPost(one))
		}
		var often fault.TooMany
		for range 1000 {
			require.ErrorAs(t, d.AllowPost(one), &often)
		}
		assert.Equal(t, 10, often.RetrySeconds, "refused posts do not extend the wait")
		require.NoError(t, d.AllowPost(other))
		time.Sleep(time.Duration(often.RetrySeconds) * time.Second)
		require.NoError(t, d.AllowPost(one))
		require.Error(t, d.AllowPost(one))
	})
}

func TestProofOfWorkIsRequiredOnlyUnderAttack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		there := network4(9999)
		for n := range int(d.limits.suspects.burst) {
			d.countPost(network4(n/2), lead.Tokenless)
		}
		assert.Zero(t, d.Bits(there))
		assert.Equal(t, easiest, d.Bits(network4(0)), "only the crowded network must solve a proof of work")
		d.countPost(network4(100), lead.Tokenless)
		assert.Equal(t, easiest, d.Bits(there))
		assert.Equal(t, easiest, d.BitsWithoutScript())
		time.Sleep(2 * time.Minute)
		assert.Zero(t, d.Bits(there), "the attack is over")

		for n := range int(d.limits.posts.burst) + 1 {
			d.countPost(network4(n), "")
		}
		assert.Equal(t, easiest, d.Bits(there), "that many posts at once are an attack, too")
	})
}

func TestDefaultLimitsHaveTheDocumentedFigures(t *testing.T) {
	t.Parallel()
	assert.Equal(t, crowdLimits{posts: rate{60, 1}, suspects: rate{20, 20.0 / 600}, unsolved: rate{5, 10 / hour}, photos: rate{30, 12 / day}, network: rate{2, 5 / hour}, remembered: rate{10, 5 / hour}}, limitsFor(UsualAnHour))
}

func TestL1ExpectedLeadsAreNotAnAttack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const anHour, perSecond = 100_000, 20
		d, err := New(time.Now, anHour)
		require.NoError(t, err)
		for n := range 600 * perSecond { // ten minutes
			from := network4(n)
			require.Zero(t, d.Bits(from), "lead %d", n)
			require.Zero(t, d.BitsWithoutScript(), "lead %d", n)
			_, weak := d.enter(from, 0)
			require.False(t, weak, "lead %d", n)
			var flag lead.Reason
			if n%10 == 0 { // some spam comes to every busy site
				flag = lead.Advertises
			}
			d.countPost(from, flag)
			time.Sleep(time.Second / perSecond)
		}
		for n := range 600 * 4 * perSecond { // four times as many is an attack
			d.countPost(network4(n), "")
			time.Sleep(time.Second / (4 * perSecond))
		}
		assert.Equal(t, easiest, d.BitsWithoutScript())
	})
}

func TestL1OneSenderAloneIsNotAnAttack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		there := network4(9999)
		for n := range 256 * 20 { // a /48 has 256 networks, each admitted twenty times
			d.countPost(network6(n), lead.Tokenless)
			d.countPost(network4(0), lead.Tokenless)
		}
		for range 3600 / 10 {
			d.countPost(network4(0), lead.Tokenless)
			require.Zero(t, d.Bits(there))
			time.Sleep(10 * time.Second)
		}
		assert.Equal(t, easiest, d.Bits(network4(0)), "the sender itself must solve a proof of work")
		assert.Zero(t, d.BitsWithoutScript())
		time.Sleep(2 * time.Hour)
		assert.Zero(t, d.Bits(network4(0)), "the requirement ends")
	})
}

func TestL1OneSubnetCannotFillTheQuarantine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		stored := 0
		for n := range 256 * 20 {
			if d.quarantine(network6(n), unopened) == nil {
				stored++
			}
		}
		assert.Equal(t, 50, stored)
		require.Error(t, d.quarantine(network6(0), opened), "the subnet's share is used up, even for an opened form")
		require.NoError(t, d.quarantine(network4(1), unopened), "other subnets are not affected")

		stored = 0
		for range 8640 { // a day of posts at the limit of one network
			if d.quarantine(network4(0), unopened) == nil {
				stored++
			}
			time.Sleep(10 * time.Second)
		}
		assert.InDelta(t, 150, stored, 1)
	})
}

func TestL1FullQuarantineHasRoomForNewSenders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		stored := 0
		for n := range 200 {
			for range 40 {
				if d.quarantine(network4(n), unopened) == nil {
					stored++
				}
			}
		}
		assert.InDelta(t, quarantined.burst-reserved, stored, fewStored*100)
		require.Error(t, d.quarantine(network4(0), unopened))
		require.NoError(t, d.quarantine(network4(9999), unopened), "a subnet that has sent nothing yet")

		d.CountStoredBefore(int(quarantined.burst), 0)
		require.Error(t, d.quarantine(network4(9999), unopened), "a message beyond the limit is refused")
		require.NoError(t, d.quarantine(network4(9999), opened), "the overall limit does not apply to an opened form")
	})
}

func TestL1CrowdedNetworkDoesNotBlockFormsOfOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		began := time.Now()
		done, err := d.Slot(t.Context(), Drawings, network6(0))
		require.NoError(t, err)
		for n := range 200 {
			go func() {
				_, err := d.Slot(t.Context(), Drawings, network6(n))
				assert.ErrorIs(t, err, fault.ErrUnavailable)
			}()
		}
		synctest.Wait()
		other, err := d.Slot(t.Context(), Drawings, network4(0))
		require.NoError(t, err)
		assert.Zero(t, time.Since(began), "a slot is free although others wait")
		_, err = d.Slot(t.Context(), Drawings, network4(1))
		require.ErrorIs(t, err, fault.ErrUnavailable)
		assert.Equal(t, Drawings.patience, time.Since(began), "no request waits longer")
		synctest.Wait()
		other()
		done()
		again, err := d.Slot(t.Context(), Drawings, network6(1))
		require.NoError(t, err)
		again()
	})
}

func TestPhotosAreLimitedPerSubnet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		taken := 0
		for end := time.Now().Add(21 * 24 * time.Hour); time.Now().Before(end); time.Sleep(time.Minute) {
			if d.AllowPhoto(network6(time.Now().Minute())) == nil { // all networks belong to one customer
				taken++
			}
		}
		assert.InDelta(t, 30+21*12, taken, 1)
		assert.Less(t, taken*(420<<10), lead.PhotoRoom/8, "bytes that one sender can store in three weeks")
		require.NoError(t, d.AllowPhoto(network4(1)), "another network is not affected")
	})
}

func TestVisitEventsAreLimitedPerSubnet(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := openDoor(t)
		for day := 1; day <= 3; day++ {
			taken := 0
			for end := time.Now().Add(24 * time.Hour); time.Now().Before(end); time.Sleep(time.Second) {
				if d.AllowVisits(network6(time.Now().Second()), 16) == nil { // all networks belong to one customer
					taken += 16
				}
			}
			assert.LessOrEqual(t, taken, VisitsADay/50, "day %d", day)
		}
		require.NoError(t, d.AllowVisits(network4(1), VisitsADay/100), "another network is not affected")
	})
}
