package intake

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/url"

	"parichay/internal/domain/lead"
	"parichay/locales"
)

// SourceField is the hidden field of a form without script that says what led the
// visitor here.
const SourceField = "source"

// Posted reads a form that was posted to a page without script. Its token makes its
// key, too: it was made for this one form, so that the same form posted twice is one
// message. Without a token nothing tells two forms apart, and each is a message.
func Posted(kind lead.Kind, page string, lang locales.Lang, typed url.Values) Submission {
	token := typed.Get(TokenField)
	key := rand.Text()
	if token != "" {
		sum := sha256.Sum256([]byte(token)) // whatever came as token
		key = base64.RawURLEncoding.EncodeToString(sum[:])
	}
	return Submission{
		Key: "form " + key, Trap: typed.Get("homepage"), Token: token, Scriptless: true,
		Lead: lead.Lead{
			Kind: kind, Name: typed.Get("name"), Email: typed.Get("email"), Phone: typed.Get("phone"), Company: typed.Get("company"),
			Message: typed.Get("message"), Services: typed["services"], Language: lang, Page: page,
			Source: typed.Get(SourceField), Consent: typed.Get("consent"),
		},
	}
}
