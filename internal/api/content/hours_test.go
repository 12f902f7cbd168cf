package content_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/content"
	"parichay/internal/domain/hours"
	"parichay/internal/testkit/apitest"
)

func TestHoursAreReadWithoutSaving(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	var readings []hours.Reading
	s.Call(http.MethodPost, "/api/v1/hours", map[string]any{"texts": []string{"Mon-Sat 9-9\nRing twice", "By appointment"}}).Into(t, &readings)
	require.Len(t, readings, 2)
	assert.Equal(t, []hours.Span{{Open: 540, Close: 1260}}, readings[0].Days[5])
	assert.Equal(t, []string{"Ring twice"}, readings[0].Notes)
	assert.False(t, readings[1].Readable)
}

func TestFestivalsHaveNamesInEveryLanguage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	var festivals []content.Festival
	s.Call(http.MethodGet, "/api/v1/festivals", nil).Into(t, &festivals)
	require.NotEmpty(t, festivals)
	for _, f := range festivals {
		assert.Len(t, f.Date, len("2026-11-08"), f.ID)
		for lang, name := range f.Names {
			assert.NotEmpty(t, name, "%s, %s", f.ID, lang)
		}
	}
}

func TestSaveRefusesSpecialDaysThatCannotBeRead(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for _, text := range []string{"Diwali: closed", "2026-11-08 | maybe | en: Diwali", "2026-11-08 | closed | gu: દિવાળી"} {
		assert.Equal(t, http.StatusUnprocessableEntity, s.Save(map[string]any{"specialDays": text}).StatusCode, text)
	}
	assert.Equal(t, http.StatusOK, s.Save(map[string]any{"specialDays": "2026-11-08 | 10–14 | en: Diwali"}).StatusCode)
}
