package mail

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testkit/rig"
)

func TestMailServerOutageIsLoggedOnce(t *testing.T) { //nolint:paralleltest // replaces the default logger
	var log bytes.Buffer
	before := slog.Default()
	defer slog.SetDefault(before)
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	mails, err := rig.OpenMails(t.Context(), "")
	require.NoError(t, err)
	s, err := Parse(mails.URL(), "shop.example")
	require.NoError(t, err)
	message := Message{ID: "lead-1", To: "owner@example.com", Text: "hello"}
	wasSent, wasFailed, wasRefused := sent.Get(), failed.Get(), refused.Get()
	mails.Refuse(func(rig.Mail) error { return &smtp.SMTPError{Code: 550, Message: "no"} })
	require.ErrorIs(t, s.Send(t.Context(), message), ErrRefused)
	assert.Equal(t, 1, strings.Count(log.String(), `msg="mail refused" mail=lead-1`), log.String())
	mails.Refuse(nil)
	require.NoError(t, s.Send(t.Context(), message))
	assert.NotContains(t, log.String(), "mail server is")
	mails.Stop()
	for range 3 {
		require.Error(t, s.Send(t.Context(), message))
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	require.Error(t, s.Send(stopped, message))
	assert.Equal(t, 1, strings.Count(log.String(), `msg="mail server is down"`), log.String())
	assert.Equal(t, []uint64{1, 3, 1}, []uint64{sent.Get() - wasSent, failed.Get() - wasFailed, refused.Get() - wasRefused}, "stopping the program is not a failure")
}
