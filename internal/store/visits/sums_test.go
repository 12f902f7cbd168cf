package visits

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/domain/visit"
)

// A report by a dimension that is not summed up would be empty.
func TestVisitsAreSummedUpForEveryReport(t *testing.T) {
	t.Parallel()
	for i := range visit.Reports {
		r := &visit.Reports[i]
		summed := slices.ContainsFunc(dimensions, func(d dimension) bool { return d.key.Dimension() == r.Key.Dimension() })
		assert.True(t, summed || r.Key.Dimension() == "" || r.Key == visit.ByDay, "the report %s needs a row in dimensions", r.Name)
	}
}
