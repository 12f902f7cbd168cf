package postgres_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// write sets the language the owner writes in.
func write(t *testing.T, store *postgres.Store, lang locales.Lang) {
	t.Helper()
	now, err := store.Site.Content(t.Context())
	require.NoError(t, err)
	_, err = store.Site.Save(t.Context(), "owner@example.com", now.Profile.ID, func(p profile.Profile) (profile.Profile, error) {
		return p.Patch(map[string]any{"primaryLanguage": string(lang)}, nil)
	})
	require.NoError(t, err)
}

func TestMissingLanguagesMatchTheShownTexts(t *testing.T) {
	t.Parallel()
	var cases []struct {
		Name, List string
		Primary    locales.Lang
		Texts      map[locales.Lang]map[string]string
		Shown      map[locales.Lang]map[string]string
		Missing    []locales.Lang
	}
	raw, err := os.ReadFile("../../domain/content/testdata/languages.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &cases))
	store, _ := testdb.New(t)
	same := map[string]content.Values{
		"posts": {"author": "Admin", "date": "2026-11-01"}, "portfolio": {"date": "2026-11"}, "services": {"icon": "Star"},
	}
	for _, tc := range cases {
		c := content.CollectionNamed(tc.List)
		changes := content.Changes{Values: content.Values{}, Translations: content.Words{}}
		maps.Copy(changes.Values, same[tc.List])
		for lang, texts := range tc.Texts {
			into := content.Values{}
			for key, text := range texts {
				if into[key] = text; c.Field(key).Kind == field.Tags {
					into[key] = strings.Split(text, ", ")
				}
			}
			if changes.Translations[lang] = into; lang == locales.English {
				delete(changes.Translations, lang)
				maps.Copy(changes.Values, into)
			}
		}
		for _, lang := range []locales.Lang{locales.Gujarati, locales.Hindi} { // an owner who writes in one of these can create each case
			write(t, store, lang)
			if len(tc.Texts[lang]) > 0 {
				break
			}
		}
		made, err := store.Items.Create(t.Context(), "", c, tc.Name, changes)
		require.NoError(t, err, tc.Name)
		write(t, store, tc.Primary)
		items, _, err := store.Items.List(t.Context(), c, postgres.Part{Limit: 200})
		require.NoError(t, err)
		found := false
		for _, item := range items {
			if item.ID == made.ID {
				found = true
				item.Missing = slices.DeleteFunc(item.Missing, func(lang locales.Lang) bool { return tc.Shown[lang] == nil }) // a case names the languages that it is about
				assert.ElementsMatch(t, tc.Missing, item.Missing, tc.Name)
			}
		}
		require.True(t, found)
		again, err := store.Items.Item(t.Context(), c, made.ID)
		require.NoError(t, err)
		assert.Equal(t, made.Values, again.Values, "changing the primary language rewrites nothing")
		assert.Equal(t, made.Translations, again.Translations)
	}
}

func TestArticleWithoutEnglishCanBeStoredAndRestored(t *testing.T) {
	t.Parallel()
	store, _ := testdb.New(t)
	write(t, store, locales.Gujarati)
	made, err := store.Items.Create(t.Context(), "", content.Posts, "one", content.Changes{
		Values:       content.Values{"author": "Admin", "date": "2026-11-01"},
		Translations: content.Words{locales.Gujarati: {"title": "નવા ભાવ", "content": "<p>ગુજરાતી</p>"}},
	})
	require.NoError(t, err)
	assert.Equal(t, "nava-bhav", made.ID, "the id is derived from the title that exists")
	assert.Equal(t, locales.Gujarati, made.Primary)
	at := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)
	cards, _, err := store.Items.PublicCards(t.Context(), content.Posts, at, 0, 1)
	require.NoError(t, err)
	shown, in := content.Posts.In(cards[0], locales.English)
	assert.Equal(t, locales.Gujarati, in)
	assert.Equal(t, "ગુજરાતી", content.Teaser(shown.Text("content")))
	addresses, err := store.Items.Addresses(t.Context(), content.Posts, at, 0, 1)
	require.NoError(t, err)
	assert.Equal(t, []locales.Lang{locales.Gujarati}, addresses[0].Written)

	saved, err := store.Items.Save(t.Context(), "", content.Posts, made.ID, made.Revision, content.Changes{Values: content.Values{"title": "New prices", "content": "<p>English</p>"}})
	require.NoError(t, err)
	write(t, store, locales.English)
	history, err := store.Items.Revisions(t.Context(), content.Posts, made.ID, 0, 10)
	require.NoError(t, err)
	assert.Equal(t, "નવા ભાવ", history[1].Title)
	back, err := store.Items.Restore(t.Context(), "", content.Posts, saved.Revision, made.Revision)
	require.NoError(t, err, "the owner now writes in English")
	assert.Empty(t, back.Values.Text("title"))
	shown, in = content.Posts.In(back, locales.English)
	assert.Equal(t, "નવા ભાવ", shown.Text("title"))
	assert.Equal(t, locales.Gujarati, in)
}

func TestRevisionFromOlderProgramKeepsPrimaryLanguage(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	write(t, store, locales.Hindi)
	testdb.Exec(t, url, `INSERT INTO website_content (brand_name) VALUES ('From before')`)
	made, err := store.Items.Create(t.Context(), "", content.Services, "one", content.Changes{
		Values: content.Values{"icon": "Star"}, Translations: content.Words{locales.Hindi: {"title": "मरम्मत", "description": "सब"}},
	})
	require.NoError(t, err)
	assert.Equal(t, locales.Hindi, made.Primary)
}
