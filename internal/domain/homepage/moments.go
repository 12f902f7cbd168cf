package homepage

import (
	"slices"
	"time"

	"parichay/internal/domain/content"
)

// Moments are the times at which blocks appear or disappear, in order.
type Moments []time.Time

// MomentsOf lists the moments of the blocks.
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

// Last returns the latest moment that is not after at, if any.
func (m Moments) Last(at time.Time) (time.Time, bool) {
	if n := m.passed(at); n > 0 {
		return m[n-1], true
	}
	return time.Time{}, false
}

// Next returns the first moment after at, if any.
func (m Moments) Next(at time.Time) (time.Time, bool) {
	if n := m.passed(at); n < len(m) {
		return m[n], true
	}
	return time.Time{}, false
}

// passed returns the number of moments that are not after at.
func (m Moments) passed(at time.Time) int {
	n, _ := slices.BinarySearchFunc(m, at, func(moment, at time.Time) int {
		if moment.After(at) {
			return 1
		}
		return -1
	})
	return n
}
