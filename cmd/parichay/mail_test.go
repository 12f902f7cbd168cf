package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testkit/rig"
	"parichay/internal/testkit/testdb"
)

func TestMailTestReportsTheResult(t *testing.T) {
	_, address := testdb.Empty(t)
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_BASE_URL", "https://shop.example")
	code, _, stderr := command(t.Context(), environ, "", "mail", "test")
	assert.Equal(t, 1, code)
	assert.Equal(t, "parichay: PARICHAY_SMTP_URL is not set: no emails are sent, and messages wait in the inbox\n", stderr)

	mails, err := rig.OpenMails(t.Context(), "")
	require.NoError(t, err)
	environ["PARICHAY_SMTP_URL"] = mails.URL()
	code, _, stderr = command(t.Context(), environ, "correct horse battery\n", "owner", "set", "--email", "owner@example.com", "--password-stdin")
	require.Equal(t, 0, code, stderr)
	code, stdout, stderr := command(t.Context(), environ, "", "mail", "test")
	require.Equal(t, 0, code, stderr)
	assert.Contains(t, stdout, "sent to owner@example.com through 127.0.0.1, as parichay@shop.example")
	code, _, stderr = command(t.Context(), environ, "", "mail", "test", "--to", "accounts@example.com")
	require.Equal(t, 0, code, stderr)
	require.Len(t, mails.All(), 2)
	assert.Equal(t, []string{"accounts@example.com"}, mails.All()[1].To)

	mails.Stop()
	code, _, stderr = command(t.Context(), environ, "", "mail", "test")
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, "parichay: PARICHAY_SMTP_URL: not sent through 127.0.0.1, as parichay@shop.example: the server is unreachable: correct host and port")
}
