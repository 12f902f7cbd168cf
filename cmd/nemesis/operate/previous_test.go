package operate

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOnlyAShallowCloneGoesOnWithoutThePreviousRelease(t *testing.T) {
	whole, shallow := t.TempDir(), t.TempDir()
	git := func(args ...string) {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=drill", "-c", "user.email=drill@example.invalid", "-c", "commit.gpgsign=false"}, args...)...).CombinedOutput()
		require.NoError(t, err, string(out))
	}
	git("init", "--quiet", whole)
	for _, message := range []string{"one", "two"} {
		git("-C", whole, "commit", "--quiet", "--allow-empty", "-m", message)
	}
	git("clone", "--quiet", "--depth", "1", "file://"+whole, shallow)

	t.Chdir(whole)
	_, _, remove, err := previousRelease(t.Context())
	remove()
	require.ErrorContains(t, err, "no such commit")

	t.Chdir(shallow)
	_, name, remove, err := previousRelease(t.Context())
	remove()
	require.NoError(t, err)
	assert.Contains(t, name, "shallow clone")
}
