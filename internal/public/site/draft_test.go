package site

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDraftSecretIsNotLogged(t *testing.T) {
	t.Parallel()
	for path, logged := range map[string]string{
		"/draft/secret":       "/draft/",
		"/gu/draft/secret":    "/gu/draft/",
		"/GU/Draft/secret/on": "/gu/draft/",
		"/no-such-page":       "/no-such-page",
	} {
		assert.Equal(t, logged, loggable(path), path)
	}
}
