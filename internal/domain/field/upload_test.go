package field

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Fails if Uploads lists only paths below MediaPrefix. A picture field must not show any other
// path of the site.
func TestUploadsListsAllSitePathsExceptBuiltInPictures(t *testing.T) {
	t.Parallel()
	for value, want := range map[string][]string{
		"":                                nil,
		"/media/public/posts/a-9x7.jpg":   {"public/posts/a-9x7.jpg"},
		"/media/public/posts/a-9x7-3.jpg": {"public/posts/a-9x7.jpg"},
		"/nothing-here.png":               {"/nothing-here.png"},
		"/admin":                          {"/admin"},
		"/profile.svg":                    nil,
		"/profile.jpg":                    nil,
		"/placeholder.svg":                nil,
		"https://pics.example/a.jpg":      nil,
	} {
		assert.Equal(t, want, Image.Uploads(value), value)
	}
}
