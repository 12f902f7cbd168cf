package hostile

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the generated file instead of comparing it")

// least is the minimum number of payloads.
const least = 1200

func TestPayloadsAreUniqueAndContainACanary(t *testing.T) {
	t.Parallel()
	all := Scripts()
	assert.GreaterOrEqual(t, len(all), least)
	seen, kinds := map[string]bool{}, map[string]int{}
	for _, script := range all {
		assert.False(t, seen[script.Text], "duplicate: %q", script.Text)
		assert.True(t, utf8.ValidString(script.Text), "%q", script.Text)
		assert.NotContains(t, script.Text, "§")
		seen[script.Text] = true
		kinds[script.Kind]++
		assert.True(t, strings.Contains(script.Text, Canary) || strings.Contains(script.Text, CanaryHost), "%q contains no canary", script.Text)
	}
	t.Logf("%d payloads of %d kinds: %v", len(all), len(kinds), kinds)
}

// TestGeneratedScriptsAreCurrent checks the file that the browser tests read.
func TestGeneratedScriptsAreCurrent(t *testing.T) {
	t.Parallel()
	var want bytes.Buffer
	want.WriteString("[\n")
	for i, script := range Scripts() {
		if i > 0 {
			want.WriteString(",\n")
		}
		var line bytes.Buffer
		encoder := json.NewEncoder(&line)
		encoder.SetEscapeHTML(false)
		require.NoError(t, encoder.Encode(script))
		want.WriteString("  ")
		want.Write(bytes.TrimSpace(line.Bytes()))
	}
	want.WriteString("\n]\n")
	const path = "scripts.gen.json"
	if *update {
		require.NoError(t, os.WriteFile(path, want.Bytes(), 0o600))
		return
	}
	have, err := os.ReadFile(path)
	require.NoError(t, err, "run make generate")
	assert.True(t, bytes.Equal(want.Bytes(), have), "%s is not current: run make generate", path)
}
