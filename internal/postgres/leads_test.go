package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/lead"
	"parichay/internal/testdb"
)

func TestEveryArrivalHasItsVerdictAndOnlyANewOneIsStored(t *testing.T) {
	t.Parallel()
	store, url := testdb.New(t)
	arrival := func(key, message, nonce string) lead.Arrival {
		return lead.Arrival{Key: key, Lead: lead.Lead{Kind: lead.Quote, Message: message}, Nonce: []byte(nonce), Network: []byte("a network"), Notify: true}
	}
	full := arrival("full", "Buy", "3")
	full.Flag, full.NoRoom = lead.Trapped, true
	for _, step := range []struct {
		arrival lead.Arrival
		verdict lead.Verdict
	}{
		{arrival("key", "Posters", "1"), lead.New},
		{arrival("key", "Posters", "1"), lead.Known},
		{arrival("key", "Posters", "2"), lead.Known},
		{arrival("key", "Leaflets", "2"), lead.KeyTaken},
		{arrival("other", "Leaflets", "1"), lead.TokenUsed},
		{full, lead.NoRoom},
	} {
		got, err := store.Leads.Add(t.Context(), step.arrival)
		require.NoError(t, err)
		assert.Equal(t, step.verdict, got.Verdict)
		for _, one := range []string{"feedback", "form_tokens", "arrivals", "river_job"} {
			assert.Equal(t, 1, count(t, url, `SELECT count(*) FROM `+one), "%s: %s", step.verdict, one)
		}
	}

	spam := arrival("spam", "Buy", "4")
	spam.Flag = lead.Trapped
	got, err := store.Leads.Add(t.Context(), spam)
	require.NoError(t, err)
	assert.True(t, got.Quarantined())
	got, err = store.Leads.Add(t.Context(), spam)
	require.NoError(t, err)
	assert.False(t, got.Quarantined(), "it took its room before")

	testdb.Exec(t, url, `ALTER TABLE arrivals ADD CONSTRAINT none CHECK (false) NOT VALID`)
	got, err = store.Leads.Add(t.Context(), arrival("refused", "Posters", "5"))
	require.Error(t, err)
	assert.Zero(t, got)
}
