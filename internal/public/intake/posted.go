package intake

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"parichay/internal/domain/field"
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
			Message: typed.Get("message"), Services: typed["services"], Details: details(typed), Basket: Basket(typed), Language: lang, Page: page,
			Source: typed.Get(SourceField), Consent: typed.Get("consent"),
		},
	}
}

// Basket returns the posted lines of a basket. A quantity of 0 takes a line out; one that is not a
// number is refused later. A line without the state that the visitor saw is as it is now.
func Basket(typed url.Values) (all []lead.Chosen) {
	ids := typed[lead.ItemField]
	for i, id := range ids {
		number := strings.TrimSpace(field.LatinDigits(typed.Get(lead.QuantityField + id)))
		if !typed.Has(lead.QuantityField + id) {
			number = "1"
		}
		quantity, err := strconv.Atoi(number)
		if number == "" || err == nil && quantity == 0 || slices.Contains(ids[:i], id) {
			continue
		}
		if err != nil {
			quantity = -1
		}
		seen, err := strconv.ParseInt(typed.Get(lead.SeenField+id), 10, 64)
		if err != nil {
			seen = lead.Now
		}
		if all = append(all, lead.Chosen{ID: id, Seen: seen, Quantity: quantity}); len(all) > lead.MaxChoices {
			break
		}
	}
	return all
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
