package content_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	apicontent "parichay/internal/api/content"
	"parichay/internal/domain/content"
	"parichay/internal/testkit/apitest"
)

func TestAHiddenItemIsNotPublicAnywhere(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn().Claim()
	places := []string{
		"/", "/services", "/gu/services", "/services/quote", "/portfolio", "/hi/portfolio", "/sitemap.xml", "/sitemap/portfolio-1.xml", "/llms.txt", "/feed.xml",
		"/api/v1/services", "/api/v1/portfolio", "/api/v1/page?path=/services", "/api/v1/page?path=/portfolio", "/api/v1/page?path=/",
	}
	found := func(text string) (all []string) {
		for _, place := range places {
			if strings.Contains(string(s.Call(http.MethodGet, place, nil).Raw), text) {
				all = append(all, place)
			}
		}
		return all
	}
	for name, test := range map[string]struct{ title, page string }{"services": {"Zephyr menu cards", "/services"}, "portfolio": {"Zephyr sweet shop", "/portfolio"}} {
		values := apitest.NewItems[name].Values
		values["title"] = test.title
		made := s.Item(t, http.MethodPost, name, map[string]any{"values": values}, "Idempotency-Key", "k-"+name)
		require.Contains(t, found(test.title), test.page)
		own := "/portfolio/" + made.ID
		if name == "portfolio" {
			require.Equal(t, http.StatusOK, s.Call(http.MethodGet, own, nil).StatusCode)
			require.NotEmpty(t, found(own))
		}
		do := func(deed string) (changed apicontent.Changed) {
			s.Call(http.MethodPost, "/api/v1/"+name+"/several", map[string]any{"deed": deed, "ids": []string{made.ID}}).Into(t, &changed)
			return changed
		}
		assert.Equal(t, apicontent.Changed{IDs: []string{made.ID}}, do("hide"))
		assert.Empty(t, found(test.title), name)
		assert.Equal(t, apicontent.Changed{IDs: []string{}}, do("hide"), "already hidden")
		if name == "portfolio" {
			assert.Empty(t, found(own))
			for _, path := range []string{own, "/gu" + own, "/api/v1" + own} {
				assert.Equal(t, http.StatusNotFound, s.Call(http.MethodGet, path, nil).StatusCode, path)
			}
		}
		var hidden apicontent.Items
		s.Call(http.MethodGet, "/api/v1/stored/"+name+"?state=hidden&search=ZEPHYR", nil).Into(t, &hidden)
		require.Len(t, hidden.Items, 1)
		assert.False(t, hidden.Items[0].Published)
		do("show")
		assert.Contains(t, found(test.title), test.page)
	}
}

func TestBulkActionsAreValidated(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for name, body := range map[string]any{
		"unknown": map[string]any{"deed": "burn", "ids": []string{"a"}},
		"none":    map[string]any{"deed": content.DeleteAll, "ids": []string{}},
		"many":    map[string]any{"deed": content.DeleteAll, "ids": make([]string, 201)},
	} {
		assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodPost, "/api/v1/posts/several", body).StatusCode, name)
	}
	assert.Equal(t, http.StatusUnprocessableEntity, s.Call(http.MethodGet, "/api/v1/stored/posts?state=burnt", nil).StatusCode)
}
