package locales

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
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

// spellings lists letters and words that the product's texts do not use, and what they use
// instead. A letter with a dot (nukta) stands for both its Unicode forms.
var spellings = []struct{ not, but string }{
	{"क\u093c", "क"},
	{"ख\u093c", "ख"},
	{"ग\u093c", "ग"},
	{"हिन्दी", "हिंदी"},
	{"હિન્દી", "હિંદી"},
	{"संभाल", "सँभाल"},
	{"सहेज", "सेव"},
	{"अपने-आप", "अपने आप"},
	{"ૉ", "ો"},
	{"ઑ", "ઓ"},
}

// typed begins the keys of words that people search for, in every spelling that they type.
const typed = "findable."

func TestNoTextUsesARejectedSpelling(t *testing.T) {
	t.Parallel()
	for place, text := range writtenTexts(t) {
		for _, one := range spellings {
			if strings.Contains(norm.NFC.String(text), norm.NFC.String(one.not)) {
				t.Errorf("%s has %q, write %q: %s", place, one.not, one.but, text)
			}
		}
	}
}

// writtenTexts returns the texts of the locale files, the starter content and the names of festivals
// by their place.
func writtenTexts(t *testing.T) map[string]string {
	t.Helper()
	texts := make(map[string]string)
	for _, lang := range All {
		for key, text := range words[lang] {
			if !strings.HasPrefix(key, typed) {
				texts[string(lang)+" "+key] = text
			}
		}
	}
	for _, folder := range []string{"../internal/domain/content/starter", "../internal/domain/festival"} {
		files := os.DirFS(folder)
		require.NoError(t, fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error {
			if err != nil || path.Ext(name) != ".json" {
				return err
			}
			raw, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			var content any
			require.NoError(t, json.Unmarshal(raw, &content), name)
			gather(texts, name, content)
			return nil
		}))
	}
	require.Greater(t, len(texts), 5000)
	return texts
}

func gather(texts map[string]string, place string, content any) {
	switch content := content.(type) {
	case string:
		texts[place] = content
	case []any:
		for i, one := range content {
			gather(texts, place+" "+strconv.Itoa(i), one)
		}
	case map[string]any:
		for key, one := range content {
			gather(texts, place+" "+key, one)
		}
	}
}
