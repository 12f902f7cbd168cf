package signin

import (
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
)

func from(n int) *Caller {
	return &Caller{From: netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(n >> 8), byte(n), 0}), 24)}
}

// busy returns turns whose slot is taken.
func busy(t *testing.T) (all *turns, done func()) {
	t.Helper()
	all = newTurns(time.Now)
	done, err := all.wait(t.Context(), from(9999))
	require.NoError(t, err)
	return all, done
}

func (t *turns) waits() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting)
}

func TestAFullQueueIsServedInOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all, done := busy(t)
		begun := time.Now()
		var mu sync.Mutex
		var order []int
		refused := 0
		var waiting sync.WaitGroup
		attempt := func(i int) {
			leave, err := all.wait(t.Context(), from(i))
			if err == nil {
				time.Sleep(29 * time.Millisecond) // a hash
				defer leave()
			}
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				refused++
				return
			}
			order = append(order, i)
		}
		for i := range mostWaiting {
			waiting.Go(func() { attempt(i) })
			synctest.Wait()
		}
		waiting.Go(func() { attempt(3) })
		synctest.Wait()
		mu.Lock()
		assert.Equal(t, 1, refused, "the second attempt of a network: the lottery refuses one of the two at once")
		mu.Unlock()
		all.blame(from(251).From) // from the same provider
		_, err := all.wait(t.Context(), from(251))
		require.ErrorAs(t, err, &fault.TooMany{}, "one network too many")
		done()
		waiting.Wait()
		assert.Less(t, time.Since(begun), 7500*time.Millisecond)
		assert.Len(t, order, mostWaiting)
		for i, network := range order {
			require.Equal(t, i, network, "first come, first served")
		}
	})
}

func TestANewcomerIsServedBeforeGuessers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all, done := busy(t)
		refused := make(chan error, mostWaiting)
		for i := range mostWaiting {
			all.blame(from(i).From)
			go func() {
				leave, err := all.wait(t.Context(), from(i))
				if err == nil {
					leave()
				}
				refused <- err
			}()
			synctest.Wait()
		}
		served := make(chan int, 2)
		go func() {
			leave, err := all.wait(t.Context(), from(5000)) // no wrong guess so far
			assert.NoError(t, err)
			served <- len(refused)
			leave()
		}()
		synctest.Wait()
		assert.Equal(t, mostWaiting, all.waits())
		require.ErrorAs(t, <-refused, &fault.TooMany{}, "one of the guessers loses its place")
		done()
		assert.Zero(t, <-served, "served before all guessers")
		for range mostWaiting - 1 {
			require.NoError(t, <-refused)
		}
	})
}

func TestTrustedCallersAreServedBeforeStrangers(t *testing.T) {
	t.Parallel()
	for _, owner := range []*Caller{{Known: true, Device: "one"}, {Session: account.Session{ID: "1"}}, {link: "x"}} {
		synctest.Test(t, func(t *testing.T) {
			all, done := busy(t)
			all.slow() // strangers have to wait
			order := make(chan string, 3)
			for i := range 2 {
				go func() {
					leave, err := all.wait(t.Context(), from(i))
					assert.NoError(t, err)
					order <- "stranger"
					leave()
				}()
				synctest.Wait()
			}
			go func() {
				leave, err := all.wait(t.Context(), owner)
				assert.NoError(t, err)
				order <- "owner"
				leave()
			}()
			synctest.Wait()
			done()
			assert.Equal(t, "owner", <-order)
			assert.Equal(t, "stranger", <-order)
		})
	}
}

func TestWithoutASecondFactorStrangersMayGuessOnceASecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := newTurns(time.Now)
		guesses, begun := 0, time.Now()
		for time.Since(begun) < time.Minute {
			leave, err := all.wait(t.Context(), from(guesses))
			require.NoError(t, err)
			all.blame(from(guesses).From)
			all.slow()
			guesses++
			leave()
		}
		assert.InDelta(t, 60, guesses, 1)
	})
}

func TestOfTheCallersOfOneNetworkARandomOneWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		won := 0
		const rounds, crowd = 400, 3
		for range rounds {
			all, done := busy(t)
			got := make(chan error, 1)
			for i := range crowd + 1 { // the owner comes second
				go func() {
					leave, err := all.wait(t.Context(), from(1))
					if err == nil {
						leave()
					}
					if i == 1 {
						got <- err
					}
				}()
				synctest.Wait()
			}
			assert.LessOrEqual(t, all.waits(), 1)
			done()
			if err := <-got; err == nil {
				won++
			} else {
				require.ErrorAs(t, err, &fault.TooMany{})
			}
		}
		assert.InDelta(t, rounds/(crowd+1), won, 50)
	})
}

func TestATimedOutCallerFreesItsPlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all, done := busy(t)
		begun := time.Now()
		_, err := all.wait(t.Context(), from(1))
		require.ErrorAs(t, err, &fault.TooMany{})
		assert.Equal(t, patience, time.Since(begun))
		assert.Zero(t, all.waits())
		done()
		leave, err := all.wait(t.Context(), from(1))
		require.NoError(t, err)
		leave()
	})
}

// flood starts an attack by clients that retry as soon as they get a response, each time from
// another network. The attack ends after two minutes.
func flood(t *testing.T, all *turns, network func(n int) netip.Prefix, factor bool) {
	t.Helper()
	var mu sync.Mutex
	n, until := 0, time.Now().Add(2*time.Minute)
	for range 260 {
		go func() {
			for time.Now().Before(until) {
				mu.Lock()
				c := &Caller{From: network(n)}
				n++
				mu.Unlock()
				if leave, err := all.wait(t.Context(), c); err == nil {
					time.Sleep(29 * time.Millisecond) // a hash
					all.blame(c.From)
					if !factor {
						all.slow()
					}
					leave()
				} else {
					time.Sleep(time.Second / 2)
				}
			}
		}()
	}
}

// letIn returns how long the owner waits for the slot, with retries like those of the app.
func letIn(t *testing.T, all *turns, owner *Caller) time.Duration {
	t.Helper()
	begun := time.Now()
	for range 5 {
		leave, err := all.wait(t.Context(), owner)
		if err == nil {
			leave()
			return time.Since(begun)
		}
		time.Sleep(time.Second)
	}
	assert.Fail(t, "the owner is refused", "%v", time.Since(begun))
	return time.Since(begun)
}

// Fails if networks are ranked without their provider: then one machine with 4,096 networks of a
// provider takes every place, and the owner is always refused.
func TestAFloodFromOneProviderDoesNotLockOutOthers(t *testing.T) {
	t.Parallel()
	one36 := func(n int) netip.Prefix {
		return netip.PrefixFrom(netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 0xb0 | byte(n>>8)&15, byte(n)}), 48)
	}
	one16 := func(n int) netip.Prefix { return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 7, byte(n), 0}), 24) }
	scattered := func(n int) netip.Prefix {
		return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(n % 250), 1, 0}), 24)
	}
	owner := &Caller{From: netip.MustParsePrefix("198.51.77.0/24")}
	for _, c := range []struct {
		name    string
		network func(int) netip.Prefix
		factor  bool
		after   time.Duration
		most    time.Duration
	}{
		{"a /36, with a second factor", one36, true, 6 * time.Second, time.Second},
		{"a /36, without one", one36, false, 6 * time.Second, 3 * time.Second},
		{"a /16, with a second factor", one16, true, 6 * time.Second, time.Second},
		{"a /16, without one", one16, false, 6 * time.Second, 3 * time.Second},
		{"250 scattered networks, with a second factor", scattered, true, 6 * time.Second, 8 * time.Second},
		{"250 scattered networks, without one, once each has had its first turn", scattered, false, 30 * time.Second, 3 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				all := newTurns(time.Now)
				flood(t, all, c.network, c.factor)
				time.Sleep(c.after)
				for range 5 { // reloads and typing errors
					assert.Less(t, letIn(t, all, owner), c.most)
					time.Sleep(7 * time.Second)
				}
				assert.LessOrEqual(t, all.waits(), mostWaiting)
				time.Sleep(2 * time.Minute)
			})
		})
	}
}

func TestTheOwnerGetsInWithinEightSecondsDuringAScatteredFlood(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all, done := busy(t)
		flood(t, all, func(n int) netip.Prefix {
			return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(n % 249), 1, 0}), 24)
		}, true)
		synctest.Wait()
		time.AfterFunc(29*time.Millisecond, done)
		assert.Less(t, letIn(t, all, &Caller{From: netip.MustParsePrefix("198.51.77.0/24")}), 8*time.Second)
		time.Sleep(3 * time.Minute)
	})
}

func TestASlowQueueRefusesCallersItCannotServeInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all, done := busy(t)
		all.slow()
		got := make(chan error, mostWaiting)
		for i := range mostWaiting {
			go func() {
				leave, err := all.wait(t.Context(), from(i))
				if err == nil {
					time.Sleep(100 * time.Millisecond)
					all.slow()
					leave()
				}
				got <- err
			}()
		}
		synctest.Wait()
		assert.Len(t, got, mostWaiting-slowWaiting, "refused immediately")
		for range mostWaiting - slowWaiting {
			require.ErrorAs(t, <-got, &fault.TooMany{})
		}
		done()
		for range slowWaiting {
			require.NoError(t, <-got, "every place is served")
		}
	})
}
