package content_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/content"
	"parichay/internal/testkit/apitest"
)

func TestChoosingATradeReplacesOnlySamples(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	var services struct {
		Items []struct {
			ID     string
			Sample bool
		}
	}
	ids := func() (all []string) {
		services.Items = nil
		s.Call(http.MethodGet, "/api/v1/stored/services?limit=50", nil).Into(t, &services)
		for _, item := range services.Items {
			all = append(all, item.ID)
		}
		return all
	}
	agency := ids()
	require.NotEmpty(t, agency)
	own := s.Call(http.MethodPost, "/api/v1/services", map[string]any{"values": map[string]any{"title": "Puran poli", "description": "On Fridays", "icon": "Star"}}, "Idempotency-Key", "puran-poli")
	require.Equal(t, http.StatusCreated, own.StatusCode, string(own.Raw))
	var created struct{ ID string }
	own.Into(t, &created)

	require.Equal(t, http.StatusOK, s.Save(map[string]any{"brandName": "Surya", "trade": "bakery"}).StatusCode)
	after := ids()
	assert.Contains(t, after, created.ID)
	assert.Contains(t, after, "custom-cakes")
	assert.False(t, slices.ContainsFunc(agency, func(id string) bool { return slices.Contains(after, id) }), after)
	for _, item := range services.Items {
		assert.Equal(t, item.ID != created.ID, item.Sample, item.ID)
	}
	samples := func() map[string]int {
		var counts map[string]struct{ Samples int }
		s.Call(http.MethodGet, "/api/v1/stored", nil).Into(t, &counts)
		all := map[string]int{}
		for list, c := range counts {
			if c.Samples > 0 {
				all[list] = c.Samples
			}
		}
		return all
	}
	assert.Equal(t, map[string]int{"services": 6}, samples(), "a bakery has no articles or case studies of the agency to keep")
	page := string(s.Call(http.MethodGet, "/services", nil).Raw)
	assert.Contains(t, page, "Puran poli")
	assert.NotContains(t, page, "custom-cakes", "samples of a named site are not public")

	require.Equal(t, http.StatusOK, s.Save(map[string]any{"trade": "agency"}).StatusCode)
	assert.Subset(t, ids(), agency)
	assert.NotContains(t, ids(), "custom-cakes")
	assert.Len(t, samples(), 3)

	var history struct{ Revisions []struct{ ID string } }
	s.Call(http.MethodGet, "/api/v1/revisions", nil).Into(t, &history)
	var stored struct{ Revision int64 }
	s.Call(http.MethodGet, "/api/v1/site/stored", nil).Into(t, &stored)
	restored := s.Call(http.MethodPost, "/api/v1/revisions/"+history.Revisions[1].ID+"/restore", map[string]any{"base": stored.Revision})
	require.Equal(t, http.StatusOK, restored.StatusCode, string(restored.Raw))
	assert.Equal(t, map[string]int{"services": 6}, samples(), "undoing the choice brings the samples of the bakery back")
}

func TestOwnerSeesTradesAndTheWordsThatVisitorsSee(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	var trades []content.TradeChoice
	s.Call(http.MethodGet, "/api/v1/trades?lang=gu", nil).Into(t, &trades)
	assert.Len(t, trades, 10)
	assert.Equal(t, "other", trades[len(trades)-1].ID)

	words := func() (texts map[string]string) {
		s.Call(http.MethodGet, "/api/v1/site/words?lang=en", nil).Into(t, &texts)
		return texts
	}
	assert.Equal(t, "Request a Quote", words()["ask"])
	require.Equal(t, http.StatusOK, s.Save(map[string]any{"trade": "clinic", "words": map[string]any{"ask": "Call us"}}).StatusCode)
	assert.NotContains(t, []string{"Request a Quote", "Call us", ""}, words()["ask"], "the trade's text, not the owner's")
	assert.Equal(t, http.StatusUnprocessableEntity, s.Save(map[string]any{"trade": "bank"}).StatusCode)
}
