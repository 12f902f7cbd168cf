package content_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/domain/content"
)

func TestM9SlugIsReadableInThreeLanguages(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Get found on Google Maps": "get-found-on-google-maps",
		"50% off? Don’t do it.":    "50-off-dont-do-it",
		"Café, naïve & Co":         "cafe-naive-co",
		"ડિજિટલ માર્કેટિંગ સેવાઓ":  "dijital-marketing-sevao",
		"डिजिटल मार्केटिंग सेवाएँ": "dijital-marketing-sevaen",
		"ગુજરાતી":        "gujrati",
		"घर बैठे ग्राहक": "ghar-baithe-grahak",
		"नमस्ते":         "namaste",
		"વેપાર ૨૦૨૫":     "vepar-2025",
		"व":              "va",
		"पत्र":           "patra",
		"日本":             "",
		"!!!":            "",
		"A very long title that goes on and on and on until nobody would want to read it any more, really": "a-very-long-title-that-goes-on-and-on-and-on-until-nobody-would-want-to-read-it",
	} {
		assert.Equal(t, want, content.Slug(title), title)
	}
}
