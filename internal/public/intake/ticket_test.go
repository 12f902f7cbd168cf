package intake

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
)

// levels returns the levels of a Door's meters.
func levels(d *Door) map[string]float64 {
	from := Neighbourhood(network4(0))
	return map[string]float64{
		"inbox": d.heat.level, "quarantine": d.stored.level, "its quarantine": d.storedOf.of(from).level,
		"posts": d.posts.of(network4(0)).level, "all posts": d.allPosts.level, "suspects": d.suspects.level,
	}
}

func TestSettleCountsALeadOnlyTowardsLimitsThatApply(t *testing.T) {
	t.Parallel()
	secret := lead.Secret("secret")
	for name, c := range map[string]struct {
		trap string
		got  lead.Receipt
		err  error
		want map[string]float64
	}{
		"stored in the inbox":     {"", lead.Receipt{Verdict: lead.New}, nil, map[string]float64{"inbox": 1, "posts": 1, "all posts": 1}},
		"stored in quarantine":    {"x", lead.Receipt{Verdict: lead.New, Flag: lead.Trapped}, nil, map[string]float64{"quarantine": 1, "its quarantine": 1, "posts": 1, "all posts": 1, "suspects": 1}},
		"suspected by the store":  {"", lead.Receipt{Verdict: lead.New, Flag: lead.Crowded}, nil, map[string]float64{"quarantine": 1, "its quarantine": 1, "posts": 1, "all posts": 1, "suspects": 1}},
		"stored before":           {"", lead.Receipt{Verdict: lead.Known}, nil, map[string]float64{"posts": 1}},
		"not stored: no database": {"", lead.Receipt{}, fault.ErrUnavailable, map[string]float64{}},
		"load of other replicas":  {"", lead.Receipt{Verdict: lead.Known, Heat: 5}, nil, map[string]float64{"inbox": 5, "posts": 1}},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := openDoor(t)
			require.NoError(t, d.AllowPost(network4(0)))
			token := secret.Issue(time.Now(), 0).Text
			time.Sleep(lead.MinAge)
			ticket, err := d.Admit(secret, Submission{Token: token, Trap: c.trap}, lead.Lead{Message: "Posters"}, network4(0), time.Now())
			require.NoError(t, err, name)
			require.Equal(t, c.err, ticket.Settle(c.got, c.err), name)
			for what, level := range levels(d) {
				assert.InDelta(t, c.want[what], level, 0.5, "%s: %s", name, what)
			}
		})
	}
}

func TestFullQuarantineRefusesMessagesThatTheStoreSuspects(t *testing.T) {
	t.Parallel()
	d, secret := openDoor(t), lead.Secret("secret")
	for d.quarantine(network4(0), opened) == nil {
	}
	token := secret.Issue(time.Now().Add(-time.Minute), 0).Text
	admit := func(trap string) (Ticket, error) {
		return d.Admit(secret, Submission{Token: token, Trap: trap}, lead.Lead{Message: "Posters"}, network4(0), time.Now())
	}
	_, err := admit("x")
	require.ErrorAs(t, err, new(fault.TooMany))
	ticket, err := admit("")
	require.NoError(t, err, "it may be for the inbox")
	assert.True(t, ticket.NoRoom())
	require.ErrorAs(t, ticket.Settle(lead.Receipt{Verdict: lead.NoRoom, Flag: lead.Crowded}, nil), new(fault.TooMany))
}
