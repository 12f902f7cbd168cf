package profile

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
	"parichay/locales"
)

func TestWeekPrefersHoursInThePrimaryLanguage(t *testing.T) {
	t.Parallel()
	p := Profile{BusinessHours: "Daily 9-6", Translations: Translations{locales.Gujarati: {"businessHours": "રોજ સવારે 10 થી રાત્રે 8"}}}
	week, ok := p.Week()
	assert.True(t, ok)
	assert.Equal(t, 9*60, week.Days[0][0].Open)
	p.Primary = "gu"
	week, _ = p.Week()
	assert.Equal(t, 10*60, week.Days[0][0].Open)
	p.Translations[locales.Gujarati]["businessHours"] = "ફોન કરીને આવો"
	week, ok = p.Week()
	assert.True(t, ok, "the first language whose text can be read")
	assert.Equal(t, 9*60, week.Days[0][0].Open)
}

func TestSpecialDayNeedsANameInThePrimaryLanguage(t *testing.T) {
	t.Parallel()
	p := Profile{Primary: "gu"}
	_, err := p.Patch(map[string]any{"specialDays": "2026-11-08 | closed | en: Diwali"}, nil)
	var invalid fault.Invalid
	require.ErrorAs(t, err, &invalid)
	assert.Equal(t, "specialDays", invalid.Issues[0].Field)
	p, err = p.Patch(map[string]any{"specialDays": "2026-11-08|closed|gu:દિવાળી"}, nil)
	require.NoError(t, err)
	assert.Equal(t, "2026-11-08 | closed | gu: દિવાળી", p.SpecialDays)
	p.Primary = "en"
	_, err = p.Patch(map[string]any{"tagline": "Bread every morning"}, nil)
	require.NoError(t, err, "a save of something else is not refused for it")
}
