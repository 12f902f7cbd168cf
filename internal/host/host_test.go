package host

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/settings"
)

func TestNamesAreThoseOfUsersDatabasesAndUnits(t *testing.T) {
	t.Parallel()
	for name, good := range map[string]bool{
		"surya": true, "s": true, "shop7": true, "surya-textiles": true, strings.Repeat("a", 22): true,
		"": false, "Surya": false, "7shop": false, "-x": false, "x-": false, "a b": false, "a/b": false, "..": false, "સૂર્ય": false, "a;b": false, strings.Repeat("a", 23): false,
	} {
		_, err := Named(name)
		assert.Equal(t, good, err == nil, name)
	}
}

func TestAnAddressIsADomainOrAWholeOne(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"surya.in": "https://surya.in", "WWW.Surya.in": "https://www.surya.in", "http://192.168.1.5:8080": "http://192.168.1.5:8080", "https://surya.in/": "https://surya.in",
		"surya": "", "surya..in": "", "-surya.in": "", "ftp://surya.in": "", "https://surya.in/shop": "", "https://me:secret@surya.in": "", "surya.in; rm": "",
	} {
		got, err := address(typed)
		assert.Equal(t, want, got, typed)
		assert.Equal(t, want == "", err != nil, typed)
	}
}

func TestTheSettingsOfANewSiteAreUnderstood(t *testing.T) {
	t.Parallel()
	text, err := newSettings(Site{"surya"}, "https://surya.in", 8083)
	require.NoError(t, err)
	lines := parse(strings.NewReader(text))
	c, err := settings.Read(lines)
	require.NoError(t, err)
	assert.Equal(t, "127.0.0.1:8083", c.Listen)
	assert.Equal(t, "https://surya.in", c.BaseURL.String())
	assert.Equal(t, "/var/lib/parichay/surya/media", c.Media.Folder())
	assert.Contains(t, c.DatabaseURL, "parichay-surya")
}

func TestSettingsAreReadAsSystemdReadsThem(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"A=b c", "C=$HOME `x`"}, parse(strings.NewReader("# A=x\n; B=y\n\n A=b c \nC=$HOME `x`\nnothing\n=x\n")))
}
