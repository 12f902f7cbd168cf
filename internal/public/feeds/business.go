package feeds

import (
	"cmp"
	"strings"
	"time"

	"parichay/internal/domain/field"
	"parichay/internal/domain/hours"
)

// Business describes the owner's business to search engines.
type Business struct {
	ID                    string // a URL that identifies the business; the same on every page
	Type                  string // type in the vocabulary of schema.org, if the business has an address; empty: LocalBusiness
	Name, Description     string
	URL, Image            string
	Phone, Email, Address string
	Links                 []string // its profiles on other sites
	Hours                 *hours.Hours
	Special               []hours.SpecialDay // of the coming year, no two for the same date
}

// LD returns the business as JSON-LD.
func (b Business) LD() map[string]any {
	data := b.Reference()
	data["@context"] = schemaOrg
	add := func(key, value string) {
		if value != "" {
			data[key] = value
		}
	}
	add("description", b.Description)
	add("email", b.Email)
	if len(b.Links) > 0 {
		data["sameAs"] = b.Links
	}
	if b.Address == "" { // only a place has opening hours
		return data
	}
	if b.Hours != nil {
		var specs []any
		for day, spans := range b.Hours.Days {
			for _, span := range spans {
				specs = append(specs, opening(span, map[string]any{"dayOfWeek": "https://schema.org/" + time.Weekday((day+1)%7).String()}))
			}
		}
		data["openingHoursSpecification"] = specs
	}
	var special []any
	for _, day := range b.Special {
		spans := day.Spans
		if len(spans) == 0 {
			spans = []hours.Span{{}} // closed: it opens and closes at midnight
		}
		for _, span := range spans {
			special = append(special, opening(span, map[string]any{"validFrom": day.From, "validThrough": day.Until}))
		}
	}
	if len(special) > 0 {
		data["specialOpeningHoursSpecification"] = special
	}
	return data
}

// Reference returns the JSON-LD that identifies the business, for use in the description of
// what it offers. A business without an address is an Organization.
func (b Business) Reference() map[string]any {
	data := map[string]any{"@type": "Organization", "@id": b.ID, "name": b.Name, "url": b.URL}
	if b.Image != "" {
		data["image"] = b.Image
	}
	phone := field.Dialled(b.Phone)
	if phone != "" {
		data["telephone"] = phone
	}
	if b.Address != "" {
		address := field.ParsePostal(b.Address)
		if address.Country+address.PostalCode+address.Region != "" || strings.HasPrefix(phone, "+91") { // only Indian addresses are recognised
			address.Country = "IN"
		}
		data["@type"], data["address"] = cmp.Or(b.Type, "LocalBusiness"), postal(address)
	}
	return data
}

func postal(p field.Postal) map[string]any {
	data := map[string]any{"@type": "PostalAddress"}
	for key, value := range map[string]string{
		"streetAddress": p.Street, "addressLocality": p.Locality, "addressRegion": p.Region, "postalCode": p.PostalCode, "addressCountry": p.Country,
	} {
		if value != "" {
			data[key] = value
		}
	}
	return data
}

// Step is one page of a breadcrumb trail.
type Step struct{ Name, Address string }

// Crumbs returns the breadcrumb trail from home to a page as JSON-LD.
func Crumbs(steps ...Step) map[string]any {
	items := make([]any, len(steps))
	for i, s := range steps {
		items[i] = map[string]any{"@type": "ListItem", "position": i + 1, "name": s.Name, "item": s.Address}
	}
	return map[string]any{"@context": schemaOrg, "@type": "BreadcrumbList", "itemListElement": items}
}

// opening adds to the days that data names when it is open then.
func opening(span hours.Span, data map[string]any) map[string]any {
	opens, closes := clock(span.Open), clock(span.Close)
	if opens == closes && span.Open != span.Close {
		closes = "23:59" // day and night; twice the same time would mean closed
	}
	data["@type"], data["opens"], data["closes"] = "OpeningHoursSpecification", opens, closes
	return data
}

func clock(minutes int) string {
	return time.Date(0, 1, 1, 0, minutes, 0, 0, time.UTC).Format("15:04")
}
