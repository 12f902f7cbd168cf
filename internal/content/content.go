// Package content is what the business has to tell: articles, case studies and
// services, each in up to three languages. It knows what may be written and how
// it reads; it stores nothing.
package content

import (
	"time"

	"parichay/locales"
)

// PostText is what of an article differs by language.
type PostText struct {
	Title      string   `json:"title"`
	Categories []string `json:"categories"`
	Content    string   `json:"content"` // HTML of the allowed kind, see Clean
}

// Post is an article.
type Post struct {
	ID     string
	Date   time.Time
	Author string
	PostText
	Translations map[locales.Lang]PostText
}

// In returns the article's text for readers of lang, and the language it is
// really in: an article without a translation is read in English.
func (p Post) In(lang locales.Lang) (PostText, locales.Lang) {
	if text, ok := p.Translations[lang]; ok && text.Title != "" && text.Content != "" {
		if len(text.Categories) == 0 {
			text.Categories = p.Categories
		}
		return text, lang
	}
	return p.PostText, locales.English
}

// ProjectText is what of a case study differs by language.
type ProjectText struct {
	Title       string   `json:"title"`
	Client      string   `json:"client"`
	Description string   `json:"description"`
	Category    string   `json:"category"`
	Tags        []string `json:"tags"`
	CaseStudy   string   `json:"caseStudy"` // HTML of the allowed kind, see Clean
}

// Project is one piece of work the business shows.
type Project struct {
	ID       string
	ImageURL string
	Date     time.Time // the first of its month
	Link     string
	ProjectText
	Translations map[locales.Lang]ProjectText
}

// In returns the project's text for readers of lang, field by field.
func (p Project) In(lang locales.Lang) ProjectText {
	text := p.ProjectText
	other := p.Translations[lang]
	override(&text.Title, other.Title)
	override(&text.Client, other.Client)
	override(&text.Description, other.Description)
	override(&text.Category, other.Category)
	override(&text.CaseStudy, other.CaseStudy)
	if len(other.Tags) > 0 {
		text.Tags = other.Tags
	}
	return text
}

// ServiceText is what of a service differs by language.
type ServiceText struct {
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Features    []string `json:"features"`
}

// Service is something the business offers.
type Service struct {
	ID   string
	Icon string // name of an icon, case-sensitive
	ServiceText
	Translations map[locales.Lang]ServiceText
}

// In returns the service's text for readers of lang, field by field.
func (s Service) In(lang locales.Lang) ServiceText {
	text := s.ServiceText
	other := s.Translations[lang]
	override(&text.Title, other.Title)
	override(&text.Description, other.Description)
	if len(other.Features) > 0 {
		text.Features = other.Features
	}
	return text
}

func override(text *string, other string) {
	if other != "" {
		*text = other
	}
}
