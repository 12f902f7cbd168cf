package operate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVerdictReportsMissingPreviousRelease(t *testing.T) {
	t.Chdir(t.TempDir()) // no repository at all
	_, name, remove, err := previousRelease(t.Context())
	remove()
	require.NoError(t, err)
	assert.Contains(t, name, "is not in this clone")
}
