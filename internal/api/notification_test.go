package api

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/api/inbox"
	"parichay/internal/domain/lead"
	"parichay/internal/testkit/testdb"
)

func (s *testSite) notification() (n inbox.Notification) {
	s.t.Helper()
	s.call(http.MethodGet, "/api/v1/leads/notification", nil).into(s.t, &n)
	return n
}

func TestTheNotificationStateShowsAMissingMailServer(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.Mail = false }).signIn()
	assert.Equal(t, inbox.Notification{State: lead.NoMailServer, Email: testEmail}, s.notification())
	assert.Equal(t, http.StatusNotFound, s.call(http.MethodPost, "/api/v1/leads/notification/test", nil).StatusCode)
}

func TestTheNotificationStateFollowsTheLastMail(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	testdb.Exec(t, s.dsn, `UPDATE lead_settings SET notify_email = 'shop@example.in'`)
	assert.Equal(t, inbox.Notification{State: lead.Delivered, Email: "shop@example.in"}, s.notification())
	testdb.Exec(t, s.dsn, `INSERT INTO river_job (args, kind, max_attempts, queue, state, errors)
		VALUES ('{"id": 1}', 'lead_notice', 5, 'mail', 'retryable', ARRAY[jsonb_build_object('at', now(), 'error', 'refused')])`)
	failing := s.notification()
	assert.Equal(t, lead.Failing, failing.State)
	assert.NotNil(t, failing.FailedAt)
	assert.Equal(t, http.StatusNoContent, s.call(http.MethodPost, "/api/v1/leads/notification/test", nil).StatusCode)
	assert.True(t, s.notification().Testing)
	assert.Equal(t, http.StatusTooManyRequests, s.call(http.MethodPost, "/api/v1/leads/notification/test", nil).StatusCode)
	testdb.Exec(t, s.dsn, `UPDATE river_job SET state = 'completed', finalized_at = now() WHERE kind = 'test_mail'`)
	assert.Equal(t, inbox.Notification{State: lead.Delivered, Email: "shop@example.in"}, s.notification())
}
