package homepage

import (
	"slices"
	"time"

	"parichay/internal/domain/content"
)

// Moments are when what a page shows begins or ends to be shown, in order.
type Moments []time.Time

// MomentsOf lists those of some blocks.
func MomentsOf(items []content.Item) (all Moments) {
	for _, item := range items {
		for _, key := range content.Blocks.Span {
			if at, ok := item.Values.Moment(key); ok {
				all = append(all, at)
			}
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	return all
}

// Last is the last one that has passed at a time, if one has.
func (m Moments) Last(at time.Time) (time.Time, bool) {
	if n := m.passed(at); n > 0 {
		return m[n-1], true
	}
	return time.Time{}, false
}

// Next is the first one that has not passed at a time, if one is still to come.
func (m Moments) Next(at time.Time) (time.Time, bool) {
	if n := m.passed(at); n < len(m) {
		return m[n], true
	}
	return time.Time{}, false
}

// passed is how many have passed at a time: a moment has, once it is there.
func (m Moments) passed(at time.Time) int {
	n, _ := slices.BinarySearchFunc(m, at, func(moment, at time.Time) int {
		if moment.After(at) {
			return 1
		}
		return -1
	})
	return n
}
