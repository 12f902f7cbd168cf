package site

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/hours"
	"parichay/internal/domain/profile"
	"parichay/locales"
)

// saveHours saves opening hours and special days.
func saveHours(t *testing.T, s *Site, text, special string) {
	t.Helper()
	_, err := s.store.Site.Save(t.Context(), "owner@example.com", s.live.current.Load().Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		return p.Patch(map[string]any{"brandName": "Loom & Sons", "businessHours": text, "specialDays": special, "contact": map[string]any{"address": "C. G. Road\nAhmedabad, Gujarat 380009\nIndia"}}, nil)
	})
	require.NoError(t, err)
	s.Refresh(t.Context())
	before := s.config.Now
	s.config.Now = func() time.Time { return before().Add(2 * staleFor) } // no previous page is served
}

func TestPagesShowSpecialDays(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, locales.India)
	s := open(t, func() time.Time { return now })
	page := func(path string) string { return get(s, path).Body.String() }
	saveHours(t, s, "Mon-Sat 9-9", "")
	for _, path := range []string{"/", "/download"} {
		for _, word := range []string{`"special`, `"date.month`} {
			assert.NotContains(t, page(path), word, "%s pays nothing for what is not used", path)
		}
	}
	saveHours(t, s, "Mon-Sat 9-9", "2026-11-08 | closed | en: Diwali | gu: દિવાળી\n2026-12-25 | 10-14 | en: Christmas")

	assert.Contains(t, page("/download"), "Sunday, 8 November (Diwali): Closed")
	assert.NotContains(t, page("/download"), "(Christmas)", "only the next two weeks are listed")
	assert.Contains(t, page("/gu/download"), "રવિવાર, 8 નવેમ્બર (દિવાળી): બંધ")
	assert.Contains(t, page("/hi/download"), "(Diwali)", "a name without translation is told in the owner's language")
	for _, path := range []string{"/", "/download"} {
		assert.Contains(t, page(path), `{"from":"2026-11-08","until":"2026-11-08","spans":[],"name":"Diwali"}]`)
	}
	assert.Less(t, s.untilItChanges(nil), 12*time.Hour, "a CDN may keep the page until midnight")
	assert.Contains(t, page("/"), `"closes":"14:00","opens":"10:00","validFrom":"2026-12-25","validThrough":"2026-12-25"`)

	now = time.Date(2026, 11, 9, 0, 1, 0, 0, locales.India)
	assert.NotContains(t, page("/download"), "(Diwali): Closed", "the page changes by itself when the day is over")
	now = time.Date(2026, 12, 12, 9, 0, 0, 0, locales.India)
	assert.Contains(t, page("/download"), "Friday, 25 December (Christmas): 10:00 AM to 2:00 PM")
}

func TestHoursAreReadDespiteNotes(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	saveHours(t, s, "Mon-Sat 9-9\n8 November: Closed (Diwali)", "")
	home := get(s, "/").Body.String()
	assert.Contains(t, home, `"openingHours":{"week"`)
	assert.Contains(t, home, `"openingHoursSpecification"`)
	assert.Contains(t, get(s, "/download").Body.String(), "8 November: Closed (Diwali)")
	assert.Contains(t, get(s, "/gu/download").Body.String(), `"hoursNotes":"8 November: Closed (Diwali)"`, "readers of another language read the week in theirs, and the note")

	saveHours(t, s, "By appointment", "")
	assert.NotContains(t, get(s, "/").Body.String(), `"openingHours"`)
}

func TestSpecialDaysAreShownWithoutDatabase(t *testing.T) {
	t.Parallel()
	bucket := newBucket(t)
	before := own(t, bucket)
	today := time.Now().In(locales.India).Format(time.DateOnly)
	saveHours(t, before, "Daily 9-9", today+" | closed | en: Stocktaking")
	require.NoError(t, keeper{before}.keepContent(t.Context()))

	s := starting(t, unreachableStore(t), bucket)
	s.live.fallBack()
	page := get(s, "/download")
	assert.Equal(t, http.StatusOK, page.Code)
	assert.Contains(t, page.Body.String(), "(Stocktaking): Closed")
}

func TestPreviewShowsUnsavedSpecialDays(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	saveHours(t, s, "Daily 9-9", "")
	today := time.Now().In(locales.India).Format(time.DateOnly)
	p, err := s.Preview(t.Context(), locales.English, "/download", Draft{Site: map[string]any{"specialDays": today + " | closed | en: Stocktaking"}})
	require.NoError(t, err)
	assert.Contains(t, p.HTML, "(Stocktaking): Closed")
	p, err = s.Preview(t.Context(), locales.English, "/download", Draft{Site: map[string]any{"specialDays": "nonsense"}})
	require.NoError(t, err)
	assert.NotContains(t, p.HTML, "nonsense", "a preview shows only what a save would accept")
}

// shop is a row of hours/testdata/moments.json.
type shop struct {
	Shop, Special string
	Week          [7][]hours.Span
	Moments       []struct{ At string }
}

// text writes the week as an owner would.
func (s shop) text() string {
	clock := func(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
	var lines []string
	for i, spans := range s.Week {
		said := []string{}
		for _, span := range spans {
			said = append(said, clock(span.Open)+" to "+clock(span.Close))
		}
		lines = append(lines, time.Weekday((i+1)%7).String()+": "+cmp.Or(strings.Join(said, ", "), "Closed"))
	}
	return strings.Join(lines, "\n")
}

// served is which special days the page at each moment tells the browser. The front end's test says
// the open/closed line with them (web/src/features/hours/moments.test.ts).
const served = "../../domain/hours/testdata/served.json"

var (
	openingHours = regexp.MustCompile(`"openingHours":(\{.*?\]\]?\})[,}]`)
	update       = flag.Bool("update", false, "rewrite "+served)
)

func TestReplicasAndFallbackServeTheHoursOfEveryMoment(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../domain/hours/testdata/moments.json")
	require.NoError(t, err)
	var shops []shop
	require.NoError(t, json.Unmarshal(raw, &shops))
	told := map[string]map[string][]hours.SpecialDay{}
	for _, shop := range shops {
		told[shop.Shop] = shop.tell(t)
	}
	text, err := json.MarshalIndent(told, "", " ")
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(served, append(text, '\n'), 0o600))
	}
	want, err := os.ReadFile(served)
	require.NoError(t, err)
	assert.JSONEq(t, string(want), string(text), "rewrite it with: go test ./internal/public/site -run EveryMoment -update")
}

// tell returns the special days that the pages of the shop tell the browser at its moments. A second
// site on the same database, and one that has only its fallback file, must serve the same pages.
func (s shop) tell(t *testing.T) map[string][]hours.SpecialDay {
	t.Helper()
	bucket := newBucket(t)
	one := own(t, bucket)
	saveHours(t, one, s.text(), s.Special)
	require.NoError(t, keeper{one}.keepContent(t.Context()))
	other, without := starting(t, one.store, newBucket(t)), starting(t, unreachableStore(t), bucket)
	require.NoError(t, other.live.reload(t.Context()))
	without.live.fallBack()
	var now time.Time
	clock := func() time.Time { return now }
	one.config.Now, other.config.Now, without.config.Now = clock, clock, clock

	told := map[string][]hours.SpecialDay{}
	for _, moment := range s.Moments {
		var err error
		now, err = time.ParseInLocation("2006-01-02T15:04", moment.At, locales.India)
		require.NoError(t, err)
		for _, path := range []string{"/", "/hi", "/gu", "/download", "/gu/download"} {
			page := edition.ReplaceAllString(get(one, path).Body.String(), "")
			for _, again := range []*Site{other, without} {
				assert.Equal(t, page, edition.ReplaceAllString(get(again, path).Body.String(), ""), "%s %s", path, moment.At)
			}
		}
		var h hours.Hours
		found := openingHours.FindStringSubmatch(get(one, "/").Body.String())
		require.NotNil(t, found, moment.At)
		require.NoError(t, json.Unmarshal([]byte(found[1]), &h))
		assert.Equal(t, s.Week, h.Days, moment.At)
		told[moment.At] = append([]hours.SpecialDay{}, h.Special...)
	}
	return told
}
