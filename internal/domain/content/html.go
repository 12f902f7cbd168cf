package content

import (
	"html"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"

	"parichay/internal/kit/grapheme"
	"parichay/locales"
)

// policy lists every tag and attribute that an article may have. It allows no class, id,
// style, form, frame or script. Links may only lead to a web page, a mail address or a phone
// number.
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
	p.AllowAttrs("alt", "title").OnElements("img") // the library's own pattern drops Hindi and Gujarati
	p.AllowAttrs("width", "height").Matching(bluemonday.Integer).OnElements("img")
	p.AllowAttrs("loading").Matching(regexp.MustCompile(`^lazy$`)).OnElements("img")
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^(`+strings.Join(locales.Codes(), "|")+`)$`)).OnElements("p", "blockquote", "li")
	return p
}()

// Clean removes everything from text that is not allowed in an article.
func Clean(text string) string { return strings.TrimSpace(policy.Sanitize(text)) }

// excerptLetters is the length of an excerpt.
const excerptLetters = 100

var (
	tags   = bluemonday.StrictPolicy()
	breaks = regexp.MustCompile(`(?i)</(p|h[1-6]|li|blockquote|div|figcaption)>|<br */?>`)
	spaces = regexp.MustCompile(`\s+`)
)

// Excerpt returns the first hundred letters of an article as plain text, and three dots.
// A letter is a grapheme cluster, so Gujarati clusters are never cut.
func Excerpt(text string) string {
	head, _ := grapheme.First(Plain(text), excerptLetters)
	return strings.TrimSpace(head) + "..."
}

// Teaser returns the same as Excerpt, but ends after a whole word. A text that fits is
// returned whole, without dots.
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

// Beginning returns the start of an article: enough text to give the same Excerpt and Teaser.
func Beginning(text string) string {
	const letters, paragraph = 2 * excerptLetters, "</p>"
	for n := 3 * letters; n < len(text); n *= 4 { // usually the first paragraphs are enough
		end := strings.LastIndex(text[:n], paragraph)
		if head, cut := grapheme.First(Plain(text[:end+len(paragraph)]), letters); end > 0 && cut {
			return html.EscapeString(head)
		}
	}
	head, _ := grapheme.First(Plain(text), letters)
	return html.EscapeString(head)
}

// Plain returns an article's text without tags.
func Plain(text string) string {
	text = breaks.ReplaceAllString(strings.ToValidUTF8(text, "\uFFFD"), "$0 ") // counting letters needs valid UTF-8
	return strings.TrimSpace(spaces.ReplaceAllString(html.UnescapeString(tags.Sanitize(text)), " "))
}
