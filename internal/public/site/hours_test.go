package site

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

func TestPagesTellSpecialDays(t *testing.T) {
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

func TestNotesSilenceNothing(t *testing.T) {
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

func TestSpecialDaysAreToldWithoutDatabase(t *testing.T) {
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
