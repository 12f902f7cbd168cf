package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// secret stands in every wrong value, so that a message that repeats one is found.
const secret = "hunter2"

// wrongs are values each setting refuses.
var wrongs = map[string][]string{
	"PARICHAY_DATABASE_URL":    {"postgres://u:" + secret + "@host:port/db", secret, "postgres://u:p@host/db?pool_max_conns=" + secret},
	"PARICHAY_LISTEN":          {secret, "127.0.0.1:" + secret, secret + ":65536"},
	"PARICHAY_METRICS_LISTEN":  {secret, "127.0.0.1:" + secret, secret + ":65536"},
	"PARICHAY_BASE_URL":        {"ftp://" + secret, "https://u:" + secret + "@host", "https://host/" + secret, "https://host?" + secret, "https://host#" + secret, "https://", "http://" + secret + ":port"},
	"PARICHAY_MEDIA":           {secret, "file:", "s3://bucket?secret=" + secret, "s3://u:" + secret + "@bucket", "s3://bucket?endpoint=ftp://" + secret},
	"PARICHAY_SMTP_URL":        {secret, "http://u:" + secret + "@host", "smtp://u:" + secret + "@host:99999", "smtp://u:" + secret + "@host:port", "smtp://host?from=" + secret},
	"PARICHAY_CACHE_MIB":       {secret, "-1", "0", "1.5"},
	"PARICHAY_PURGE_URL":       {secret, "ftp://u:" + secret + "@host", "http://", "http://u:" + secret + "@host:port"},
	"PARICHAY_TRUSTED_PROXIES": {secret, "127.0.0.1/32," + secret, "127.0.0.1"},
}

// settings are an environment in which the program starts.
func settings(pairs ...string) map[string]string {
	all := map[string]string{"PARICHAY_DATABASE_URL": "postgres://u:p@host/db"}
	for i := 0; i < len(pairs); i += 2 {
		all[pairs[i]] = pairs[i+1]
	}
	return all
}

func from(environment map[string]string) func(string) string {
	return func(name string) string { return environment[name] }
}

func TestEverySettingIsNamedWhenItIsWrongAndItsValueIsNotRepeated(t *testing.T) {
	t.Parallel()
	for name, values := range wrongs {
		for _, value := range values {
			_, err := readConfig(from(settings(name, value)))
			require.Error(t, err, "%s=%s", name, value)
			assert.Contains(t, err.Error(), name, value)
			assert.NotContains(t, err.Error(), secret, name)
			assert.NotContains(t, err.Error(), "\n", "%s=%s is one fault", name, value)
		}
	}
}

func TestNoSettingIsWithoutAWrongValueInTheseTests(t *testing.T) {
	t.Parallel()
	_, err := readConfig(func(name string) string {
		if wrongs[strings.TrimSuffix(name, "_FILE")] == nil {
			t.Errorf("no test gives %s a wrong value", name)
		}
		return settings("PARICHAY_SMTP_URL", "smtp://host")[name]
	})
	require.NoError(t, err)
}

func TestAllWrongSettingsAreToldAtOnce(t *testing.T) {
	t.Parallel()
	for i := range 7 {
		all := map[string]string{}
		for name, values := range wrongs {
			all[name] = values[i%len(values)]
		}
		_, err := readConfig(from(all))
		require.Error(t, err)
		for name := range wrongs {
			assert.Contains(t, err.Error(), name)
		}
		assert.NotContains(t, err.Error(), secret)
	}
}

func TestADatabaseIsRequiredAndTheRestHasDefaults(t *testing.T) {
	t.Parallel()
	_, err := readConfig(from(nil))
	require.ErrorContains(t, err, "PARICHAY_DATABASE_URL is required")
	assert.NotContains(t, err.Error(), "\n")
	c, err := readConfig(from(settings()))
	require.NoError(t, err)
	assert.Equal(t, "127.0.0.1:8080", c.listen)
	assert.Equal(t, "http://localhost:8080", c.baseURL.String())
	assert.Empty(t, c.metricsListen)
	assert.Empty(t, c.trustedProxies)
	assert.Nil(t, c.mail)
}

func TestSettingsAreReadAsTheyStand(t *testing.T) {
	t.Parallel()
	c, err := readConfig(from(settings("PARICHAY_LISTEN", ":80", "PARICHAY_METRICS_LISTEN", "[::1]:9090", "PARICHAY_BASE_URL", "https://shop.example/",
		"PARICHAY_SMTP_URL", "smtps://u:p@host", "PARICHAY_TRUSTED_PROXIES", "127.0.0.1/32, 10.0.0.0/8")))
	require.NoError(t, err)
	assert.Equal(t, ":80", c.listen)
	assert.Equal(t, "[::1]:9090", c.metricsListen)
	assert.Equal(t, "shop.example", c.baseURL.Host)
	assert.Equal(t, []string{"127.0.0.1/32", "10.0.0.0/8"}, c.trustedProxies)
	assert.NotNil(t, c.mail)
}

func TestASettingMayStandInAFileAndItsOwnNameWins(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "url")
	require.NoError(t, os.WriteFile(file, []byte(" postgres://u:p@from-file/db\n"), 0o600))
	c, err := readConfig(from(map[string]string{"PARICHAY_DATABASE_URL_FILE": file}))
	require.NoError(t, err)
	assert.Equal(t, "postgres://u:p@from-file/db", c.databaseURL)
	c, err = readConfig(from(settings("PARICHAY_DATABASE_URL_FILE", file)))
	require.NoError(t, err)
	assert.Equal(t, "postgres://u:p@host/db", c.databaseURL)
}

func TestAFileThatCannotBeReadIsNamedForEverySetting(t *testing.T) {
	t.Parallel()
	for name := range wrongs {
		environment := settings(name+"_FILE", filepath.Join(t.TempDir(), secret))
		delete(environment, name)
		_, err := readConfig(from(environment))
		require.Error(t, err, name)
		assert.Contains(t, err.Error(), name+"_FILE cannot be read")
		assert.NotContains(t, err.Error(), secret, name)
	}
}
