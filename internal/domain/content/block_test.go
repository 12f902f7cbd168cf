package content

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/fault"
	"parichay/locales"
)

func newBlock(values Values) (Item, error) { return Blocks.Patch(Item{}, Changes{Values: values}) }

func TestBlockDropsFieldsOfOtherKinds(t *testing.T) {
	t.Parallel()
	heading, err := Blocks.Patch(Item{}, Changes{
		Values:       Values{"kind": "heading", "title": "New", "address": "javascript:alert(1)", "accent": "yes", "text": "x"},
		Translations: Words{locales.Gujarati: {"title": "નવું", "text": "x"}},
	})
	require.NoError(t, err)
	assert.Equal(t, "New", heading.Values["title"])
	for _, key := range []string{"address", "accent", "text", "part", "video"} {
		assert.Empty(t, heading.Values[key], key)
	}
	assert.Equal(t, Words{locales.Gujarati: {"title": "નવું"}}, heading.Translations)

	_, err = newBlock(Values{"kind": "link", "title": "Menu"})
	assert.Equal(t, fault.Invalid{Issues: []fault.Issue{{Field: "address", Code: fault.Required}}}, err, "a link needs an address")
	link, err := newBlock(Values{"kind": "link", "title": "Menu", "address": "surya.in"})
	require.NoError(t, err)
	assert.Equal(t, "no", link.Values["accent"])
}

func TestBlockKindIsFixed(t *testing.T) {
	t.Parallel()
	for _, kind := range Blocks.BuiltIn {
		_, err := newBlock(Values{"kind": kind, "part": "services"})
		assert.Equal(t, fault.Invalid{Issues: []fault.Issue{{Field: "kind", Code: fault.InvalidValue}}}, err, kind)
	}
	page := BuiltInBlocks()[0]
	saved, err := Blocks.Patch(page, Changes{Values: Values{"kind": "page", "part": "services", "title": "What we do"}})
	require.NoError(t, err)
	assert.Equal(t, "What we do", saved.Values["title"])
	for _, other := range []Values{{"kind": "link"}, {"part": "blog"}} {
		_, err = Blocks.Patch(page, Changes{Values: other})
		assert.ErrorAs(t, err, new(fault.Invalid), other)
	}
}

func TestBlockMustNotEndBeforeItBegins(t *testing.T) {
	t.Parallel()
	text := Values{"kind": "text", "title": "Offer", "text": "Today", "from": "2026-12-02T09:00", "until": "2026-12-01T09:00"}
	_, err := newBlock(text)
	assert.Equal(t, fault.Invalid{Issues: []fault.Issue{{Field: "until", Code: fault.InvalidValue}}}, err)
	text["until"] = "2026-12-02T09:01"
	_, err = newBlock(text)
	assert.NoError(t, err)
}

func TestMustBeTranslatedReturnsTheTextFields(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"title", "description", "text"}, Blocks.MustBeTranslated())
	assert.Equal(t, []string{"title", "description"}, Services.MustBeTranslated(), "tags need no translation")
}
