package feeds

import "time"

const schemaOrg = "https://schema.org"

// Work describes an article or a case study to search engines.
type Work struct {
	Title, Language, Address, Image string
	Published                       string // a date; empty if unknown
	Changed                         time.Time
	Author                          string // of an article; empty means the business
	Description                     string // of a case study
	ByID, By                        string // ID and name of the business
}

// Article returns the work as the JSON-LD of an article.
func (w Work) Article() map[string]any {
	data := w.ld("BlogPosting", "publisher")
	data["headline"], data["datePublished"] = w.Title, w.Published
	data["author"] = w.by()
	if w.Author != "" {
		data["author"] = map[string]any{"@type": "Person", "name": w.Author}
	}
	return data
}

// CaseStudy returns the work as the JSON-LD of a case study.
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
