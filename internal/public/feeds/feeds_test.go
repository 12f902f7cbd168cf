package feeds

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-vcard"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAnotherLibraryCanReadTheVCard(t *testing.T) {
	t.Parallel()
	photo := bytes.Repeat([]byte{0xFF, 0xD8, 1, 2, 3}, 900)
	for _, name := range []string{"Digital Market", "જૂની, સારી દુકાન \\ ક્ષેત્ર અને જ્ઞાન: શ્રેષ્ઠ માર્ગદર્શન", "a\nb"} {
		raw := Contact{
			Name: name, Organisation: name, Note: strings.Repeat("ક્ષમતા ", 40), Phone: "98250 98250", Email: "a@example.in",
			Address: "12 MG Road\nSurat, Gujarat 395003\nIndia", URL: "https://example.in/gu", Photo: photo,
		}.VCard()
		for line := range strings.SplitSeq(strings.TrimSuffix(string(raw), "\r\n"), "\r\n") {
			require.LessOrEqual(t, len(line), 75, line)
			require.True(t, utf8.ValidString(line), "no letter is split")
		}
		card, err := vcard.NewDecoder(bytes.NewReader(raw)).Decode()
		require.NoError(t, err)
		assert.Equal(t, "3.0", card.Value(vcard.FieldVersion))
		assert.Equal(t, name, card.Value(vcard.FieldFormattedName))
		assert.Equal(t, name, card.Name().GivenName)
		assert.Equal(t, "+919825098250", card.Value(vcard.FieldTelephone))
		got := card.Address()
		assert.Equal(t, []string{"12 MG Road", "Surat", "Gujarat", "395003", "India"}, []string{got.StreetAddress, got.Locality, got.Region, got.PostalCode, got.Country})
		picture := card.Get(vcard.FieldPhoto)
		assert.Equal(t, "b", picture.Params.Get("ENCODING"))
		decoded, err := base64.StdEncoding.DecodeString(picture.Value)
		require.NoError(t, err)
		assert.Equal(t, photo, decoded)
	}
}

func TestVCardSeparatorsAreEscaped(t *testing.T) {
	t.Parallel()
	raw := string(Contact{Name: "a;b,c\\d", Address: "e;f\nSurat, Gujarat 395003"}.VCard())
	assert.Contains(t, raw, `N:;a\;b\,c\\d;;;`+"\r\n")
	assert.Contains(t, raw, `:;;e\;f;Surat;Gujarat;395003;`+"\r\n")
}

// textOf decodes a text property of a vCard as RFC 2426 defines it. The library leaves
// semicolons escaped.
func textOf(raw []byte, name string) string {
	for line := range strings.SplitSeq(strings.ReplaceAll(string(raw), "\r\n ", ""), "\r\n") {
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			return regexp.MustCompile(`\\.`).ReplaceAllStringFunc(value, func(s string) string { return strings.Replace(s[1:], "n", "\n", 1) })
		}
	}
	return ""
}

// TestVCardTextIsReadAsWritten fails if escapes does not handle one of the line breaks.
func TestVCardTextIsReadAsWritten(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029"} {
		for _, words := range []string{`a;b,c\d\n\`, "x" + end + "TEL:+911234567890" + end + "END:VCARD", strings.Repeat("ક્ષમતા;", 40), strings.Repeat("😀,", 40), ":;,\\" + end} {
			raw := Contact{Name: words, Organisation: words, Note: words, URL: "https://example.in/a;b,c"}.VCard()
			for line := range strings.FieldsFuncSeq(string(raw), func(r rune) bool { return strings.ContainsRune("\r\n\v\f\u0085\u2028\u2029", r) }) {
				assert.Regexp(t, `^( |BEGIN:VCARD$|VERSION:|FN:|N:|ORG:|NOTE:|URL:|END:VCARD$)`, line, "%q", words)
				assert.True(t, utf8.ValidString(line))
				assert.LessOrEqual(t, len(line), 75)
			}
			card, err := vcard.NewDecoder(bytes.NewReader(raw)).Decode()
			require.NoError(t, err)
			want := strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n").Replace(words)
			assert.Equal(t, want, textOf(raw, "NOTE"))
			assert.Equal(t, want, textOf(raw, "FN"))
			assert.Equal(t, want, textOf(raw, "ORG"))
			assert.Equal(t, "https://example.in/a;b,c", card.Value(vcard.FieldURL))
			assert.Empty(t, card.Value(vcard.FieldTelephone))
		}
	}
}

func TestVCardOmitsEmptyFields(t *testing.T) {
	t.Parallel()
	raw := string(Contact{Name: "Shop", URL: "https://example.in/"}.VCard())
	assert.Equal(t, "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Shop\r\nN:;Shop;;;\r\nURL:https://example.in/\r\nEND:VCARD\r\n", raw)
}

func TestBusinessAddressIsSplitIntoParts(t *testing.T) {
	t.Parallel()
	whole := Business{ID: "#b", Name: "Shop", URL: "/", Image: "/a.jpg", Phone: "98250 98250", Email: "a@b.in", Address: "રિંગ રોડ, સુરત, ગુજરાત 395002, ભારત", Links: []string{"x"}}.LD()
	assert.Equal(t, map[string]any{
		"@type": "PostalAddress", "streetAddress": "રિંગ રોડ", "addressLocality": "સુરત", "addressRegion": "ગુજરાત", "postalCode": "395002", "addressCountry": "IN",
	}, whole["address"])
	assert.Equal(t, "+919825098250", whole["telephone"])
	assert.Equal(t, "LocalBusiness", whole["@type"])
	abroad := Business{Phone: "+44 20 7946 0000", Address: "1 High Street, London"}.LD()
	assert.Equal(t, map[string]any{"@type": "PostalAddress", "streetAddress": "1 High Street, London"}, abroad["address"], "no country is assumed")
	bare := Business{ID: "#b", Name: "Shop", URL: "/"}
	assert.Equal(t, map[string]any{"@context": "https://schema.org", "@type": "Organization", "@id": "#b", "name": "Shop", "url": "/"}, bare.LD())
	assert.Equal(t, map[string]any{"@type": "Organization", "@id": "#b", "name": "Shop", "url": "/"}, bare.Reference())
}

func TestOwnersTextCannotAddLinesToLLMsTxt(t *testing.T) {
	t.Parallel()
	text := string(Summary{
		Name: "Shop\n# not a title", Description: "", Facts: []string{"", "Address: a\nb"},
		Sections: []Section{{Title: "Pages", Links: []Link{{"A [b](c)", "https://example.in/", "about"}}}, {Title: "None"}},
	}.Text())
	assert.Equal(t, "# Shop # not a title\n\n- Address: a b\n\n## Pages\n\n- [A (b)(c)](https://example.in/): about\n", text)
}

func TestManifestShortNameFitsBelowAnIcon(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"Digital Market": "Digital Mar…", "Taji": "Taji", "નાનખટાઈની દુકાન": "નાનખટાઈની દુકાન"} {
		raw, err := Manifest{Lang: "gu", Name: name, Start: "/gu", Colour: "#DAA520", Icons: []Icon{{Src: "/icon/192.png"}}}.JSON()
		require.NoError(t, err)
		var got map[string]any
		require.NoError(t, json.Unmarshal(raw, &got))
		assert.Equal(t, want, got["short_name"])
		assert.Equal(t, "/gu", got["start_url"])
	}
}

func TestFeedNamesItsLanguageAndAlternates(t *testing.T) {
	t.Parallel()
	raw, err := Feed{
		Lang: "gu", Title: "T", Self: "https://example.in/gu/feed.xml", Page: "https://example.in/gu/blog", Updated: time.Unix(0, 0).UTC(),
		Others: []Alternate{{"en", "https://example.in/feed.xml"}},
	}.Atom()
	require.NoError(t, err)
	require.NoError(t, xml.Unmarshal(raw, new(struct{})))
	assert.Contains(t, string(raw), `xml:lang="gu"`)
	assert.Contains(t, string(raw), `<link href="https://example.in/gu/feed.xml" rel="self"></link>`)
	assert.Contains(t, string(raw), `hreflang="en" type="application/atom+xml"`)
}
