package festival

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"parichay/internal/kit/grapheme"
	"parichay/locales"
)

// firstYear is the first year of the table.
const firstYear = 2026

func rows(t *testing.T) (all []festival) {
	t.Helper()
	require.NoError(t, json.Unmarshal(table, &all))
	return all
}

func on(text string) time.Time {
	date, err := time.ParseInLocation(time.DateOnly, text, locales.India)
	if err != nil {
		panic(err)
	}
	return date
}

func ids(days []Day) (all []string) {
	for _, day := range days {
		all = append(all, day.ID)
	}
	return all
}

func TestEveryFestivalHasOneDayInEveryYear(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, f := range rows(t) {
		assert.False(t, seen[f.ID], "%s is there twice", f.ID)
		seen[f.ID] = true
		if assert.Len(t, f.Dates, LastYear-firstYear+1, f.ID) {
			for i, date := range f.Dates {
				assert.Equal(t, firstYear+i, on(date).Year(), f.ID)
			}
		}
	}
	assert.Equal(t, 2030, LastYear)
}

func TestFestivalsAreListedInTheOrderOfTheirFirstYear(t *testing.T) {
	t.Parallel()
	var first []string
	for _, f := range rows(t) {
		first = append(first, f.Dates[0])
	}
	assert.True(t, slices.IsSorted(first), first)
}

// A new language starts without names. Once one festival has a name in it, all must.
func TestEveryFestivalHasANameInEveryLanguage(t *testing.T) {
	t.Parallel()
	written := map[locales.Lang]bool{}
	for _, lang := range locales.Usual {
		written[lang] = true
	}
	for _, f := range rows(t) {
		for lang := range f.Names {
			written[lang] = true
		}
	}
	for lang := range written {
		seen := map[string]string{}
		for _, f := range rows(t) {
			name, where := f.Names[lang], f.ID+" "+string(lang)
			assert.NotEmpty(t, name, where)
			assert.Equal(t, strings.TrimSpace(name), name, where)
			assert.Equal(t, norm.NFC.String(name), name, where)
			assert.LessOrEqual(t, grapheme.Count(name), 20, where)
			assert.Empty(t, seen[name], where)
			seen[name] = where
			assert.Contains(t, locales.All, lang, where)
		}
	}
	assert.Equal(t, "Diwali", Day{names: map[locales.Lang]string{locales.English: "Diwali"}}.Name("ne"))
}

// The script of a name is that of its language, so that names are not in the wrong place.
func TestNamesAreInTheScriptOfTheirLanguage(t *testing.T) {
	t.Parallel()
	scripts := map[locales.Lang][2]rune{
		locales.English: {'A', 'z'}, locales.Hindi: {'ऀ', 'ॿ'}, locales.Gujarati: {'ઁ', '૿'}, locales.Marathi: {'ऀ', 'ॿ'},
	}
	for _, f := range rows(t) {
		for lang, name := range f.Names {
			for _, r := range name {
				assert.True(t, strings.ContainsRune(" -", r) || scripts[lang][0] <= r && r <= scripts[lang][1], "%s %s: %q", f.ID, lang, r)
			}
		}
	}
}

func TestBetweenIncludesBothItsDays(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"dhanteras", "diwali", "bestu-varas", "bhai-bij"}, ids(Between(on("2026-11-06"), on("2026-11-11"))))
	assert.Equal(t, []string{"diwali"}, ids(Between(on("2026-11-07"), on("2026-11-09"))))
	assert.Empty(t, Between(on("2026-11-11"), on("2026-11-06")))
	late := time.Date(2026, 11, 7, 19, 0, 0, 0, time.UTC) // half past midnight in India
	assert.Equal(t, []string{"diwali"}, ids(Between(late, late)))
}

func TestBetweenIsInOrderAcrossNewYear(t *testing.T) {
	t.Parallel()
	found := Between(on("2028-12-01"), on("2029-02-28"))
	assert.Equal(t, []string{"christmas", "uttarayan", "vasi-uttarayan", "republic-day", "maha-shivaratri", "eid-al-fitr", "holi"}, ids(found))
	assert.Equal(t, on("2029-01-14"), found[1].Date)
	assert.Equal(t, "ઉત્તરાયણ", found[1].Name(locales.Gujarati))
}

func TestNoFestivalIsOfferedAfterTheLastYear(t *testing.T) {
	t.Parallel()
	assert.Len(t, Between(on("2030-01-01"), on("2040-12-31")), len(rows(t)))
	assert.Empty(t, Between(on("2031-01-01"), on("2040-12-31")))
}

func TestOnlyDaysThatDependOnTheMoonMayMove(t *testing.T) {
	t.Parallel()
	for _, f := range rows(t) {
		fixed := !slices.ContainsFunc(f.Dates, func(date string) bool { return date[4:] != f.Dates[0][4:] })
		assert.Equal(t, !fixed && f.ID != "good-friday", f.Moon, f.ID) // churches compute Good Friday
	}
	for _, day := range Between(on("2026-05-01"), on("2026-05-31")) {
		assert.Equal(t, day.ID == "eid-al-adha", day.MayMove, day.ID)
	}
}
