package content

import (
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"strings"
	"time"

	"parichay/locales"
)

// starter is the content a new site begins with, written for this product. It is
// stored once, at installation; what the owner then edits or deletes is never
// brought back.
//
//go:embed starter/*.json starter/posts/*.json
var starter embed.FS

// StarterServices returns the four services.
func StarterServices() ([]Service, error) {
	var rows []struct {
		ID, Icon   string
		En, Hi, Gu ServiceText
	}
	if err := read("services.json", &rows); err != nil {
		return nil, err
	}
	var all []Service
	for _, r := range rows {
		all = append(all, Service{ID: r.ID, Icon: r.Icon, ServiceText: r.En, Translations: map[locales.Lang]ServiceText{locales.Hindi: r.Hi, locales.Gujarati: r.Gu}})
	}
	return all, nil
}

// study is a case study in parts; stored, it is one text that the owner can edit.
type study struct {
	ProjectText
	Problem string
	Done    []string
	Figures []struct{ Label, Value string }
}

func (s study) text(lang locales.Lang) ProjectText {
	var b strings.Builder
	heading := func(key string) { b.WriteString("<h3>" + html.EscapeString(locales.Text(lang, key)) + "</h3>\n") }
	heading("portfolio.problem")
	b.WriteString("<p>" + html.EscapeString(s.Problem) + "</p>\n")
	heading("portfolio.done")
	b.WriteString("<ul>\n")
	for _, line := range s.Done {
		b.WriteString("<li>" + html.EscapeString(line) + "</li>\n")
	}
	b.WriteString("</ul>\n")
	heading("portfolio.figures")
	b.WriteString("<ul>\n")
	for _, f := range s.Figures {
		b.WriteString("<li><strong>" + html.EscapeString(f.Value) + "</strong> " + html.EscapeString(f.Label) + "</li>\n")
	}
	b.WriteString("</ul>\n")
	if s.CaseStudy != "" {
		b.WriteString("<p>" + html.EscapeString(s.CaseStudy) + "</p>\n")
	}
	text := s.ProjectText
	text.CaseStudy = Clean(b.String())
	return text
}

// StarterPortfolio returns the four case studies.
func StarterPortfolio() ([]Project, error) {
	var rows []struct {
		ID, Date   string
		En, Hi, Gu study
	}
	if err := read("portfolio.json", &rows); err != nil {
		return nil, err
	}
	var all []Project
	for _, r := range rows {
		day, err := time.Parse(time.DateOnly, r.Date)
		if err != nil {
			return nil, err
		}
		all = append(all, Project{
			ID: r.ID, ImageURL: "/placeholder.svg", Date: day, ProjectText: r.En.text(locales.English),
			Translations: map[locales.Lang]ProjectText{locales.Hindi: r.Hi.text(locales.Hindi), locales.Gujarati: r.Gu.text(locales.Gujarati)},
		})
	}
	return all, nil
}

// StarterPosts returns the ten articles, newest first.
func StarterPosts() ([]Post, error) {
	names, err := fs.Glob(starter, "starter/posts/*.json")
	if err != nil {
		return nil, err
	}
	var all []Post
	for _, name := range names {
		var r struct {
			ID, Date, Author string
			En               PostText
			Hi, Gu           *PostText
		}
		if err := read(strings.TrimPrefix(name, "starter/"), &r); err != nil {
			return nil, err
		}
		day, err := time.Parse(time.DateOnly, r.Date)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		post := Post{ID: r.ID, Date: day, Author: r.Author, PostText: clean(r.En), Translations: map[locales.Lang]PostText{}}
		for lang, text := range map[locales.Lang]*PostText{locales.Hindi: r.Hi, locales.Gujarati: r.Gu} {
			if text != nil {
				post.Translations[lang] = clean(*text)
			}
		}
		all = append(all, post)
	}
	return all, nil
}

func clean(text PostText) PostText {
	text.Content = Clean(text.Content)
	return text
}

func read(name string, into any) error {
	raw, err := starter.ReadFile("starter/" + name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
