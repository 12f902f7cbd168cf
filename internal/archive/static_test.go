package archive

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNoTwoAddressesHaveOneFileInAStaticCopy(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, at := range []string{"/", "/gu", "/blog", "/blog?shown=8", "/blog/shown-8", "/blog?page=2", "/blog/page-2", "/portfolio?page=2", "/feed.xml"} {
		name := fileOf(at)
		assert.Empty(t, files[name], "%s and %s are %s", at, files[name], name)
		files[name] = at
	}
}
