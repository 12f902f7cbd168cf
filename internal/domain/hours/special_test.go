package hours

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/locales"
)

// shop is a row of moments.json. The front end tests the text shown at each of its moments.
type shop struct {
	Shop, Special, Today string
	Days                 []SpecialDay
	Names                map[locales.Lang][]string
}

func TestDaysOrdersSpecialDaysByPrecedence(t *testing.T) {
	t.Parallel()
	for _, s := range table[shop](t, "moments.json") {
		all, ok := ReadSpecial(s.Special)
		require.True(t, ok, s.Shop)
		assert.Equal(t, s.Special, WriteSpecial(all), s.Shop)
		assert.Equal(t, s.Days, Days(all, locales.English, locales.English), s.Shop)
		for lang, names := range s.Names {
			for i, day := range Days(all, lang, locales.English) {
				assert.Equal(t, names[i], day.Name, "%s, %s", s.Shop, lang)
			}
		}
	}
}

func TestSpecialDaysAreStoredInOneForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-11-08|closed|en:Diwali":                        "2026-11-08 | closed | en: Diwali",
		"2026-11-08 | 10–14 | en: Diwali":                    "2026-11-08 | 10:00-14:00 | en: Diwali",
		"2026-11-08 | 10:00–14:00 | en: Diwali":              "2026-11-08 | 10:00-14:00 | en: Diwali",
		"2026-11-08 | 10-2 | en: Diwali":                     "2026-11-08 | 10:00-14:00 | en: Diwali",
		"2026-11-08 | 9 am to 1 pm, 4 to 8 | gu: દિવાળી":     "2026-11-08 | 09:00-13:00, 16:00-20:00 | gu: દિવાળી",
		"2026-11-08..2026-11-08 | | hi: दिवाली | en: Diwali": "2026-11-08 | closed | en: Diwali | hi: दिवाली",
		"2026-12-30 .. 2027-01-02 | closed | en: New Year\n": "2026-12-30..2027-01-02 | closed | en: New Year",
		"2026-12-31 | 18:00-05:00 | en: New Year's Eve":      "2026-12-31 | 18:00-05:00 | en: New Year's Eve",
		"2026-12-31 | 24 hours | en: New Year's Eve":         "2026-12-31 | 00:00-24:00 | en: New Year's Eve",
	} {
		all, ok := ReadSpecial(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, WriteSpecial(all), text)
	}
}

func TestReadSpecialRefusesOtherLines(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"8 November | closed | en: Diwali", "2026-11-31 | closed | en: Diwali", "2026-11-08 | closed", "2026-11-08 | maybe | en: Diwali",
		"2026-11-08 | 8-10 | en: Diwali", "2026-11-08 | 10:00-10:00 | en: Diwali", "2026-11-08 | 25:00-26:00 | en: Diwali",
		"2026-11-08 | 09:00-13:00, 12:00-14:00 | en: Diwali", "2026-11-08 | closed | en:", "2026-11-08 | closed | xx: Diwali",
		"2026-11-08 | closed | Diwali", "2026-11-08..2026-11-01 | closed | en: Diwali", "2026-11-08..2028-11-08 | closed | en: Diwali",
		"2026-11-08 | closed | en: " + strings.Repeat("x", 61), "2026-11-08 | closed | en: A | en: B", strings.Repeat("2026-11-08 | closed | en: A\n", 201),
	} {
		_, ok := ReadSpecial(text)
		assert.False(t, ok, text)
	}
}

func TestBetweenOmitsReplacedDays(t *testing.T) {
	t.Parallel()
	all, _ := ReadSpecial("2026-11-06..2026-11-11 | closed | en: Holidays\n2026-11-08 | closed | en: Replaced\n2026-11-08 | 10:00-14:00 | en: Diwali\n2026-12-25 | closed | en: Christmas")
	days := Days(all, locales.English, locales.English)
	names := func(from, until string) (names []string) {
		first, _ := time.Parse(time.DateOnly, from)
		last, _ := time.Parse(time.DateOnly, until)
		for _, d := range Between(days, first, last) {
			names = append(names, d.Name)
		}
		return names
	}
	assert.Equal(t, []string{"Diwali", "Holidays"}, names("2026-11-01", "2026-11-15"))
	assert.Equal(t, []string{"Diwali"}, names("2026-11-08", "2026-11-08"))
	assert.Equal(t, []string{"Christmas"}, names("2026-11-12", "2026-12-25"))
	assert.Empty(t, names("2026-11-12", "2026-11-30"))
}

func TestWrittenWeeksAreReadAsTheSameWeek(t *testing.T) {
	t.Parallel()
	for _, row := range table[struct {
		Week [7][]Span
		Text map[locales.Lang]string
	}](t, "written.json") {
		for _, lang := range locales.Usual {
			assert.Contains(t, row.Text, lang)
		}
		for lang, text := range row.Text {
			r := Read(text + "\nby appointment")
			sameWeek(t, Hours{Days: row.Week}, r.Hours, string(lang)+": "+text)
			assert.Equal(t, []string{"by appointment"}, r.Notes, text)
			assert.Empty(t, r.Contradicts, text)
		}
	}
}
