package content

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/field"
	"parichay/internal/domain/trade"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/grapheme"
	"parichay/locales"
)

func TestStarterIsValid(t *testing.T) {
	t.Parallel()
	for _, c := range []*Collection{Posts, Portfolio, Services} {
		items, err := c.Starter()
		require.NoError(t, err)
		for _, item := range items {
			_, err := c.Patch(Item{}, Changes{Values: item.Values, Translations: item.Translations})
			assert.NoError(t, err, "%s %s", c.Name, item.ID)
		}
	}
}

func TestEveryCollectionHasOrderAndTitle(t *testing.T) {
	t.Parallel()
	for i := range Collections {
		c := &Collections[i]
		assert.NotEqual(t, c.Ordered, c.Scheduled != "", "%s: must be sorted by the owner or by a day", c.Name)
		assert.NotPanics(t, func() { c.Field(c.Title) }, "%s: Title must name a field", c.Name)
		if c.Scheduled != "" {
			assert.NotEmpty(t, c.Field(c.Scheduled).Layout(), "%s: Scheduled must name a day", c.Name)
		}
	}
}

func TestB4StarterHasTenLongArticles(t *testing.T) {
	t.Parallel()
	posts, err := Posts.Starter()
	require.NoError(t, err)
	require.Len(t, posts, 10)
	assert.Equal(t, "2025-03", posts[0].Values.Day("date").Format("2006-01"))
	tags := regexp.MustCompile(`<[^>]+>`)
	for i, p := range posts {
		if i > 0 {
			assert.True(t, p.Values.Day("date").Before(posts[i-1].Values.Day("date")), "%s must be in order", p.ID)
		}
		titles := map[string]bool{}
		for _, lang := range locales.All {
			texts, written := Posts.In(p, lang)
			assert.Equal(t, lang, written, "%s must be translated", p.ID)
			text := texts.Text("content")
			assert.GreaterOrEqual(t, len(strings.Fields(Plain(text))), 400, "%s in %s", p.ID, lang)
			assert.Equal(t, text, Clean(text), "%s in %s uses markup that is not allowed", p.ID, lang)
			assert.Equal(t, tags.FindAllString(p.Values.Text("content"), -1), tags.FindAllString(text, -1), "%s in %s must have the same structure and links as English", p.ID, lang)
			titles[texts.Text("title")] = true
		}
		assert.Len(t, titles, len(locales.All), p.ID)
	}
}

func TestSV1StarterHasFourServices(t *testing.T) {
	t.Parallel()
	services, err := Services.Starter()
	require.NoError(t, err)
	var titles []string
	for _, s := range services {
		titles = append(titles, Services.TitleOf(s))
		for _, lang := range locales.All {
			text, _ := Services.In(s, lang)
			assert.Len(t, text.List("features"), 4, "%s in %s", s.ID, lang)
		}
	}
	assert.Equal(t, []string{"Social Media Management", "Search Engine Optimization", "Content Marketing", "Paid Advertising"}, titles)
}

func TestP1StarterHasFourCaseStudies(t *testing.T) {
	t.Parallel()
	projects, err := Portfolio.Starter()
	require.NoError(t, err)
	require.Len(t, projects, 4)
	for _, p := range projects {
		assert.False(t, p.Values.Day("date").IsZero())
		for _, lang := range locales.All {
			text, _ := Portfolio.In(p, lang)
			assert.NotEmpty(t, text.Text("client"))
			assert.NotEmpty(t, text.List("tags"))
			assert.Equal(t, 3, strings.Count(text.Text("caseStudy"), "<h3>"), "%s in %s: must have problem, work and figures", p.ID, lang)
			assert.Contains(t, text.Text("caseStudy"), "<strong>")
		}
	}
}

func TestExcerptIsAHundredLettersWithoutTags(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "One & two...", Excerpt("<p>One &amp; two</p>"))
	assert.Equal(t, "One Two...", Excerpt("<h2>One</h2><p>Two</p>"))
	assert.Equal(t, strings.Repeat("a", 100)+"...", Excerpt("<p>"+strings.Repeat("a", 150)))
	for text, want := range map[string]string{
		"<p>One &amp; two</p>":              "One & two",
		"<p>One, two;</p>":                  "One, two;",
		"":                                  "",
		"<p>" + strings.Repeat("word ", 30): strings.TrimSpace(strings.Repeat("word ", 20)) + "...",
		"<p>" + strings.Repeat("four ", 19) + "fourteen more": strings.TrimSpace(strings.Repeat("four ", 19)) + "...",
		"<p>" + strings.Repeat("four ", 19) + "five, more":    strings.Repeat("four ", 19) + "five...",
		"<p>" + strings.Repeat("four ", 19) + "“cut”":         strings.TrimSpace(strings.Repeat("four ", 19)) + " “cut”",
		strings.Repeat("a", 150):                              strings.Repeat("a", 100) + "...",
		strings.Repeat("ક્ષમા ", 60):                          strings.TrimSpace(strings.Repeat("ક્ષમા ", 33)) + "...",
	} {
		assert.Equal(t, want, Teaser(text))
	}
	gujarati := Excerpt("<p>" + strings.Repeat("ક્ષ", 150) + "</p>")
	assert.Equal(t, strings.Repeat("ક્ષ", 100)+"...", gujarati, "no grapheme cluster is cut")
	assert.Equal(t, 103, grapheme.Count(gujarati))
	assert.Equal(t, "<b>not a tag</b>...", Excerpt("&lt;b&gt;not a tag&lt;/b&gt;"))
	assert.Equal(t, "...", Excerpt("<script>alert(1)</script><style>x{}</style>"))
}

func TestCleanRemovesActiveContent(t *testing.T) {
	t.Parallel()
	forbidden := regexp.MustCompile(`(?i)<(script|style|svg|math|iframe|object|embed|form|input|base|meta|link|template)|\son\w+\s*=|javascript:|data:|vbscript:|style=|class=|\sid=`)
	for _, attack := range []string{
		`<script>alert(1)</script>`, `<img src=x onerror=alert(1)>`, `<a href="java&#9;script:alert(1)">x</a>`, `<a href="JaVaScRiPt:alert(1)">x</a>`,
		`<svg><style><a title="</style><img src=x onerror=alert(1)>">`, `<math><mtext><table><mglyph><style><!--</style><img src=x onerror=alert(1)>`,
		`<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `<iframe src="https://evil.in">`, `<form action=/x><input name=q>`,
		`<p style="position:fixed" class=x id=root onclick=alert(1)>x</p>`, `<base href="//evil.in">`, `<meta http-equiv=refresh content=0>`,
		`<a href="data:text/html,x">x</a>`, `<img src="data:text/html,x">`, `<a href=" javascript:alert(1)">x</a>`, "<scr\x00ipt>alert(1)</scr\x00ipt>",
		`<img alt="x" src="x" srcset="javascript:alert(1)">`, `<p><![CDATA[<script>alert(1)</script>]]></p>`, `<!--><script>alert(1)</script>-->`,
	} {
		clean := Clean(attack)
		assert.NotRegexp(t, forbidden, clean, attack)
		assert.Equal(t, clean, Clean(clean), "cleaning must be idempotent: %s", attack)
	}
}

func TestCleanKeepsAllowedMarkup(t *testing.T) {
	t.Parallel()
	for _, fine := range []string{
		`<h2>શીર્ષક</h2><p>ક્ષ <strong>x</strong> <em>y</em></p><ul><li>એક</li></ul><blockquote>z</blockquote>`,
		`<p><a href="/services">x</a></p>`,
		`<p><img src="/media/a.jpg" alt="દુકાનની તસવીર: 50% છૂટ?" width="600" height="400" loading="lazy"/></p>`,
	} {
		assert.Equal(t, fine, Clean(fine))
	}
	assert.Contains(t, Clean(`<a href="https://example.in">x</a>`), `rel="noreferrer noopener"`)
}

func FuzzExcerpt(f *testing.F) {
	f.Add("<p>x</p>")
	f.Add("&#1;<")
	f.Fuzz(func(t *testing.T, text string) {
		if n := grapheme.Count(Excerpt(text)); n > excerptLetters+3 {
			t.Errorf("%d letters", n)
		}
		if clean := Clean(text); Clean(clean) != clean {
			t.Errorf("not idempotent: %q", clean)
		}
	})
}

// The front end's validator runs the same cases.
func TestFieldRulesFollowTheSharedCases(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/cases.json")
	require.NoError(t, err)
	var cases []struct {
		List, Field, Value string
		Issue              *fault.Issue
		Normalized         *string
	}
	require.NoError(t, json.Unmarshal(raw, &cases))
	kinds := map[field.Kind]bool{}
	for _, c := range cases {
		f := CollectionNamed(c.List).Field(c.Field)
		kinds[f.Kind] = true
		want := c.Value
		switch {
		case c.Issue != nil:
			want, c.Issue.Field = "", c.Field
		case c.Normalized != nil:
			want = *c.Normalized
		}
		got, issue := f.Clean(c.Field, c.Value)
		if f.Kind == field.Slug { // a typed text is converted to a slug first
			var made any
			made, issue = f.clean(c.Value)
			got, _ = made.(string)
		}
		assert.Equal(t, want, got, "%s %q", c.Field, c.Value)
		assert.Equal(t, c.Issue, issue, "%s %q", c.Field, c.Value)
	}
	for i := range Collections {
		for _, f := range Collections[i].Fields {
			assert.True(t, kinds[f.Kind], "no case for a value of kind %s", f.Kind)
		}
	}
}

func TestTradesOrderBuiltInBlocks(t *testing.T) {
	t.Parallel()
	for i := range trade.All {
		order := BlockOrder(&trade.All[i])
		assert.Len(t, order, len(BuiltInBlocks()), trade.All[i].ID)
		for _, block := range BuiltInBlocks() {
			assert.Contains(t, order, block.ID, trade.All[i].ID)
		}
	}
}
