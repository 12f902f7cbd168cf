package feeds

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/hours"
)

func TestSearchEnginesReadSpecialDays(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../../domain/hours/testdata/moments.json")
	require.NoError(t, err)
	var shops []struct {
		Shop, Today string
		Days        []hours.SpecialDay
		Schema      [][]string
	}
	require.NoError(t, json.Unmarshal(file, &shops))
	for _, s := range shops {
		today, err := time.Parse(time.DateOnly, s.Today)
		require.NoError(t, err)
		data := Business{Address: "C. G. Road", Special: hours.Apart(s.Days, today, today.AddDate(0, 0, 365))}.LD()
		specs, _ := data["specialOpeningHoursSpecification"].([]any)
		var got [][]string
		for _, spec := range specs {
			one, _ := spec.(map[string]any)
			row := []string{}
			for _, key := range []string{"validFrom", "validThrough", "opens", "closes"} {
				text, _ := one[key].(string)
				row = append(row, text)
			}
			got = append(got, row)
		}
		assert.Equal(t, s.Schema, got, s.Shop)
	}
	assert.NotContains(t, Business{Address: "C. G. Road"}.LD(), "specialOpeningHoursSpecification")
	assert.NotContains(t, Business{Special: shops[0].Days}.LD(), "specialOpeningHoursSpecification", "only a place has opening hours")
}

func TestSearchEnginesReadThatAShopNeverCloses(t *testing.T) {
	t.Parallel()
	week := hours.Hours{}
	week.Days[0] = []hours.Span{{Open: 0, Close: 24 * 60}}
	specs, _ := Business{Address: "C. G. Road", Hours: &week}.LD()["openingHoursSpecification"].([]any)
	require.Len(t, specs, 1)
	one, _ := specs[0].(map[string]any)
	assert.Equal(t, []any{"00:00", "23:59"}, []any{one["opens"], one["closes"]}, "opening and closing at the same time would mean closed")
}
