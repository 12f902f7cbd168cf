package backup

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// Fake returns a complete archive without rows that claims to have the given head.
func Fake(t *testing.T, head Head) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := newWriter(&file, head, nil)
	require.NoError(t, err)
	require.NoError(t, w.close())
	return file.Bytes()
}
