package importer

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// wellFormed writes a random well-formed element with nested elements.
func wellFormed(b *strings.Builder, r *rand.Rand, depth int, phrasing, linked bool) {
	if depth == 0 || r.IntN(3) == 0 {
		b.WriteString([]string{"Sarees &amp; more ", "કિંમત\n", " ", "<!-- x -->", "<br>", "<style>.a{}</style>", "<script>1<2</script>", "5 &lt; 6", "<svg><title>Icon</title><path d=''/></svg>"}[r.IntN(9)])
		return
	}
	tags := []string{`span`, `b`, `i class="button"`, `span data-testid="LinkHeader"`}
	if !linked {
		tags = append(tags, `a class="x button" href="/%d"`, `a data-testid="LinkButton" href="/%d?a=1&amp;b=2"`, `a title="instagram" data-testid="SocialIcon" href="/%d"`, `a href="/%d"`)
	}
	if !phrasing {
		tags = append(tags, `div`, `div data-testid="LinkHeader"`, `p`, `h1`, `section`, `ul`, `h3 data-testid="LinkHeader"`)
	}
	tag := tags[r.IntN(len(tags))]
	if strings.Contains(tag, "%d") {
		tag = fmt.Sprintf(tag, r.IntN(1000))
	}
	name, _, _ := strings.Cut(tag, " ")
	b.WriteString("<" + tag + ">")
	for range r.IntN(4) {
		wellFormed(b, r, depth-1, phrasing || name == "p" || name == "h1" || name == "h3" || name == "span" || name == "b" || name == "i" || name == "a", linked || name == "a")
	}
	b.WriteString("</" + name + ">")
}

// tree calls read with every element of a parsed page and sets the text that it asks for.
func tree(t *testing.T, file string, page *Page, read reader) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(file))
	require.NoError(t, err)
	for node := range root.Descendants() {
		if node.Type != html.ElementNode {
			continue
		}
		e := element{atom: node.DataAtom, name: node.Data}
		for _, a := range node.Attr {
			if i := slices.Index(wanted[:], a.Key); i >= 0 {
				e.attrs[i] = []byte(a.Val)
			}
		}
		if to := read(&e); to != nil {
			var parts []string
			for child := range node.Descendants() {
				if child.Type == html.TextNode && child.Parent.DataAtom != atom.Script && child.Parent.DataAtom != atom.Style {
					parts = append(parts, child.Data)
				}
			}
			*to = strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
		}
	}
	page.Findings = tidy(page.Findings)
}

func TestScanAgreesWithATreeParser(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	findings := 0
	for range 2000 {
		var b strings.Builder
		b.WriteString("<!doctype html><html><head><title>Page</title></head><body>")
		for range 6 {
			wellFormed(&b, r, 5, false, false)
		}
		file := b.String() + "</body></html>"
		got, want := []Page{newPage(Linktree), newPage(LittleLink)}, []Page{newPage(Linktree), newPage(LittleLink)}
		scan([]byte(file), func([]byte, []byte) {}, got[0].readDrawnLinktree, got[1].readLittleLink)
		tree(t, file, &want[0], want[0].readDrawnLinktree)
		tree(t, file, &want[1], want[1].readLittleLink)
		for i := range got {
			got[i].Findings = tidy(got[i].Findings)
			findings += len(got[i].Findings)
		}
		require.Equal(t, want, got, file)
	}
	assert.Greater(t, findings, 2000)
}

func TestFilterRefusesTagsWithManyAttributes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"":                 false,
		"<a>":              false,
		"<a href='x > y'>": false,
		"text a a a":       false,
		"<!-- a a a -->":   false,
		"<a " + strings.Repeat("a ", maxAttributes-1) + ">":                          false,
		"<a " + strings.Repeat("a ", maxAttributes) + ">":                            true,
		"</a" + strings.Repeat("/a", maxAttributes) + ">":                            true,
		"<a" + strings.Repeat(` a="b"`, maxAttributes) + ">":                         true,
		"<a" + strings.Repeat(` a = b`, maxAttributes) + ">":                         true,
		"<img src=data:image/png;base64," + strings.Repeat("x/=", 100_000) + ">":     false,
		"<img src=\"data:image/svg+xml," + strings.Repeat("<a b='c'> ", 9999) + `">`: false,
	} {
		f := filter{budget: len(text)}
		assert.Equal(t, want, !f.allows([]byte(text)), "%.40s", text)
	}
}

func TestFilterRefusesTagsBeyondItsBudget(t *testing.T) {
	t.Parallel()
	f := filter{budget: len("<a b>")}
	assert.True(t, f.allows([]byte("<a b>")))
	assert.False(t, f.allows([]byte("<a b>")))
	assert.True(t, f.allows([]byte("text")))
}

func TestFilterAgreesWithTheTokenizer(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"<", "</", "<!", "<!--", "-->", "<?", ">", "/>", "/", "=", `"`, "'", " ", "\n", "\f", "\r", "\x00", "\xff", "\u017f", "1", "a", "B", "a=", ` c="`, "<a", "</a", "<a ", "</ ",
		"<title>", "<title/>", "</title", "</title>", "</TITLE ", "<plaintext>", "</plaintext>", "<script>", "<Script", "</script>", "</script ", "<!--<script>", "<xmp>", "</xmp/", "<style >", "</\u017ftyle>",
	}
	r := rand.New(rand.NewPCG(3, 4))
	tags := 0
	for range 50_000 {
		var file []byte
		for range 1 + r.IntN(12) {
			file = append(file, pieces[r.IntN(len(pieces))]...)
		}
		z := html.NewTokenizer(bytes.NewReader(file))
		var f filter
		for at := 0; ; at += len(z.Raw()) {
			found, length := f.beginsTag(file[at:]), 0
			if found {
				length, _ = measureTag(file[at:])
			}
			kind := z.Next()
			if kind == html.ErrorToken {
				require.True(t, !found || at+length == len(file), "%q at %d", file, at)
				break
			}
			require.Equal(t, kind == html.StartTagToken || kind == html.SelfClosingTagToken || kind == html.EndTagToken, found, "%q at %d", file, at)
			f.raw = 0
			if found {
				tags++
				require.Equal(t, len(z.Raw())-1, length, "%q at %d", file, at)
				if name, _ := z.TagName(); kind != html.EndTagToken && isRawText[atom.Lookup(name)] {
					f.raw = atom.Lookup(name)
				}
			}
		}
	}
	assert.Greater(t, tags, 10_000)
}
