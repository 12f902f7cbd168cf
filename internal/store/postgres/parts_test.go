package postgres

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/field"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

func TestShortSearchTextMatchesOnlyBeginningsOfWords(t *testing.T) {
	t.Parallel()
	for needle, want := range map[string][2]string{
		"": {"", ""}, "ab": {"ab%", "% ab%"}, "abc": {"%abc%", ""}, "કખ": {"કખ%", "% કખ%"}, `a%_\`: {`%a\%\_\\%`, ""},
	} {
		one, other := patterns(needle)
		assert.Equal(t, want, [2]string{one, other}, needle)
	}
}

func TestSearchUsesTheFirstEightWords(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"a", "b"}, wordsOf(" a  b "))
	assert.Len(t, wordsOf(strings.Repeat("w ", 9)), 8)
	assert.Equal(t, "$1, $2, $3", placeholders(3))
	assert.Equal(t, []string{"gu/en", "gu/hi"}, lackKeys("gu", locales.English, locales.Hindi))
}

func TestAlarmListsTenContactsOfAHundredCharacters(t *testing.T) {
	t.Parallel()
	var all []field.Contact
	for range 11 {
		all = append(all, field.Contact{Text: strings.Repeat("x", 101)})
	}
	lines := strings.Split(named(all), "\n")
	assert.Len(t, lines, 10)
	assert.Equal(t, 100, strings.Count(lines[0], "x"))
	assert.Empty(t, named(nil))
}

func TestMoreThan32ChangesBecomeOneResync(t *testing.T) {
	t.Parallel()
	n := &news{sending: true} // nothing is sent
	for range 32 {
		n.notify(lead.Change{What: lead.Came})
	}
	assert.Len(t, n.waiting, 32)
	n.notify(lead.Change{What: lead.Came})
	assert.Equal(t, []lead.Change{{What: lead.Resync}}, n.waiting)
}

func TestSameComparesAllLanguages(t *testing.T) {
	t.Parallel()
	a := profile.Default()
	b := profile.Default()
	assert.True(t, same(a, b))
	b.Translations = profile.Translations{locales.Hindi: {"tagline": "नमस्ते"}}
	assert.False(t, same(a, b))
	b = profile.Default()
	b.BrandName = "Another"
	assert.False(t, same(a, b))
}

func TestSumsCountTheBinSeparately(t *testing.T) {
	t.Parallel()
	s := sums{primary: "gu", sorts: []sum{
		{Items: 1, Missing: []string{"gu/en"}}, {Items: 2, Sample: true, Missing: []string{"/hi"}}, {Items: 4, Deleted: true, Sample: true, Missing: []string{"gu/en"}},
	}}
	got := s.counts()
	assert.Equal(t, []int{3, 4, 2, 1, 0}, []int{got.Total, got.Bin, got.Samples, got.Missing[locales.English], got.Missing[locales.Hindi]})
}

func TestStoreIsNotReadyOnceItsContentIsStale(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &Store{}
		s.confirmed.Store(new(time.Now()))
		time.Sleep(18 * time.Second)
		s.readiness.asked = time.Now() // the database answered a moment ago
		require.NoError(t, s.Ready(t.Context()))
		time.Sleep(time.Nanosecond)
		require.ErrorIs(t, s.Ready(t.Context()), fault.ErrUnavailable)
	})
}

func TestVitalsAreReadAgainAfterTenSeconds(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), "postgres://127.0.0.1:1/none") // does not connect
	require.NoError(t, err)
	defer s.Close()
	before := time.Now().Add(-10*time.Second - time.Millisecond)
	s.vitals.asked, s.vitals.schema = before, 7
	var out strings.Builder
	s.WriteMetrics(t.Context(), &out)
	assert.NotEqual(t, before, s.vitals.asked)
	assert.Contains(t, out.String(), "parichay_schema_version 7", "the last figures are shown during an outage")
}
