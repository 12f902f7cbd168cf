package importer

import (
	"bytes"
	"mime/quotedprintable"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadFindsLinksOfOtherPrograms(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]Page{
		"linktree-links.html": {Linktree, "Surya Sarees", "Sarees from Surat", []Finding{
			{Heading, "New this week", "", "", ""},
			{Link, "સાડીની કિંમત", "PDF, two pages", "https://surya.example/prices.pdf", ""},
			{Video, "How we weave", "", "https://www.youtube.com/watch?v=abc", ""},
			{Video, "Reel: how a saree is folded", "", "https://www.instagram.com/reel/abc/", ""},
			{Social, "https://instagram.com/suryasarees", "", "https://instagram.com/suryasarees", "instagram"},
			{Social, "https://wa.me/919825098250", "", "https://wa.me/919825098250", "whatsapp"},
			{Social, "mailto:hello@surya.example", "", "mailto:hello@surya.example", "email"},
		}},
		"linktree-account.html": {Linktree, "tajibakery", "", []Finding{
			{Link, "Order by phone", "", "tel:+919825098250", ""},
			{Link, "Menu", "", "taji.example/menu", ""},
			{Link, "Pay", "", "javascript:alert(1)", ""}, // refused later by the rules of blocks
			{Social, "https://x.com/tajibakery", "", "https://x.com/tajibakery", "twitter"},
		}},
		"linktree-drawn.html": {Linktree, "Hariyali Nursery", "", []Finding{
			{Social, "instagram", "", "https://instagram.com/hariyali", "instagram"},
			{Heading, "Plants", "", "", ""},
			{Link, "Winter flowers", "", "https://hariyali.example/winter", ""},
		}},
		"linkstack.json": {LinkStack, "Surya Sarees", "Sarees from Surat", []Finding{
			{Social, "instagram", "", "https://instagram.com/suryasarees", "instagram"},
			{Heading, "New this week", "", "", ""},
			{Link, "Price list", "", "https://surya.example/prices.pdf", ""},
			{Link, "Write to us", "", "mailto:hello@surya.example", ""},
			{Text, "", "Closed on Sunday", "", ""},
			{Link, "Call", "", "tel:+919825098250", ""},
		}},
		"littlelink.html": {LittleLink, "Surya Sarees", "Sarees from Surat", []Finding{
			{Link, "Instagram", "", "https://instagram.com/suryasarees", ""},
			{Link, "Write to us", "", "mailto:hello@surya.example", ""},
			{Video, "How we weave", "", "https://youtu.be/abc", ""},
		}},
	} {
		file, err := os.ReadFile("testdata/" + name)
		require.NoError(t, err)
		page, err := Read(file)
		require.NoError(t, err, name)
		assert.Equal(t, want, page, name)
	}
}

func TestReadUnpacksMHTML(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("testdata/linktree-drawn.html")
	require.NoError(t, err)
	want, err := Read(file)
	require.NoError(t, err)
	var packed bytes.Buffer
	packed.WriteString("From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"----x\"\r\n\r\n")
	packed.WriteString("------x\r\nContent-Type: text/css\r\n\r\nh1 {}\r\n------x\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")
	page := quotedprintable.NewWriter(&packed)
	_, err = page.Write(file)
	require.NoError(t, err)
	require.NoError(t, page.Close())
	packed.WriteString("\r\n------x--\r\n")
	got, err := Read(packed.Bytes())
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

func TestReadRefusesOtherFiles(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"", "{}", "[]", `{"links":null}`, `{"links":[]}`, "null", "<html><a href='https://a.in'>x</a></html>", "\x00\x01", "Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/css\n\n--x--", `<script id="__NEXT_DATA__">{"props":`} {
		_, err := Read([]byte(file))
		assert.ErrorIs(t, err, ErrUnknown, file)
	}
}

func TestFindingsAreBounded(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	file.WriteString(`<h1>` + strings.Repeat("n", 5000) + `</h1>`)
	for i := range 2 * maxFindings {
		file.WriteString(`<a class="button" href="https://a.in/` + strconv.Itoa(i) + `">` + strings.Repeat("ક્ષ", 1000) + `</a>`)
	}
	page, err := Read([]byte(file.String()))
	require.NoError(t, err)
	assert.Len(t, page.Findings, maxFindings)
	assert.Len(t, page.Name, maxTitle)
	assert.LessOrEqual(t, len([]rune(page.Findings[0].Title)), 3*maxTitle)
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"linktree-links.html", "linktree-account.html", "linktree-drawn.html", "linkstack.json", "littlelink.html"} {
		file, err := os.ReadFile("testdata/" + name)
		require.NoError(f, err)
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		page, err := Read(file)
		if err == nil && (len(page.Findings) == 0 || len(page.Findings) > maxFindings) {
			t.Fatal(len(page.Findings))
		}
	})
}
