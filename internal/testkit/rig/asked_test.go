package rig

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestUnknownArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	known := []string{"full", "leads", "upgrade"}
	names, err := Asked([]string{"full", "leads", "leads=2000"}, known)
	require.NoError(t, err)
	assert.Equal(t, []string{"full", "leads"}, names)
	names, err = Asked(nil, known)
	require.NoError(t, err)
	assert.Empty(t, names)
	for _, wrong := range []string{"nosuch", "leads=2k", "leads=", "", "Leads"} {
		_, err := Asked([]string{"leads", wrong}, known)
		assert.Error(t, err, wrong)
	}
}
