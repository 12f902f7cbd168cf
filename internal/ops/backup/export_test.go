package backup

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// Fake is a whole archive that says of itself what a newer program's would.
func Fake(t *testing.T, head Head) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := newWriter(&file, head, nil)
	require.NoError(t, err)
	require.NoError(t, w.close())
	return file.Bytes()
}
