package content

import (
	"html"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"

	"parichay/internal/kit/grapheme"
)

// policy is every tag and attribute an article may have. There is no class, id,
// style, form, frame or script in it, and a link opens nothing but the web, a
// mail or a call.
var policy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "h2", "h3", "ul", "ol", "li", "blockquote", "strong", "em", "u", "s", "code", "pre", "hr", "figure", "figcaption")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnFullyQualifiedLinks(false)
	p.RequireNoReferrerOnFullyQualifiedLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	p.AllowAttrs("src").OnElements("img")
	p.AllowAttrs("alt", "title").OnElements("img") // the library's own pattern for these drops Hindi and Gujarati
	p.AllowAttrs("width", "height").Matching(bluemonday.Integer).OnElements("img")
	p.AllowAttrs("loading").Matching(regexp.MustCompile(`^lazy$`)).OnElements("img")
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^(en|hi|gu)$`)).OnElements("p", "blockquote", "li")
	return p
}()

// Clean removes everything from text that is not allowed in an article.
func Clean(text string) string { return strings.TrimSpace(policy.Sanitize(text)) }

// excerptLetters is how much of an article a card shows.
const excerptLetters = 100

var (
	tags   = bluemonday.StrictPolicy()
	breaks = regexp.MustCompile(`(?i)</(p|h[1-6]|li|blockquote|div|figcaption)>|<br */?>`)
	spaces = regexp.MustCompile(`\s+`)
)

// Excerpt is the beginning of an article as plain text: its first hundred
// letters and three dots. Letters are what a reader sees, so a Gujarati cluster
// is never cut.
func Excerpt(text string) string {
	head, _ := grapheme.First(Plain(text), excerptLetters)
	return strings.TrimSpace(head) + "..."
}

// Teaser is Excerpt cut back to its last whole word: what people are shown of it. What
// fits is whole, and says so by having no dots.
func Teaser(text string) string {
	plain := Plain(text)
	head, cut := grapheme.First(plain, excerptLetters)
	if space := strings.LastIndexByte(head, ' '); cut && space > 0 && plain[len(head)] != ' ' {
		head = head[:space]
	}
	if !cut {
		return head
	}
	return strings.TrimRight(head, ` ,;:–—-("“‘`) + "..."
}

// Beginning is an article of which Excerpt makes the same, and no longer than that
// takes.
func Beginning(text string) string {
	const letters, paragraph = 2 * excerptLetters, "</p>"
	for n := 3 * letters; n < len(text); n *= 4 { // mostly the first paragraphs have all of it
		end := strings.LastIndex(text[:n], paragraph)
		if head, cut := grapheme.First(Plain(text[:end+len(paragraph)]), letters); end > 0 && cut {
			return html.EscapeString(head)
		}
	}
	head, _ := grapheme.First(Plain(text), letters)
	return html.EscapeString(head)
}

// Plain is an article without its tags.
func Plain(text string) string {
	text = breaks.ReplaceAllString(strings.ToValidUTF8(text, "\uFFFD"), "$0 ") // letters are counted, and half of one is none
	return strings.TrimSpace(spaces.ReplaceAllString(html.UnescapeString(tags.Sanitize(text)), " "))
}
