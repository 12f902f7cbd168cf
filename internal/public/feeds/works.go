package feeds

import "time"

const schemaOrg = "https://schema.org"

// Work is an article or a case study, as search engines read it.
type Work struct {
	Title, Language, Address, Image string
	Published                       string // as day; empty: not told
	Changed                         time.Time
	Author                          string // of an article; empty: the business
	Description                     string // of a case study
	ByID, By                        string // the business it is from
}

// Article is the work as JSON-LD of an article.
func (w Work) Article() map[string]any {
	data := w.ld("BlogPosting", "publisher")
	data["headline"], data["datePublished"] = w.Title, w.Published
	data["author"] = w.by()
	if w.Author != "" {
		data["author"] = map[string]any{"@type": "Person", "name": w.Author}
	}
	return data
}

// CaseStudy is the work as JSON-LD of a case study.
func (w Work) CaseStudy() map[string]any {
	data := w.ld("CreativeWork", "creator")
	data["name"], data["description"] = w.Title, w.Description
	return data
}

func (w Work) ld(kind, role string) map[string]any {
	return map[string]any{
		"@context": schemaOrg, "@type": kind, "inLanguage": w.Language, "dateModified": w.Changed.Format(time.DateOnly), "image": w.Image,
		role: w.by(), "mainEntityOfPage": w.Address,
	}
}

func (w Work) by() map[string]any {
	return map[string]any{"@type": "Organization", "@id": w.ByID, "name": w.By}
}

// Service is one that a business offers, as JSON-LD.
func (b Business) Service(name, description string) map[string]any {
	return map[string]any{"@context": schemaOrg, "@type": "Service", "name": name, "description": description, "provider": b.Reference()}
}
