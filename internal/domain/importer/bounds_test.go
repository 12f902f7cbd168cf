package importer

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/grapheme"
)

// Limits of reading a file. Memory is the sum of all allocations, so that it does not
// depend on when the garbage collector runs. Time is CPU time, so that it does not
// depend on other load of the machine.
const (
	largestFile = 4 << 20
	mostMemory  = 48 << 20 // the request itself takes the rest of 64 MiB
	mostTime    = 2 * time.Second
)

// measured reads a file and returns its allocations and CPU time.
func measured(file string) (page Page, allocated uint64, took time.Duration) {
	raw := []byte(file)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begun := processorTime()
	page, _ = Read(raw)
	took = processorTime() - begun
	runtime.ReadMemStats(&after)
	return page, after.TotalAlloc - before.TotalAlloc, took
}

func processorTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// filled returns a file of the largest size: unit repeated between head and tail.
func filled(head, unit, tail string) string {
	return head + strings.Repeat(unit, (largestFile-len(head)-len(tail))/len(unit)) + tail
}

// distinct is like filled, with units that differ by a number.
func distinct(head, format, tail string) string {
	var b strings.Builder
	b.WriteString(head)
	for n := 0; ; n++ {
		unit := fmt.Sprintf(format, n)
		if b.Len()+len(unit)+len(tail) > largestFile {
			break
		}
		b.WriteString(unit)
	}
	b.WriteString(tail)
	return b.String()
}

// mhtml is the head of a page saved by a phone.
const mhtml = "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"x\"\r\n\r\n"

func TestReadIsBoundedInMemoryAndTime(t *testing.T) { //nolint:paralleltest // measures memory
	const header, button, icon = `<div data-testid=LinkHeader>`, `<a class=button href=/>`, `<a data-testid=SocialIcon `
	nested := strings.Repeat(header, 480)
	comments := strings.Repeat(`</ a="b"c=">`, 900) + `">`
	titles := strings.Repeat(`<title><b c="d"e="</title>`, 900) + `">`
	longest := "<a"
	for n := range maxAttributes - 1 {
		longest += fmt.Sprintf(" a%d", n)
	}
	longest += ">"
	next := `<script id="__NEXT_DATA__">{"props":{"pageProps":{"links":[`
	for name, file := range map[string]string{
		"480 nested headers around 3.9 MB":   filled(nested, "word ", ""),
		"480 nested headers, one long word":  filled(nested, "w", ""),
		"480 nested headers, blanks":         filled(nested, " ", "x"),
		"million nested tags":                filled("", "<b>", ""),
		"nested headers only":                filled("", header, ""),
		"nested headers with distinct texts": distinct("", header+"%d", ""),
		"nested buttons with distinct texts": distinct("", `<a class=button href=/%[1]d>%[1]d`, ""),
		"unclosed items":                     filled(header, "<li>x", ""),
		"million elements":                   filled("", "<i></i>", ""),
		"million closing tags":               filled(header, "</b>", ""),
		"formatting that is repeated":        filled(distinct("", "<b id=%d>", "")[:8000], "<p>", ""),
		"million attributes":                 filled("<a ", "a ", ">"),
		"million attributes by slashes":      filled("<a", "/a", ">"),
		"million attributes without end":     filled("<a ", "a=b ", ""),
		"million distinct attributes":        distinct("<a", " a%d", ">"),
		"attributes of an end tag":           filled("</a ", "a ", ">"),
		"comments that look like end tags":   filled("", comments, ""),
		"comments with a digit as a name":    filled("", strings.ReplaceAll(comments, "</", "</1"), ""),
		"titles that look like tags":         filled("", titles, ""),
		"end tag of a title with attributes": filled("<title></title ", "a ", ">"),
		"plain text that looks like a tag":   filled("<plaintext><a ", "a ", ">"),
		"tags after one with many names":     filled(longest, "<b x>", ""),
		"tags with many distinct attributes": filled("", longest, ""),
		"zero bytes in an attribute":         filled(`<a href="`, "\x00", `">`),
		"huge attribute":                     filled(`<a class=button href="`, "x", `">x</a>`),
		"huge class":                         filled(`<a class="`, "x ", `button" href=/x>x</a>`),
		"huge title of an icon":              filled(icon+`href=/ title="`, "x", `">`),
		"huge test id":                       filled(`<a data-testid="`, "x", `">`),
		"entities":                           filled(header, "&amp;", ""),
		"entities in an attribute":           filled(button[:len(button)-1]+` title="`, "&lt;", `">`),
		"entities without end":               filled(header, "&", ""),
		"combining marks":                    filled(header, "\u0301", ""),
		"combining marks in many headers":    filled("", header+strings.Repeat("x"+strings.Repeat("\u0301", 31), 200)+"</div>", ""),
		"zero bytes":                         filled(header, "\x00", ""),
		"invalid UTF-8":                      filled(header, "\xff", ""),
		"comment":                            filled("<!--", "-", ""),
		"comments":                           filled("", "<!---->", ""),
		"declarations":                       filled("", "<!x>", ""),
		"script":                             filled("<script>", "</script ", ""),
		"scripts":                            filled("", "<script></script>", ""),
		"double-escaped script":              filled("<script><!--<script>", "</scrip", ""),
		"plain text":                         filled("<plaintext>", "<", ""),
		"brackets":                           filled("", "<", ""),
		"distinct buttons":                   distinct("", `<a class=button href=/%d>x</a>`, ""),
		"distinct icons":                     distinct("", icon+`href=/%d title=x>`, ""),
		"equal buttons":                      filled("", button+"x</a>", ""),
		"paragraphs":                         filled("", "<p>", button+"x</a>"),
		"headings":                           filled("", "<h1>", button+"x</a>"),
		"data with empty links":              filled(next, "{},", "{}]}}}</script>"),
		"data with distinct links":           distinct(next, `{"url":"/%d"},`, "{}]}}}</script>"),
		"data with a long title":             filled(next+`{"url":"/","title":"`, "x", `"}]}}}</script>`),
		"data with a title of words":         filled(next+`{"url":"/","title":"`, "x ", `"}]}}}</script>`),
		"data with a long number":            filled(next+strings.Repeat("{},", 1000)+`{"position":`, "1", `}]}}}</script>`),
		"data with a long type":              filled(next+`],"socialLinks":[{"url":"/","type":"`, "x", `"}]}}}</script>`),
		"data that repeats its lists":        filled(`<script id="__NEXT_DATA__">{"props":{"pageProps":{"links":[]`, `,"links":[{},{}]`, "}}}</script>"),
		"data with unknown members":          distinct(`<script id="__NEXT_DATA__">{`, `"%d":0,`, `"x":0}</script>`),
		"deep data":                          filled(`<script id="__NEXT_DATA__">`, "[", "</script>"),
		"much data":                          filled("", `<script id="__NEXT_DATA__">{}</script>`, ""),
		"export with empty links":            filled(`{"links":[`, "{},", "{}]}"),
		"export with texts":                  distinct(`{"links":[`, `{"type":"text","title":"<b>%d</b>"},`, "{}]}"),
		"export with a long text":            filled(`{"links":[{"type":"text","title":"`, "<b>", `"}]}`),
		"export with a text of attributes":   filled(`{"links":[{"type":"text","title":"<a `, "a ", `"}]}`),
		"export with a long description":     filled(`{"littlelink_description":"`, "<p>x", `","links":[{"link":"/"}]}`),
		"export with a long number":          filled(`{"links":[`+strings.Repeat("{},", 1000)+`{"order":`, "1", `}]}`),
		"deep export":                        filled("", "[", ""),
		"mail with many headers":             distinct("", "a%d:\n", "\n"),
		"mail with one long header":          filled("a:", "x", "\n\n"),
		"mail with many parts":               filled(mhtml, "--x\r\n\r\n\r\n", ""),
		"mail with almost a boundary":        filled(mhtml+"--x\r\n\r\n", "\r\n--", "\r\n--x--"),
		"mail with part headers":             distinct(mhtml+"--x\r\n", "a%d:\r\n", "\r\n"),
		"mail with a page":                   filled(mhtml+"--x\r\nContent-Type: text/html\r\n\r\n"+nested, "word ", "\r\n--x--"),
		"mail with an encoded page":          filled(mhtml+"--x\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"+nested, "=20=\r\n", "\r\n--x--"),
	} {
		require.LessOrEqual(t, len(file), largestFile, name)
		page, allocated, took := measured(file)
		t.Logf("%-36s %4d MiB %5d ms, %d findings", name, allocated>>20, took.Milliseconds(), len(page.Findings))
		assert.Less(t, allocated, uint64(mostMemory), name)
		assert.Less(t, took, mostTime, name)
		assertBounded(t, page)
	}
}

func assertBounded(t *testing.T, page Page) {
	t.Helper()
	assert.LessOrEqual(t, len(page.Findings), maxFindings)
	for _, f := range append(page.Findings, Finding{Title: page.Name, Text: page.About}) {
		if grapheme.Count(f.Title) > maxTitle && f.Title != f.Address || grapheme.Count(f.Text) > maxText || len(f.Address) > maxAddress || len(f.Platform) > maxTitle {
			t.Errorf("a finding exceeds its bounds: %d %d %d %d", len(f.Title), len(f.Text), len(f.Address), len(f.Platform))
		}
	}
}

// FuzzReadBounds looks for a text whose repetition exceeds the limits. It repeats a block that
// ends with a second text, because a text may be expensive only in front of certain others.
// The largest file is measured only if a small one is slow.
func FuzzReadBounds(f *testing.F) {
	for _, name := range []string{"linktree-links.html", "linktree-account.html", "linktree-drawn.html", "linkstack.json", "littlelink.html"} {
		file, err := os.ReadFile("testdata/" + name)
		require.NoError(f, err)
		f.Add(string(file), "<a class=button href=/>x", uint16(1), "", "")
	}
	f.Add(mhtml+"--x\r\nContent-Type: text/html\r\n\r\n", "<div data-testid=LinkHeader>", uint16(1), "", "x")
	f.Add(`<script id="__NEXT_DATA__">{"props":{"pageProps":{"links":[{}`, `,{"url":"/"}`, uint16(1), "", "]}}}</script>")
	f.Add(`{"links":[{}`, `,{"type":"text","title":"<p>x"}`, uint16(1), "", "]}")
	f.Add("<a class=button", " a=b", uint16(1), "", ">x")
	f.Add("", `</ a="b"c=">`, uint16(900), `">`, "")
	f.Add("", `<title><b c="d"e="</title>`, uint16(900), `">`, "")
	f.Add("", `<a b="c"d="`, uint16(300), "<!--", "-->")
	f.Fuzz(func(t *testing.T, head, unit string, units uint16, last, tail string) {
		const size = 32 << 10
		file := blocks(size, head, unit, int(units), last, tail)
		page, allocated, took := measured(file)
		if most := uint64(mostMemory/3 + 8*len(file)); allocated > most { // mostMemory for the largest file
			t.Errorf("reading %d bytes allocated %d, more than %d", len(file), allocated, most)
		}
		assertBounded(t, page)
		if took < mostTime*size/largestFile/2 {
			return
		}
		file = blocks(largestFile, head, unit, int(units), last, tail)
		if _, _, took = measured(file); took > mostTime {
			t.Errorf("reading %d bytes took %s", len(file), took)
		}
	})
}

// blocks returns a file of about size bytes: blocks between head and tail. A block is
// unit repeated units times, then last.
func blocks(size int, head, unit string, units int, last, tail string) string {
	units = min(units, size/2/(len(unit)+1))
	block := strings.Repeat(unit, units) + last
	return head + strings.Repeat(block, size/(len(block)+1)) + tail
}
