package content

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// languageCase is an item and its texts as readers of each language see them. Vitest runs
// the same cases.
type languageCase struct {
	Name, List string
	Primary    locales.Lang
	Texts      map[locales.Lang]map[string]string
	Shown      map[locales.Lang]map[string]string
	In         map[locales.Lang]locales.Lang
	Missing    []locales.Lang
}

func languageCases(t *testing.T) (cases []languageCase) {
	t.Helper()
	raw, err := os.ReadFile("testdata/languages.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &cases))
	return cases
}

// item returns the case's item as it is stored.
func (lc languageCase) item() Item {
	c := CollectionNamed(lc.List)
	item := Item{Values: Values{}, Translations: Words{}, Primary: lc.Primary}
	for _, lang := range locales.All {
		texts := Values{}
		for i := range c.Fields {
			f := &c.Fields[i]
			text := lc.Texts[lang][f.Key]
			switch {
			case text == "" && lang == locales.English:
				texts[f.Key] = f.nothing()
			case text != "" && f.Kind == field.Tags:
				texts[f.Key] = strings.Split(text, ", ")
			case text != "":
				texts[f.Key] = text
			}
		}
		if item.Translations[lang] = texts; lang == locales.English {
			item.Values = texts
			delete(item.Translations, lang)
		}
	}
	return item
}

func TestItemsInEachLanguageFollowTheSharedCases(t *testing.T) {
	t.Parallel()
	for _, lc := range languageCases(t) {
		t.Run(lc.Name, func(t *testing.T) {
			t.Parallel()
			c, item := CollectionNamed(lc.List), lc.item()
			missing := []locales.Lang{}
			for _, lang := range locales.All {
				if lc.Shown[lang] == nil {
					continue // a case names the languages that it is about
				}
				shown, in := c.In(item, lang)
				for key, want := range lc.Shown[lang] {
					got := shown.Text(key)
					if c.Field(key).Kind == field.Tags {
						got = strings.Join(shown.List(key), ", ")
					}
					assert.Equal(t, want, got, "%s for readers of %s", key, lang)
				}
				if c.Whole {
					assert.Equal(t, lc.In[lang], in, "language for readers of %s", lang)
				}
				if !c.writes(item, lang) {
					missing = append(missing, lang)
				}
			}
			assert.Equal(t, lc.Missing, missing)
			touched := Changes{Values: Values{}, Translations: Words{}}
			for i := range c.Fields {
				if f := &c.Fields[i]; f.Localized {
					touched.Values[f.Key] = item.Values[f.Key]
				}
			}
			_, err := c.Patch(item, touched)
			require.NoError(t, err, "saving it again must succeed")
			if c.Whole {
				assert.Equal(t, lc.In[locales.English], c.Written(item)[0], "the fallback language comes first")
			}
		})
	}
}

func TestRequiredTextMayBeInAnyLanguage(t *testing.T) {
	t.Parallel()
	in := func(lang locales.Lang, texts Values) Words { return Words{lang: texts} }
	whole := Values{"title": "એક", "content": "<p>ગુજરાતી</p>"}
	rest := Values{"author": "Admin", "date": "2026-11-01"}
	for name, given := range map[string]struct {
		primary locales.Lang
		changes Changes
		issues  []fault.Issue
	}{
		"only Gujarati":               {locales.Gujarati, Changes{Values: rest, Translations: in(locales.Gujarati, whole)}, nil},
		"only English":                {locales.Gujarati, Changes{Values: Values{"title": "One", "content": "<p>x</p>", "author": "Admin", "date": "2026-11-01"}}, nil},
		"only Hindi":                  {locales.Gujarati, Changes{Values: rest, Translations: in(locales.Hindi, whole)}, nil},
		"an English owner":            {locales.English, Changes{Values: rest, Translations: in(locales.Gujarati, whole)}, nil},
		"nothing":                     {locales.Gujarati, Changes{Values: rest}, []fault.Issue{{Field: "title", Code: fault.Required, Lang: "gu"}, {Field: "content", Code: fault.Required, Lang: "gu"}}},
		"nothing of an English owner": {locales.English, Changes{Values: rest}, []fault.Issue{{Field: "title", Code: fault.Required}, {Field: "content", Code: fault.Required}}},
		"a blank text counts as empty": {
			locales.English,
			Changes{Values: rest, Translations: in(locales.Gujarati, Values{"title": " ", "content": "<p></p>"})},
			[]fault.Issue{{Field: "title", Code: fault.Required}, {Field: "content", Code: fault.Required}},
		},
		"half of it": {
			locales.Hindi,
			Changes{Values: rest, Translations: in(locales.Gujarati, Values{"title": "એક"})},
			[]fault.Issue{{Field: "content", Code: fault.Required, Lang: "hi"}},
		},
		"a required field without languages": {
			locales.Gujarati,
			Changes{Values: Values{"author": "", "date": "2026-11-01"}, Translations: in(locales.Gujarati, whole)},
			[]fault.Issue{{Field: "author", Code: fault.Required}},
		},
		"an issue names the language": {
			locales.Gujarati,
			Changes{Values: rest, Translations: in(locales.Gujarati, Values{"title": "a\u2028b", "content": "<p>x</p>"})},
			[]fault.Issue{{Field: "title", Code: fault.InvalidValue, Lang: "gu"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Posts.Patch(Item{Primary: given.primary}, given.changes)
			var invalid fault.Invalid
			if assert.Equal(t, given.issues != nil, err != nil); given.issues != nil {
				require.ErrorAs(t, err, &invalid)
				assert.Equal(t, given.issues, invalid.Issues)
			}
		})
	}
}

func TestRequiredTextMayBeRemovedFromOneLanguage(t *testing.T) {
	t.Parallel()
	item, err := Services.Patch(Item{Primary: locales.Gujarati}, Changes{
		Values:       Values{"title": "Repairs", "description": "All", "icon": "Wrench"},
		Translations: Words{locales.Gujarati: Values{"title": "સમારકામ", "description": "બધું"}},
	})
	require.NoError(t, err)
	item, err = Services.Patch(item, Changes{Values: Values{"title": ""}})
	require.NoError(t, err)
	shown, _ := Services.In(item, locales.English)
	assert.Equal(t, "સમારકામ", shown.Text("title"), "an emptied English text falls back to Gujarati")
	_, err = Services.Patch(item, Changes{Translations: Words{locales.Gujarati: Values{"title": ""}}})
	require.Error(t, err)
	_, err = Services.Patch(item, Changes{Values: Values{"icon": "Star"}})
	require.NoError(t, err, "an untouched text must not prevent a save")
}

func TestChangingPrimaryLanguageKeepsItemSavable(t *testing.T) {
	t.Parallel()
	for _, primary := range []locales.Lang{locales.Hindi, locales.English} {
		item, err := Services.Patch(Item{Primary: locales.Gujarati}, Changes{
			Values:       Values{"icon": "Wrench"},
			Translations: Words{locales.Gujarati: Values{"title": "સમારકામ", "description": "બધું"}},
		})
		require.NoError(t, err)
		item.Primary = primary
		saved, err := Services.Patch(item, Changes{
			Values:       Values{"title": "", "description": "", "icon": "Star"},
			Translations: Words{locales.Hindi: Values{"title": "", "description": ""}},
		})
		require.NoError(t, err, primary)
		assert.Equal(t, "Star", saved.Values.Text("icon"))
		_, err = Services.Patch(item, Changes{Translations: Words{locales.Gujarati: Values{"title": ""}}})
		var invalid fault.Invalid
		require.ErrorAs(t, err, &invalid, "the last text must not be removed")
		assert.Equal(t, []fault.Issue{field.Missing("title", primary)}, invalid.Issues)
	}
}

func TestAgainRestoresTextsWrittenUnderAnotherPrimaryLanguage(t *testing.T) {
	t.Parallel()
	old := languageCase{List: "services", Texts: map[locales.Lang]map[string]string{locales.Gujarati: {"title": "સમારકામ", "description": "બધું"}}}.item()
	old.Values["icon"] = "Wrench"
	now, err := Services.Patch(Item{}, Changes{Values: Values{"title": "Repairs", "description": "All", "icon": "Wrench"}})
	require.NoError(t, err)
	again, err := Services.Again(now, old)
	require.NoError(t, err)
	assert.Empty(t, again.Values.Text("title"))
	assert.Equal(t, old.Translations, again.Translations)
	assert.Equal(t, "સમારકામ", Services.TitleOf(again))
}
