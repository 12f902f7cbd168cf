package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/testdb"
)

var setUpLink = regexp.MustCompile(`\n    (https?://\S+/admin/setup#[A-Z2-7]{52})\n`)

// firstWords is what a start prints until it keeps the content current, which it
// does last.
func firstWords(t *testing.T, environ map[string]string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	environ["PARICHAY_LISTEN"] = "127.0.0.1:0"
	folder := t.TempDir()
	environ["PARICHAY_MEDIA"] = "file:" + folder
	stdout, log := &transcript{}, &transcript{}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		run(ctx, []string{"serve"}, from(environ), nil, stdout, log)
	}()
	require.Eventually(t, func() bool {
		_, err := os.Stat(filepath.Join(folder, "private", "content"))
		return err == nil
	}, 30*time.Second, 10*time.Millisecond)
	cancel()
	<-ended
	assert.NotRegexp(t, `/admin/setup#`, log.String(), "the log goes to more eyes than the terminal")
	return stdout.String()
}

func TestAStartWithoutAnOwnerPrintsALinkAndOneWithAnOwnerDoesNot(t *testing.T) {
	_, address := testdb.Empty(t)
	environ := environment("PARICHAY_DATABASE_URL", address, "PARICHAY_BASE_URL", "https://shop.example/")
	said := firstWords(t, environ)
	assert.Contains(t, said, "https://shop.example/admin/setup#")
	again := firstWords(t, environ)
	assert.NotEqual(t, setUpLink.FindString(said), setUpLink.FindString(again))

	code, stdout, _ := command(t.Context(), environ, "", "owner", "link")
	require.Equal(t, 0, code)
	assert.Regexp(t, setUpLink, stdout)

	code, _, stderr := command(t.Context(), environ, "correct horse battery\n", "owner", "set", "--email", "owner@example.com", "--password-stdin")
	require.Equal(t, 0, code, stderr)
	assert.Empty(t, firstWords(t, environ))
	code, stdout, _ = command(t.Context(), environ, "", "owner", "link")
	require.Equal(t, 0, code)
	assert.Regexp(t, `https://shop\.example/admin/reset#[A-Z2-7]{52}\n`, stdout)
	assert.NotContains(t, stdout, "/admin/setup#")
}
