package inbox_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/api"
	"parichay/internal/api/inbox"
	"parichay/internal/domain/lead"
	"parichay/internal/testkit/apitest"
	"parichay/internal/testkit/testdb"
)

func notification(s *apitest.Site) (n inbox.Notification) {
	s.T.Helper()
	s.Call(http.MethodGet, "/api/v1/leads/notification", nil).Into(s.T, &n)
	return n
}

func TestTheNotificationStateShowsAMissingMailServer(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, func(c *api.Config) { c.Mail = false }).SignIn()
	assert.Equal(t, inbox.Notification{State: lead.NoMailServer, Email: apitest.Email}, notification(s))
	assert.Equal(t, http.StatusNotFound, s.Call(http.MethodPost, "/api/v1/leads/notification/test", nil).StatusCode)
}

func TestTheNotificationStateFollowsTheLastMail(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	testdb.Exec(t, s.DSN, `UPDATE lead_settings SET notify_email = 'shop@example.in'`)
	assert.Equal(t, inbox.Notification{State: lead.Delivered, Email: "shop@example.in"}, notification(s))
	testdb.Exec(t, s.DSN, `INSERT INTO river_job (args, kind, max_attempts, queue, state, errors)
		VALUES ('{"id": 1}', 'lead_notice', 5, 'mail', 'retryable', ARRAY[jsonb_build_object('at', now(), 'error', 'refused')])`)
	failing := notification(s)
	assert.Equal(t, lead.Failing, failing.State)
	assert.NotNil(t, failing.FailedAt)
	assert.Equal(t, http.StatusNoContent, s.Call(http.MethodPost, "/api/v1/leads/notification/test", nil).StatusCode)
	assert.True(t, notification(s).Testing)
	assert.Equal(t, http.StatusTooManyRequests, s.Call(http.MethodPost, "/api/v1/leads/notification/test", nil).StatusCode)
	testdb.Exec(t, s.DSN, `UPDATE river_job SET state = 'completed', finalized_at = now() WHERE kind = 'test_mail'`)
	assert.Equal(t, inbox.Notification{State: lead.Delivered, Email: "shop@example.in"}, notification(s))
}
