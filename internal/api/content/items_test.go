package content_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	apicontent "parichay/internal/api/content"
	"parichay/internal/api/wire"
	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/internal/testkit/apitest"
	"parichay/locales"
)

func list(t *testing.T, s *apitest.Site, name string) (items, bin []content.Item) {
	t.Helper()
	var there, deleted apicontent.Items
	s.Call(http.MethodGet, "/api/v1/stored/"+name, nil).Into(t, &there)
	s.Call(http.MethodGet, "/api/v1/stored/"+name+"?bin=true", nil).Into(t, &deleted)
	return there.Items, deleted.Items
}

func TestM9ChangesOfItemsArePublicAtOnce(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for name, test := range apitest.NewItems {
		title, _ := test.Values["title"].(string)
		shown := func() bool { return strings.Contains(string(s.Call(http.MethodGet, test.Page, nil).Raw), title) }
		require.False(t, shown(), name)
		made := s.Item(t, http.MethodPost, name, map[string]any{"values": test.Values}, "Idempotency-Key", "k-"+name)
		again := s.Item(t, http.MethodPost, name, map[string]any{"values": test.Values}, "Idempotency-Key", "k-"+name)
		assert.Equal(t, made.ID, again.ID, "%s: a retry creates no second item", name)
		assert.True(t, shown(), name)

		saved := s.Item(t, http.MethodPatch, name+"/"+made.ID, map[string]any{
			"revision": made.Revision, "values": map[string]any{"title": title + " II"}, "translations": map[string]any{"gu": map[string]any{"title": "ગુ " + title, "content": "<p>ગુ</p>"}},
		})
		assert.Equal(t, made.ID, saved.ID, "ids never change")
		assert.Greater(t, saved.Revision, made.Revision)
		assert.Contains(t, string(s.Call(http.MethodGet, "/gu"+test.Page, nil).Raw), "ગુ "+title, name)

		require.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/"+name+"/"+made.ID, nil).StatusCode)
		assert.False(t, shown(), name)
		_, bin := list(t, s, name)
		require.Len(t, bin, 1)
		back := s.Item(t, http.MethodPost, name+"/"+made.ID+"/undelete", nil)
		assert.Nil(t, back.DeletedAt)
		assert.True(t, shown(), name)
	}
	posts, _ := list(t, s, "posts")
	assert.Equal(t, "gujrati-vepar", posts[0].ID)
	services, _ := list(t, s, "services")
	assert.Equal(t, []any{"one", "two"}, services[len(services)-1].Values["features"])
}

func TestM4ServerRefusesAnItemWithoutRequiredFields(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for name, want := range map[string][]string{
		"posts": {"title", "content", "author", "date"}, "portfolio": {"title", "description", "category", "date"}, "services": {"title", "description", "icon"},
	} {
		a := s.Call(http.MethodPost, "/api/v1/"+name, map[string]any{"values": map[string]any{}}, "Idempotency-Key", "k")
		require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode)
		var missing []string
		for _, issue := range a.Problem(t).Issues {
			assert.Equal(t, fault.Required, issue.Code)
			missing = append(missing, issue.Field)
		}
		assert.Equal(t, want, missing, name)
	}
	for field, value := range map[string]any{"date": "soon", "imageUrl": "javascript:alert(1)", "link": "ftp://x", "title": 7, "tags": "a, b", "description": strings.Repeat("x", 1001)} {
		values := map[string]any{"title": "t", "description": "d", "category": "c", "date": "2025-04", field: value}
		a := s.Call(http.MethodPost, "/api/v1/portfolio", map[string]any{"values": values}, "Idempotency-Key", "k")
		require.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, "%s: %s", field, a.Raw)
	}
}

func TestM5ForbiddenHTMLIsRemovedFromAnArticle(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	made := s.Item(t, http.MethodPost, "posts", map[string]any{"values": map[string]any{
		"title": "T", "author": "Admin", "date": "2025-04-01", "content": `<h2 onclick="x()">A</h2><script>alert(1)</script><img src="x" onerror="alert(1)"><a href="javascript:alert(1)">l</a>`,
	}}, "Idempotency-Key", "k")
	text, _ := made.Values["content"].(string)
	assert.Contains(t, text, "<h2>A</h2>")
	for _, bad := range []string{"script", "onclick", "onerror", "javascript"} {
		assert.NotContains(t, text, bad)
	}
	a := s.Call(http.MethodPost, "/api/v1/posts", map[string]any{"values": map[string]any{"title": "T", "author": "Admin", "date": "2025-04-01", "content": "<p> </p><script>x</script>"}}, "Idempotency-Key", "k2")
	assert.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, "nothing is left after sanitizing")
}

func TestDraftsAndScheduledArticlesAreNotPublic(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	public := func(id string) int { return s.Call(http.MethodGet, "/blog/"+id, nil).StatusCode }
	values := apitest.NewItems["posts"].Values
	draft := s.Item(t, http.MethodPost, "posts", map[string]any{"values": values, "published": false}, "Idempotency-Key", "draft")
	assert.Equal(t, http.StatusNotFound, public(draft.ID))
	assert.NotContains(t, string(s.Call(http.MethodGet, "/sitemap.xml", nil).Raw), draft.ID)
	s.Item(t, http.MethodPatch, "posts/"+draft.ID, map[string]any{"revision": draft.Revision, "published": true})
	assert.Equal(t, http.StatusOK, public(draft.ID))

	tomorrow := time.Now().In(locales.India).AddDate(0, 0, 1) // package site tests that the article becomes public then
	next := s.Item(t, http.MethodPost, "posts", map[string]any{"values": map[string]any{"title": "Tomorrow", "content": "<p>x</p>", "author": "Admin", "date": tomorrow.Format(time.DateOnly)}}, "Idempotency-Key", "later")
	assert.Equal(t, http.StatusNotFound, public(next.ID))
	assert.NotContains(t, string(s.Call(http.MethodGet, "/blog", nil).Raw), "Tomorrow")
}

func TestAnItemSaveBasedOnAnOldRevisionGetsAConflict(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	items, _ := list(t, s, "services")
	first := items[0]
	path := "services/" + first.ID
	title := func(text string) map[string]any {
		return map[string]any{"revision": first.Revision, "values": map[string]any{"title": text}}
	}
	s.Item(t, http.MethodPatch, path, title("First tab"))
	a := s.Call(http.MethodPatch, "/api/v1/"+path, title("Second tab"))
	require.Equal(t, http.StatusConflict, a.StatusCode)
	assert.Equal(t, "First tab", a.Problem(t).CurrentItem.Values["title"])
	lost := s.Call(http.MethodPatch, "/api/v1/"+path, title("First tab"))
	assert.Equal(t, http.StatusOK, lost.StatusCode, "a retry of the same save, after a lost response")
}

func TestItemsAreInTheOwnersOrder(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	items, _ := list(t, s, "services")
	ids := []string{items[2].ID, items[0].ID}
	require.Equal(t, http.StatusNoContent, s.Call(http.MethodPut, "/api/v1/services/order", map[string]any{"ids": ids}).StatusCode)
	now, _ := list(t, s, "services")
	assert.Equal(t, []string{items[2].ID, items[0].ID, items[1].ID, items[3].ID}, []string{now[0].ID, now[1].ID, now[2].ID, now[3].ID})
	page := string(s.Call(http.MethodGet, "/services", nil).Raw)
	text, _ := items[2].Values["title"].(string)
	other, _ := items[0].Values["title"].(string)
	assert.Less(t, strings.Index(page, text), strings.Index(page, other))
}

type history struct {
	Revisions []wire.Revision
	Next      int64
}

func historyOf(t *testing.T, s *apitest.Site, query string) history {
	t.Helper()
	var h history
	s.Call(http.MethodGet, "/api/v1/revisions?"+query, nil).Into(t, &h)
	return h
}

func TestARevisionOfTheSiteCanBeRestored(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for i := range 5 {
		require.Equal(t, http.StatusOK, s.Save(map[string]any{"tagline": fmt.Sprintf("Tagline %d", i)}).StatusCode)
	}
	first := historyOf(t, s, "subject=site&limit=4")
	require.Len(t, first.Revisions, 4)
	newest := first.Revisions[0]
	assert.True(t, newest.Current)
	assert.Equal(t, apitest.Email, newest.By)
	assert.Equal(t, "tagline", newest.Changes[0].Field)
	assert.Equal(t, []string{"Tagline 3", "Tagline 4"}, []string{newest.Changes[0].Before, newest.Changes[0].After})
	rest := historyOf(t, s, fmt.Sprintf("subject=site&limit=4&before=%d", first.Next))
	require.Len(t, rest.Revisions, 2)
	assert.EqualValues(t, "created", rest.Revisions[1].Action)
	for _, subject := range []string{"site", "posts"} {
		assert.Equal(t, http.StatusOK, s.Status("/api/v1/revisions?subject="+subject+"&before=9223372036854775807"), subject)
	}

	base := s.Stored().Revision
	a := s.Call(http.MethodPost, "/api/v1/revisions/"+first.Revisions[2].ID+"/restore", map[string]any{"base": base})
	require.Equal(t, http.StatusOK, a.StatusCode, string(a.Raw))
	assert.Equal(t, "Tagline 2", s.Stored().Site["tagline"])
	assert.Contains(t, string(s.Call(http.MethodGet, "/", nil).Raw), "Tagline 2")
	assert.EqualValues(t, "restored", historyOf(t, s, "subject=site").Revisions[0].Action)
	stale := s.Call(http.MethodPost, "/api/v1/revisions/"+first.Revisions[1].ID+"/restore", map[string]any{"base": base})
	assert.Equal(t, http.StatusConflict, stale.StatusCode)
	for _, unknown := range []string{"site-999999", "site-x", "nothing-1", "posts-1"} {
		assert.Equal(t, http.StatusNotFound, s.Call(http.MethodPost, "/api/v1/revisions/"+unknown+"/restore", map[string]any{"base": base}).StatusCode, unknown)
	}
}

func TestARevisionOfADeletedItemCanBeRestored(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	items, _ := list(t, s, "portfolio")
	before := items[0]
	path := "portfolio/" + before.ID
	saved := s.Item(t, http.MethodPatch, path, map[string]any{"revision": before.Revision, "values": map[string]any{"title": "Other", "tags": []string{"x"}}, "translations": map[string]any{string(locales.Gujarati): map[string]any{"title": ""}}})
	assert.NotContains(t, saved.Translations[locales.Gujarati], "title", "an empty text removes the translation")
	require.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, "/api/v1/"+path, nil).StatusCode)
	h := historyOf(t, s, "subject=portfolio&id="+before.ID).Revisions
	require.Len(t, h, 3)
	assert.Equal(t, []string{"deleted", "saved", "created"}, []string{string(h[0].Action), string(h[1].Action), string(h[2].Action)})
	assert.Empty(t, h[2].By)
	_, bin := list(t, s, "portfolio")
	a := s.Call(http.MethodPost, "/api/v1/revisions/"+h[2].ID+"/restore", map[string]any{"base": bin[0].Revision})
	require.Equal(t, http.StatusOK, a.StatusCode, string(a.Raw))
	items, bin = list(t, s, "portfolio")
	assert.Empty(t, bin)
	assert.Equal(t, before.Values, items[0].Values)
	assert.Equal(t, before.Translations, items[0].Translations)
}

// plausible returns a valid value for a field.
func plausible(r field.Rule) any {
	switch r.Kind {
	case field.Tags:
		if len(r.Options) > 0 {
			return r.Options[:1]
		}
		return []string{"one", "two"}
	case field.Choice:
		return r.Options[len(r.Options)-1]
	case field.Switch:
		return "no"
	case field.Moment:
		return "2025-04-01T09:00"
	case field.Hour:
		return "09:00"
	case field.Date:
		return "2025-04-01"
	case field.Month:
		return "2025-04"
	case field.URL:
		return "https://example.in/"
	case field.Image:
		return "/placeholder.svg"
	case field.HTML:
		return "<p>Text</p>"
	case field.Icon:
		return "Globe"
	case field.Price:
		return "45000"
	default:
		return "Something"
	}
}

func TestEveryListSupportsAllOperations(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for i := range content.Collections {
		c := &content.Collections[i]
		values := map[string]any{}
		for _, f := range c.Fields {
			values[f.Key] = plausible(f.Rule)
		}
		path := "/api/v1/" + c.Name
		added := s.Call(http.MethodPost, path, map[string]any{"values": values}, "Idempotency-Key", "new in "+c.Name)
		require.Equal(t, http.StatusCreated, added.StatusCode, "%s: %s", c.Name, added.Raw)
		var item content.Item
		added.Into(t, &item)
		saved := s.Item(t, http.MethodPatch, c.Name+"/"+item.ID, map[string]any{
			"revision": item.Revision, "values": map[string]any{c.Title: "Another"}, "translations": map[string]any{"gu": map[string]any{c.Title: "બીજું"}},
		})
		assert.Equal(t, "Another", saved.Values[c.Title], c.Name)
		if c.Field(c.Title).Localized {
			assert.Equal(t, "બીજું", saved.Translations[locales.Gujarati][c.Title], c.Name)
		}
		if c.Ordered {
			require.Equal(t, http.StatusNoContent, s.Call(http.MethodPut, path+"/order", map[string]any{"ids": []string{item.ID}}).StatusCode, c.Name)
			items, _ := list(t, s, c.Name)
			assert.Equal(t, item.ID, items[0].ID, c.Name)
		}
		require.Equal(t, http.StatusNoContent, s.Call(http.MethodDelete, path+"/"+item.ID, nil).StatusCode, c.Name)
		_, bin := list(t, s, c.Name)
		require.Len(t, bin, 1, c.Name)
		history := historyOf(t, s, "subject="+c.Name+"&id="+item.ID)
		require.Len(t, history.Revisions, 3, c.Name)
		assert.Equal(t, "Another", history.Revisions[0].Title, c.Name)
		a := s.Call(http.MethodPost, "/api/v1/revisions/"+history.Revisions[2].ID+"/restore", map[string]any{"base": bin[0].Revision})
		require.Equal(t, http.StatusOK, a.StatusCode, "%s: %s", c.Name, a.Raw)
		items, bin := list(t, s, c.Name)
		assert.Empty(t, bin, c.Name)
		assert.True(t, slices.ContainsFunc(items, func(i content.Item) bool { return i.ID == item.ID && i.Values[c.Title] == values[c.Title] }), c.Name)
	}
}

func TestABuiltInBlockCannotBeDeleted(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	a := s.Call(http.MethodDelete, "/api/v1/blocks/portfolio", nil)
	assert.Equal(t, http.StatusUnprocessableEntity, a.StatusCode)
	assert.Contains(t, string(a.Raw), `"code":"built_in"`)
	items, bin := list(t, s, "blocks")
	assert.Len(t, items, len(content.BuiltInBlocks()))
	assert.Empty(t, bin)
}

func TestAnUnsavedBlockCanBePreviewed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	draft := map[string]any{"values": map[string]any{"kind": "link", "title": "Our menu", "address": "surya.in/menu"}, "translations": map[string]any{"gu": map[string]any{"title": "અમારું મેનૂ"}}}
	assert.Contains(t, s.Preview("path=/", map[string]any{"block": draft}).HTML, `<a href="https://surya.in/menu"`)
	assert.Contains(t, s.Preview("path=/&lang=gu", map[string]any{"block": draft}).HTML, "અમારું મેનૂ")
	assert.NotContains(t, string(s.Call(http.MethodGet, "/", nil).Raw), "surya.in")
	draft["values"] = map[string]any{"kind": "link", "title": "Our menu", "address": "javascript:alert(1)"}
	assert.NotContains(t, s.Preview("path=/", map[string]any{"block": draft}).HTML, "Our menu")
}

func TestAnUnknownFieldOfAnItemIsRefused(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	item := s.Item(t, http.MethodPost, "posts", map[string]any{"values": apitest.NewItems["posts"].Values}, "Idempotency-Key", "one")
	a := s.Call(http.MethodPatch, "/api/v1/posts/"+item.ID, map[string]any{"revision": item.Revision, "values": map[string]any{"title": "New", "heading": "x"}})
	assert.Equal(t, http.StatusUnprocessableEntity, a.StatusCode)
	require.Len(t, a.Problem(t).Issues, 1)
	assert.Equal(t, "heading", a.Problem(t).Issues[0].Field)
	assert.NotContains(t, string(s.Call(http.MethodGet, "/api/v1/stored/posts/"+item.ID, nil).Raw), `"New"`)
}
