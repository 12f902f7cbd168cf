package site

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/content"
	"parichay/locales"
)

func TestAPictureThatTheServerWouldRefuseIsNotShownHoweverItWasStored(t *testing.T) {
	t.Parallel()
	for address, shown := range map[string]bool{
		"vbscript:x()": false, "x:javascript:x()": false, "j\na\tvascript:x()": false, "//elsewhere.example/a.png": false,
		"https://pictures.example/a.png": true, "/media/a.png": true,
	} {
		card := projectCard(content.Item{ID: "one", Values: content.Values{"title": "One", "imageUrl": address}}, locales.English, "#DAA520")
		assert.Equal(t, shown, card.ImageURL == address, address)
		assert.NotEmpty(t, card.ImageURL)
	}
}
