package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/theme"
)

func TestPlainPageHasTheOwnersLook(t *testing.T) {
	t.Parallel()
	dark := theme.Of(theme.Choice{Accent: "#10B981", Mode: theme.Dark})
	var out strings.Builder
	require.NoError(t, Plain{Title: "Away", Look: dark}.Write(&out))
	assert.Contains(t, out.String(), "<style>"+dark.Style+"</style>")
	assert.Contains(t, Plain{Look: dark}.CSP(), "style-src "+hash(plainCSS)+" "+hash(dark.Style)+";")
	assert.Contains(t, Plain{}.CSP(), "style-src "+hash(plainCSS)+";")
	out.Reset()
	require.NoError(t, Plain{Title: "Away"}.Write(&out))
	assert.Equal(t, 1, strings.Count(out.String(), "<style>"))
}
