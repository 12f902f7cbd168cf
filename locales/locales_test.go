package locales

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var placeholder = regexp.MustCompile(`\{[a-zA-Z]+\}`)

func TestEveryLanguageHasEveryText(t *testing.T) {
	t.Parallel()
	for _, lang := range Translated {
		for key, english := range words[English] {
			text, ok := words[lang][key]
			if !ok || text == "" {
				t.Errorf("locales/%s.json lacks %q", lang, key)
				continue
			}
			want, got := placeholder.FindAllString(english, -1), placeholder.FindAllString(text, -1)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Errorf("locales/%s.json %q has placeholders %v, English has %v", lang, key, got, want)
			}
		}
		for key := range words[lang] {
			if _, ok := words[English][key]; !ok {
				t.Errorf("locales/%s.json has %q, which is missing in English", lang, key)
			}
		}
	}
}

func TestEveryLocaleFileBelongsToALanguage(t *testing.T) {
	t.Parallel()
	names, err := files.ReadDir(".")
	require.NoError(t, err)
	for _, name := range names {
		if lang := strings.TrimSuffix(name.Name(), ".json"); !slices.Contains(Codes(), lang) {
			t.Errorf("locales/%s.json is not in All", lang)
		}
	}
	assert.Equal(t, English, All[0])
}

func TestC8MissingTextFallsBackToEnglishThenKey(t *testing.T) {
	words[English]["test.only"] = "only {n}"
	t.Cleanup(func() { delete(words[English], "test.only") })
	if got := Text(Gujarati, "test.only", "n", "3"); got != "only 3" {
		t.Errorf("got %q", got)
	}
	if got := Text(Gujarati, "test.nowhere"); got != "test.nowhere" {
		t.Errorf("got %q", got)
	}
}

func TestC8UnknownLanguageIsEnglish(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "EN", "../en", "fr", "hi-IN"} {
		if lang, ok := Parse(s); ok || lang != English {
			t.Errorf("Parse(%q) = %s, %v", s, lang, ok)
		}
	}
}
