package settings

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// update is set by `make generate`.
var update = flag.Bool("update", false, "write generated files instead of comparing them")

// secret is part of the invalid values, so that a message that repeats a value is found.
const secret = "hunter2"

// database is the setting that every environment needs.
const database = DatabaseURL + "=postgres://u:p@host/db"

func TestEveryWrongValueIsReportedWithoutTheValue(t *testing.T) {
	t.Parallel()
	var answers strings.Builder
	for _, s := range Table {
		if len(s.Wrong) == 0 {
			t.Errorf("%s has no invalid value: add one to Wrong in its row", s.Name)
		}
		for _, value := range s.Wrong {
			_, err := Read([]string{database, s.Name + "=" + value})
			require.Error(t, err, "%s=%s", s.Name, value)
			assert.True(t, strings.HasPrefix(err.Error(), s.Name+" "), err)
			assert.NotContains(t, err.Error(), secret, s.Name)
			assert.NotContains(t, err.Error(), "\n", "%s=%s must be reported in one line", s.Name, value)
			fmt.Fprintf(&answers, "%s=%s\n  %s\n", s.Name, value, err)
		}
	}
	generated(t, "testdata/wrong.txt", answers.String())
}

func TestAllInvalidSettingsAreReportedAtOnce(t *testing.T) {
	t.Parallel()
	environ := []string{"PARICHAY_LISTENER=" + secret}
	for _, s := range Table {
		environ = append(environ, s.Name+"="+s.Wrong[0])
	}
	_, err := Read(environ)
	require.Error(t, err)
	lines := strings.Split(err.Error(), "\n")
	require.Len(t, lines, len(Table)+1)
	for i, s := range Table {
		assert.True(t, strings.HasPrefix(lines[i], s.Name+" "), lines[i])
	}
	assert.NotContains(t, err.Error(), secret)
}

func TestOnlyTheDatabaseIsRequired(t *testing.T) {
	t.Parallel()
	_, err := Read(nil)
	require.ErrorContains(t, err, "PARICHAY_DATABASE_URL is required")
	assert.NotContains(t, err.Error(), "\n")
	c, err := Read([]string{database})
	require.NoError(t, err)
	assert.Equal(t, "127.0.0.1:8080", c.Listen)
	assert.Equal(t, "http://localhost:8080", c.BaseURL.String())
	assert.Empty(t, c.MetricsListen)
	assert.Empty(t, c.TrustedProxies)
	assert.Nil(t, c.Mail)
}

func TestSettingsAreParsed(t *testing.T) {
	t.Parallel()
	c, err := Read([]string{
		database, "PARICHAY_LISTEN=:80", "PARICHAY_METRICS_LISTEN=[::1]:9090", "PARICHAY_BASE_URL=https://shop.example/",
		"PARICHAY_SMTP_URL=smtps://u:p@host?from=shop@shop.example", "PARICHAY_TRUSTED_PROXIES=127.0.0.1/32, 10.0.0.0/8", "PARICHAY_CACHE_MIB=3", "PARICHAY_PURGE_URL=http://u:p@cache/all",
	})
	require.NoError(t, err)
	assert.Equal(t, ":80", c.Listen)
	assert.Equal(t, "[::1]:9090", c.MetricsListen)
	assert.Equal(t, "shop.example", c.BaseURL.Host)
	assert.Equal(t, []string{"127.0.0.1/32", "10.0.0.0/8"}, c.TrustedProxies)
	assert.NotNil(t, c.Mail)
	assert.Equal(t, uint64(3<<20), c.CacheBytes)
	assert.Equal(t, "/all", c.Purge.Path)
}

func TestAtLeastOneProxyUserMustExist(t *testing.T) {
	t.Parallel()
	c, err := Read([]string{database, "PARICHAY_TRUSTED_PROXY_USERS=no-such-user,root"})
	require.NoError(t, err, "the other proxy may be installed later")
	assert.Equal(t, []string{"no-such-user", "root"}, c.ProxyUsers)
	_, err = Read([]string{database, "PARICHAY_TRUSTED_PROXY_USERS=no-such-user,no-such-proxy"})
	require.ErrorContains(t, err, "PARICHAY_TRUSTED_PROXY_USERS does not name a user of this machine")
}

func TestTLSDomainsMustContainTheBaseHost(t *testing.T) {
	t.Parallel()
	c, err := Read([]string{
		database, "PARICHAY_BASE_URL=https://Shop.example:8443", "PARICHAY_TLS_DOMAINS=shop.example, www.shop.example,दुकान.example",
		"PARICHAY_TLS_EMAIL=you@shop.example", "PARICHAY_HTTP_LISTEN=127.0.0.1:8081",
	})
	require.NoError(t, err)
	assert.Equal(t, TLS{
		Domains: []string{"shop.example", "www.shop.example", "xn--11b7ah1gn.example"}, Email: "you@shop.example",
		Directory: "https://acme-v02.api.letsencrypt.org/directory", HTTPListen: "127.0.0.1:8081",
	}, c.TLS)
	assert.Equal(t, ":443", c.Listen, "HTTPS has its own default port")
	plain, err := Read([]string{database, "PARICHAY_BASE_URL=https://shop.example", "PARICHAY_TLS_DOMAINS=shop.example", "PARICHAY_LISTEN=127.0.0.1:8080"})
	require.NoError(t, err)
	assert.Equal(t, ":80", plain.TLS.HTTPListen)
	assert.Equal(t, "127.0.0.1:8080", plain.Listen, "an explicit setting wins")
	for _, base := range []string{"http://shop.example", "https://shop.example.in", "https://192.0.2.1"} {
		_, err := Read([]string{database, "PARICHAY_BASE_URL=" + base, "PARICHAY_TLS_DOMAINS=shop.example"})
		require.ErrorContains(t, err, "PARICHAY_TLS_DOMAINS must include the host of PARICHAY_BASE_URL", base)
		assert.NotContains(t, err.Error(), "\n")
	}
	_, err = Read([]string{database, "PARICHAY_BASE_URL=shop.example", "PARICHAY_TLS_DOMAINS=shop.example"})
	require.ErrorContains(t, err, "PARICHAY_BASE_URL must be")
	assert.NotContains(t, err.Error(), "\n", "one mistake, one line")
}

func TestPasswordWithEscapedCharactersIsAccepted(t *testing.T) {
	t.Parallel()
	_, err := Read([]string{"PARICHAY_DATABASE_URL=postgres://u:a%23b%2Fc%3Fd%40e%25@host/db?sslmode=disable", "PARICHAY_SMTP_URL=smtp://u:a%23b%2Fc%3Fd%40e%25@host:25"})
	require.NoError(t, err)
}

func TestHSTSRuleIsAcceptedInAnyCase(t *testing.T) {
	t.Parallel()
	for _, rule := range []string{"max-age=0", "max-age=63072000; includesubdomains", "Max-Age=31536000;IncludeSubDomains ; Preload", "max-age=0; includeSubDomains"} {
		c, err := Read([]string{database, "PARICHAY_STRICT_TRANSPORT=" + rule})
		require.NoError(t, err, rule)
		assert.Equal(t, rule, c.HSTS, "sent as configured")
	}
}

func TestInvalidPartOfADatabaseURLIsNamed(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"postgres://u:p@host/db?sslmode=nonsense":                        "its sslmode must be disable, ",
		"postgres://u:p@host/db?sslmode=verify-ca&sslrootcert=/no/where": "cannot read the file that sslrootcert, sslcert or sslkey names",
		"postgres://u:12?sslmode=hunter2@host/db":                        "%23",
	} {
		_, err := Read([]string{"PARICHAY_DATABASE_URL=" + address})
		require.ErrorContains(t, err, want)
		assert.Equal(t, want == "%23", strings.Contains(err.Error(), "%23"), "%s: escapes are only explained if they may be the cause", err)
	}
}

// fileWith writes text to a file and returns its path.
func fileWith(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "value")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

func TestSettingMayComeFromAFile(t *testing.T) {
	t.Parallel()
	file := "PARICHAY_DATABASE_URL_FILE=" + fileWith(t, " postgres://u:p@from-file/db\n")
	c, err := Read([]string{file})
	require.NoError(t, err)
	assert.Equal(t, "postgres://u:p@from-file/db", c.DatabaseURL)
	c, err = Read([]string{file, database})
	require.NoError(t, err)
	assert.Equal(t, "postgres://u:p@host/db", c.DatabaseURL)
}

func TestUnusableFileIsReportedWithoutItsPath(t *testing.T) {
	t.Parallel()
	for _, s := range Table {
		for want, path := range map[string]string{
			"cannot be read (no such file or directory)": "/" + secret,
			"cannot be read (is a directory)":            t.TempDir(),
			"names an empty file":                        fileWith(t, "\n"),
			"more than 64 KiB":                           fileWith(t, strings.Repeat(secret, 10_000)),
		} {
			environ := []string{s.Name + fromFile + "=" + path}
			if s.Name != DatabaseURL {
				environ = append(environ, database)
			}
			_, err := Read(environ)
			require.ErrorContains(t, err, s.Name+"_FILE names")
			require.ErrorContains(t, err, want)
			assert.NotContains(t, err.Error(), secret)
			assert.NotContains(t, err.Error(), path)
			assert.NotContains(t, err.Error(), "\n")
		}
	}
}

func TestUnknownSettingIsRefusedWithTheNearestName(t *testing.T) {
	t.Parallel()
	for name, near := range map[string]string{
		"PARICHAY_LISTN":              "PARICHAY_LISTEN",
		"PARICHAY_DATABASE":           "PARICHAY_DATABASE_URL",
		"PARICHAY_DATABSE_URL_FILE":   "PARICHAY_DATABASE_URL_FILE",
		"PARICHAY_SMTP":               "PARICHAY_SMTP_URL",
		"PARICHAY_TRUSTED_PROXY":      "PARICHAY_TRUSTED_PROXIES",
		"PARICHAY_METRIC_LISTEN_FILE": "PARICHAY_METRICS_LISTEN_FILE",
	} {
		_, err := Read([]string{database, name + "=" + secret})
		require.ErrorContains(t, err, name+" is not a setting of this program: did you mean "+near+"?")
		assert.NotContains(t, err.Error(), secret)
	}
	_, err := Read([]string{database, "PATH=/bin", "OTHER_PARICHAY_LISTN=1", "DEV_PG_CTL=x"})
	require.NoError(t, err, "variables without the prefix are ignored")
}

func TestDistanceIsLevenshtein(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string]int{{"", ""}: 0, {"", "abc"}: 3, {"abc", ""}: 3, {"listen", "listn"}: 1, {"kitten", "sitting"}: 3, {"ab", "ba"}: 2} {
		assert.Equal(t, want, distance(pair[0], pair[1]), pair)
	}
}

func TestSettingsAreShownWithoutSecrets(t *testing.T) {
	t.Parallel()
	lines, err := Lines([]string{
		"PARICHAY_DATABASE_URL=postgres://shop:" + secret + "@db.example/site?sslpassword=" + secret + "&sslmode=require&password=" + secret + "&sslmod=" + secret,
		"PARICHAY_SMTP_URL_FILE=" + fileWith(t, "smtp://"+secret+":"+secret+"@mail.example:25?from=a@b.example"),
		"PARICHAY_PURGE_URL=http://purger:" + secret + "@cache.example/" + secret + "?" + secret,
		"PARICHAY_LISTEN=:80",
	})
	require.NoError(t, err)
	found := map[string]string{}
	for _, l := range lines {
		found[l.Name] = l.Value + " from " + l.From
		assert.NotContains(t, l.Value, secret, l.Name)
	}
	assert.Equal(t, "postgres://shop:***@db.example:5432/site?password=***&sslmod=***&sslmode=require&sslpassword=*** from environment", found[DatabaseURL])
	assert.Equal(t, "smtp://***:***@mail.example:25 from file", found["PARICHAY_SMTP_URL"])
	assert.Equal(t, "http://purger:***@cache.example from environment", found["PARICHAY_PURGE_URL"])
	assert.Equal(t, ":80 from environment", found[Listen])
	assert.Equal(t, "file:./media from default", found[Media])
	assert.Equal(t, "none from default", found[MetricsListen])
	assert.Len(t, lines, len(Table))
}

func TestInvalidSettingIsShownWithoutItsValue(t *testing.T) {
	t.Parallel()
	for i, s := range Table {
		for _, value := range s.Wrong {
			lines, err := Lines([]string{database, s.Name + "=" + value})
			require.Error(t, err)
			assert.Equal(t, "(wrong)", lines[i].Value)
		}
	}
}

func TestEverySecretIsMasked(t *testing.T) {
	t.Parallel()
	for _, s := range Table {
		holds := strings.Contains(s.Help, "password") || strings.Contains(s.Name, "KEY") || strings.Contains(s.Name, "SECRET") || strings.Contains(s.Name, "PASSWORD") || strings.Contains(s.Name, "TOKEN")
		assert.Equal(t, holds, s.Mask != nil, "%s: Mask must be set exactly if name or help mention a secret", s.Name)
	}
}

const (
	begin = "<!-- settings: written by `make generate` from internal/ops/settings -->\n"
	end   = "<!-- end of settings -->\n"
)

func TestGeneratedTableOfSettingsIsCurrent(t *testing.T) {
	t.Parallel()
	const page = "../../../docs/operate.md"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), begin)
	require.True(t, found)
	_, after, found := strings.Cut(rest, end)
	require.True(t, found)
	generated(t, page, before+begin+Markdown()+end+after)
}

// generated compares a file with want, or writes it.
func generated(t *testing.T, path, want string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o600))
		return
	}
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	if string(got) != want {
		t.Errorf("%s is stale: run `make generate`", path)
	}
}
