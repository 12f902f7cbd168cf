package multisite

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/ops/settings"
)

func TestSiteNameMustFitUserDatabaseAndUnit(t *testing.T) {
	t.Parallel()
	for name, good := range map[string]bool{
		"surya": true, "s": true, "shop7": true, "surya-textiles": true, strings.Repeat("a", 22): true,
		"": false, "Surya": false, "7shop": false, "-x": false, "x-": false, "a b": false, "a/b": false, "..": false, "સૂર્ય": false, "a;b": false, strings.Repeat("a", 23): false,
	} {
		_, err := Named(name)
		assert.Equal(t, good, err == nil, name)
	}
}

func TestAddressIsADomainOrURL(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"surya.in": "https://surya.in", "WWW.Surya.in": "https://www.surya.in", "http://192.168.1.5:8080": "http://192.168.1.5:8080", "https://surya.in/": "https://surya.in",
		"surya": "", "surya..in": "", "-surya.in": "", "ftp://surya.in": "", "https://surya.in/shop": "", "https://me:secret@surya.in": "", "https://surya.in/#shop": "", "https://surya.in#": "", "https://surya.in?": "", "surya.in; rm": "",
	} {
		got, err := address(typed)
		assert.Equal(t, want, got, typed)
		assert.Equal(t, want == "", err != nil, typed)
	}
}

func TestSettingsOfANewSiteAreValid(t *testing.T) {
	t.Parallel()
	text, err := newSettings(Site{"surya"}, "https://surya.in", 8083)
	require.NoError(t, err)
	lines, err := parse(strings.NewReader(text))
	require.NoError(t, err)
	c, err := settings.Read(lines)
	require.NoError(t, err)
	assert.Equal(t, "127.0.0.1:8083", c.Listen)
	assert.Equal(t, "https://surya.in", c.BaseURL.String())
	assert.Equal(t, "/var/lib/parichay/surya/media", c.Media.Folder())
	assert.Contains(t, c.DatabaseURL, "parichay-surya")
}

func TestSettingsFileIsParsedLikeSystemd(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"# A=x\n; B=y\n\n A=b c \nC=$HOME `x`\nnothing\n=x\n": {"A=b c", "C=$HOME `x`"},
		"A = b":           {"A=b"},
		"A=":              {"A="},
		`A="b c"`:         {"A=b c"},
		`A= 'b "c" ' `:    {`A=b "c" `},
		`A=""`:            {"A="},
		`A="`:             {`A="`},
		`A="b'`:           {`A="b'`},
		`A=""b""`:         {`A="b"`},
		"A=b=c":           {"A=b=c"},
		"A=https://x.in#": {"A=https://x.in#"},
	} {
		lines, err := parse(strings.NewReader(text))
		require.NoError(t, err, text)
		assert.Equal(t, want, lines, text)
	}
	_, err := parse(strings.NewReader("A=" + strings.Repeat("x", 1<<17)))
	assert.Error(t, err, "a line that is too long is not skipped")
}

func TestListenSettingIsParsed(t *testing.T) {
	t.Parallel()
	for listen, want := range map[string][2]string{
		"127.0.0.1:8081":   {"127.0.0.1:8081", "127.0.0.1:8081"},
		":8080":            {"8080", "127.0.0.1:8080"},
		"0.0.0.0:8080":     {"0.0.0.0:8080", "127.0.0.1:8080"},
		"[::1]:8080":       {"[::1]:8080", "[::1]:8080"},
		"[::]:8080":        {"[::]:8080", "[::1]:8080"},
		"192.168.1.5:8080": {"192.168.1.5:8080", "192.168.1.5:8080"},
		"localhost:8080":   {"127.0.0.1:8080", "127.0.0.1:8080"},
	} {
		p, err := placeOf(listen)
		require.NoError(t, err, listen)
		assert.Equal(t, want, [2]string{p.stream(), p.near()}, listen)
	}
	for _, wrong := range []string{"", "8080", "127.0.0.1", "::1:8080", "shop.example:8080", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:http"} {
		_, err := placeOf(wrong)
		assert.Error(t, err, wrong)
	}
}

func TestTLSDomainsAreRefusedForOneOfSeveralSites(t *testing.T) {
	t.Parallel()
	require.NoError(t, startable([]string{"PARICHAY_TLS_EMAIL=you@shop.example"}))
	require.ErrorContains(t, startable([]string{"PARICHAY_TLS_DOMAINS=shop.example"}), "PARICHAY_TLS_DOMAINS")
}

func TestNoProgramIsRemovedIfSystemdFails(t *testing.T) {
	sites, kept := []Site{{"surya"}, {"asha"}}, func() []string { return []string{"/kept/1/parichay", "/kept/2/parichay"} }
	folder := t.TempDir()
	t.Setenv("PATH", folder+":/usr/bin:/bin")
	systemctl := func(script string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, "systemctl"), []byte("#!/bin/sh\n"+script), 0o700))
	}
	systemctl(`case $5 in parichay@asha.service) echo "{ path=/kept/2/parichay ; argv[]=/kept/2/parichay serve }" ;; esac`)
	spare, err := unneeded(t.Context(), sites, kept())
	require.NoError(t, err)
	assert.Equal(t, []string{"/kept/1/parichay"}, spare)
	systemctl("echo 'Failed to connect to bus' >&2; exit 1")
	spare, err = unneeded(t.Context(), sites, kept())
	require.Error(t, err)
	assert.Empty(t, spare)
}

func TestFileWritableByOthersIsRefused(t *testing.T) {
	t.Parallel()
	file, err := os.Create(filepath.Join(t.TempDir(), "surya.env"))
	require.NoError(t, err)
	defer file.Close()
	for mode, good := range map[os.FileMode]bool{0o600: true, 0o644: true, 0o620: false, 0o602: false, 0o666: false} {
		require.NoError(t, file.Chmod(mode))
		assert.Equal(t, good && os.Geteuid() == 0, rootsOwn(file) == nil, mode)
	}
	if os.Geteuid() == 0 {
		require.NoError(t, errors.Join(file.Chmod(0o600), file.Chown(65534, 0)))
		assert.Error(t, rootsOwn(file), "not owned by root")
	}
}

func TestUserWithRootsRightsIsRefused(t *testing.T) {
	t.Parallel()
	_, err := credential("root")
	assert.ErrorContains(t, err, "root's rights")
}
