package site

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"parichay/internal/domain/content"
	"parichay/locales"
)

func TestInvalidStoredAddressesAreNotShown(t *testing.T) {
	t.Parallel()
	s := open(t, time.Now)
	for address, shown := range map[string]bool{
		"vbscript:x()": false, "x:javascript:x()": false, "j\na\tvascript:x()": false, "//elsewhere.example/a.png": false,
		"https://pictures.example/a.png": true, "/media/a.png": true,
	} {
		card := s.projectCard(content.Item{ID: "one", Values: content.Values{"title": "One", "imageUrl": address}}, locales.English)
		assert.Equal(t, shown, card.ImageURL == address, address)
		assert.NotEmpty(t, card.ImageURL)
	}
	for address, shown := range map[string]bool{"xurl:x": false, "data:text/html,x": false, "https://surya.in/": true} {
		card := s.projectCard(content.Item{ID: "one", Values: content.Values{"title": "One", "link": address}}, locales.English)
		assert.Equal(t, shown, card.Link == address, address)
	}
	for address, shown := range map[string]bool{
		"vbscript:x()": false, "//elsewhere.example/a.png": false, `/\elsewhere.example/a.png`: false, "https://pictures.example/a.png": false, "/media/a.png": true, "": true,
	} {
		post := s.post(content.Item{ID: "one", Values: content.Values{"title": "One", "content": "<p>One</p>", "cover": address}}, locales.English)
		assert.Equal(t, shown, post.Cover == address, address)
	}
}
