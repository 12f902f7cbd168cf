package apitest

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
)

// NewItems holds valid values for each list, and the public page that shows them.
var NewItems = map[string]struct {
	Values map[string]any
	Page   string
}{
	"posts":     {map[string]any{"title": "ગુજરાતી વેપાર", "content": "<p>Body</p>", "author": "Admin", "date": "2025-04-01"}, "/blog"},
	"portfolio": {map[string]any{"title": "Sweet shop", "description": "Sold out by noon", "category": "Local", "date": "2025-04"}, "/portfolio"},
	"services":  {map[string]any{"title": "Menu cards", "description": "Printed and online", "icon": "Globe", "features": []string{" one ", "", "two"}}, "/services"},
}

// Item sends a request about an item of a list, which must succeed, and returns the item.
func (s *Site) Item(t *testing.T, method, path string, body any, pairs ...string) content.Item {
	t.Helper()
	a := s.Call(method, "/api/v1/"+path, body, pairs...)
	require.Less(t, a.StatusCode, 300, "%s %s: %s", method, path, a.Raw)
	var item content.Item
	a.Into(t, &item)
	return item
}

// Upload uploads a picture to a folder.
func (s *Site) Upload(folder, contentType string, body []byte) Answer {
	s.T.Helper()
	return s.Call(http.MethodPost, "/api/v1/media?folder="+folder, body, "Content-Type", contentType)
}

// PublicPaths are the paths of the pages that every site has.
var PublicPaths = []string{"/", "/services", "/portfolio", "/blog", "/download", "/privacy"}

// InEnglishOnly removes the translations of a sample article.
const InEnglishOnly = `UPDATE posts SET translations = '{}' WHERE id = 'reviews-and-replies'`

// Meta returns what the first group of a pattern matches in a page.
func Meta(t *testing.T, html, pattern string) string {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(html)
	require.NotNil(t, found, pattern)
	return strings.ReplaceAll(found[1], "&amp;", "&")
}
