package jobs

import (
	"regexp"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/account"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// tryReset runs the job of a reset mail, as if requested waited ago.
func (p post) tryReset(t *testing.T, email string, waited time.Duration) error {
	t.Helper()
	w := &resetter{store: p.Store, mail: p.owner}
	return w.Work(t.Context(), &river.Job[account.ResetMail]{
		JobRow: &rivertype.JobRow{ID: 7, CreatedAt: time.Now().Add(-waited)},
		Args:   account.ResetMail{Email: account.HashEmail(email), Language: locales.English},
	})
}

func TestResetMailGoesToTheOwnerOnly(t *testing.T) {
	t.Parallel()
	p := open(t)
	require.NoError(t, p.tryReset(t, "nobody@example.com", 0))
	assert.Empty(t, p.mails.All())
	require.NoError(t, p.tryReset(t, "OWNER@example.com", 0))
	require.Len(t, p.mails.All(), 1)
	got := p.mails.All()[0]
	assert.Equal(t, []string{"owner@example.com"}, got.To)
	link := regexp.MustCompile(`https://shop\.example/admin/reset#(=\r?\n)?([A-Z0-9=\r\n]+?)\r?\n\r?\n`).FindStringSubmatch(got.Raw)
	require.NotNil(t, link, got.Raw)
	token := account.Token(regexp.MustCompile(`=\r?\n`).ReplaceAllString(link[2], ""))
	require.NoError(t, p.Accounts.CheckLink(t.Context(), account.Reset, token))
	require.ErrorIs(t, p.Accounts.CheckLink(t.Context(), account.Reset, token[1:]), fault.ErrNotFound)
}

func TestLateResetMailIsNotSent(t *testing.T) {
	t.Parallel()
	p := open(t)
	var cancelled *rivertype.JobCancelError
	require.ErrorAs(t, p.tryReset(t, "owner@example.com", account.Reset.Life()+time.Second), &cancelled)
	assert.Empty(t, p.mails.All())
}
