package visit

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOnlyReportsWithALeadColumnAssignLeadsToRows(t *testing.T) {
	t.Parallel()
	for i := range Reports {
		r := &Reports[i]
		if r.Listed() {
			assert.Equal(t, slices.Contains(r.Columns, Leads), r.Key.OfLead("poster/diwali", false) != "", r.Name)
		}
	}
}
