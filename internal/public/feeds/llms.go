package feeds

import "strings"

// Summary describes the site to language models.
type Summary struct {
	Name, Description string
	Facts             []string // one line each
	Sections          []Section
}

// Section is a list of links.
type Section struct {
	Title string
	Links []Link
}

// Link is a page and what it is about.
type Link struct{ Title, Address, About string }

// Text returns the summary in the format of llms.txt: Markdown with a title, a quoted
// description and lists of links.
func (s Summary) Text() []byte {
	var b strings.Builder
	b.WriteString("# " + plainLine(s.Name) + "\n")
	if s.Description != "" {
		b.WriteString("\n> " + plainLine(s.Description) + "\n")
	}
	lines := func(all []string) {
		if len(all) > 0 {
			b.WriteString("\n")
		}
		for _, line := range all {
			b.WriteString("- " + line + "\n")
		}
	}
	var facts []string
	for _, fact := range s.Facts {
		if fact != "" {
			facts = append(facts, plainLine(fact))
		}
	}
	lines(facts)
	for _, section := range s.Sections {
		if len(section.Links) == 0 {
			continue
		}
		b.WriteString("\n## " + plainLine(section.Title) + "\n")
		var links []string
		for _, l := range section.Links {
			link := "[" + strings.NewReplacer("[", "(", "]", ")").Replace(plainLine(l.Title)) + "](" + l.Address + ")"
			if l.About != "" {
				link += ": " + plainLine(l.About)
			}
			links = append(links, link)
		}
		lines(links)
	}
	return []byte(b.String())
}

// plainLine joins a text into one line, so that what the owner wrote cannot add lines of
// Markdown.
func plainLine(text string) string { return strings.Join(strings.Fields(text), " ") }
