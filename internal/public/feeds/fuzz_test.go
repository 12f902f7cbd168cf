package feeds

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"parichay/internal/testkit/hostile"
)

var property = regexp.MustCompile(`^(BEGIN:VCARD|VERSION:3\.0|END:VCARD|(FN|N|ORG|NOTE|TEL;TYPE=WORK,VOICE|EMAIL;TYPE=WORK|ADR;TYPE=WORK|URL|PHOTO;ENCODING=b;TYPE=JPEG):.*)$`)

// FuzzVCard checks that no text of the owner can add a line to the vCard.
func FuzzVCard(f *testing.F) {
	for _, payload := range hostile.Scripts() {
		f.Add(payload.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		card := string(Contact{Name: text, Organisation: text, Note: text, Phone: text, Email: text, Address: text, URL: text}.VCard())
		whole := strings.ReplaceAll(card, "\r\n ", "")
		lines := strings.Split(strings.TrimSuffix(whole, "\r\n"), "\r\n")
		for i, line := range lines {
			if !property.MatchString(line) || strings.ContainsAny(line, "\r\n") || strings.HasPrefix(line, "BEGIN") != (i == 0) || strings.HasPrefix(line, "END") != (i == len(lines)-1) {
				t.Errorf("%q: unexpected line %q", text, line)
			}
		}
	})
}

// FuzzFeeds checks that the feed and the sitemap are valid XML and contain only our elements,
// whatever the owner writes.
func FuzzFeeds(f *testing.F) {
	for _, payload := range hostile.Scripts() {
		f.Add(payload.Text)
	}
	ours := map[string]bool{}
	for name := range strings.FieldsSeq("feed title subtitle id link updated published author name entry summary content icon logo rights category urlset url loc lastmod") {
		ours[name] = true
	}
	f.Fuzz(func(t *testing.T, text string) {
		made := [][]byte{}
		feed := Feed{Title: text, Entries: []Entry{{Title: text, Summary: text, HTML: text}}}
		if raw, err := feed.Atom(); err == nil {
			made = append(made, raw)
		}
		if raw, err := Sitemap([]Place{{Address: text}}); err == nil {
			made = append(made, raw)
		}
		for _, raw := range made {
			for decoder := xml.NewDecoder(bytes.NewReader(raw)); ; {
				token, err := decoder.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Errorf("%q: not valid XML: %v", text, err)
					break
				}
				if element, ok := token.(xml.StartElement); ok && !ours[element.Name.Local] {
					t.Errorf("%q: unexpected element %s", text, element.Name.Local)
				}
			}
		}
	})
}
