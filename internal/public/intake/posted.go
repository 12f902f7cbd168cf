package intake

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strings"

	"parichay/internal/domain/lead"
	"parichay/locales"
)

// SourceField is the hidden field that carries the traffic source in a form without script.
const SourceField = "source"

// Posted converts a form that was posted without script into a Submission. The idempotency key
// is derived from the token, which belongs to this one form, so that the same form posted
// twice is one message. Without a token, every post is a separate message.
func Posted(kind lead.Kind, page string, lang locales.Lang, typed url.Values) Submission {
	token := typed.Get(TokenField)
	key := rand.Text()
	if token != "" {
		sum := sha256.Sum256([]byte(token)) // the token may be anything
		key = base64.RawURLEncoding.EncodeToString(sum[:])
	}
	return Submission{
		Key: "form " + key, Trap: typed.Get("homepage"), Token: token, Scriptless: true,
		Lead: lead.Lead{
			Kind: kind, Name: typed.Get("name"), Email: typed.Get("email"), Phone: typed.Get("phone"), Company: typed.Get("company"),
			Message: typed.Get("message"), Services: typed["services"], Details: details(typed), Language: lang, Page: page,
			Source: typed.Get(SourceField), Consent: typed.Get("consent"),
		},
	}
}

// details returns the posted answers to the form's questions.
func details(typed url.Values) (all []lead.Detail) {
	for name := range typed {
		if label, ok := strings.CutPrefix(name, lead.DetailField); ok {
			all = append(all, lead.Detail{Label: label, Value: typed.Get(name)})
		}
	}
	return all
}
