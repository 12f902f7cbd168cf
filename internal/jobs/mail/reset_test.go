package mail

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/locales"
)

func TestResetMailInAllLanguages(t *testing.T) {
	t.Parallel()
	for _, lang := range locales.All {
		m := Reset(lang, "Loom Weavers", "https://shop.example", "https://shop.example/admin/reset#TOKEN")
		text := "From: " + m.From + "\nSubject: " + m.Subject + "\n\n" + m.Text
		path := filepath.Join("testdata", "reset."+string(lang)+".txt")
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(want), text)
	}
}
