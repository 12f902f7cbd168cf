package feeds

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"parichay/internal/domain/field"
)

// Contact is the business as an entry of an address book.
type Contact struct {
	Name, Organisation, Note string
	Phone, Email             string
	Address                  string // as the owner wrote it, with line breaks
	URL                      string
	Photo                    []byte // JPEG
}

// VCard returns the contact as vCard 3.0, which phones support best.
func (c Contact) VCard() []byte {
	var b strings.Builder
	line := func(name, value string) {
		if strings.Trim(value, ";") != "" {
			b.WriteString(folded(name + ":" + value))
		}
	}
	b.WriteString("BEGIN:VCARD\r\nVERSION:3.0\r\n")
	line("FN", escaped(c.Name))
	line("N", ";"+escaped(c.Name)+";;;")
	line("ORG", escaped(c.Organisation))
	line("NOTE", escaped(c.Note))
	line("TEL;TYPE=WORK,VOICE", escaped(field.Dialled(c.Phone)))
	line("EMAIL;TYPE=WORK", escaped(c.Email))
	p := field.ParsePostal(c.Address)
	line("ADR;TYPE=WORK", ";;"+strings.Join([]string{escaped(p.Street), escaped(p.Locality), escaped(p.Region), escaped(p.PostalCode), escaped(p.Country)}, ";"))
	line("URL", strings.Join(strings.Fields(c.URL), "")) // a URI: nothing is escaped in it
	line("PHOTO;ENCODING=b;TYPE=JPEG", base64.StdEncoding.EncodeToString(c.Photo))
	b.WriteString("END:VCARD\r\n")
	return []byte(b.String())
}

// escapes escapes separators and every character that some reader treats as a line break.
var escapes = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`, "\v", `\n`, "\f", `\n`, "\u0085", `\n`, "\u2028", `\n`, "\u2029", `\n`)

func escaped(value string) string { return escapes.Replace(value) }

// folded breaks a line into parts of at most 75 bytes, between characters. Each continuation
// begins with a space.
func folded(line string) string {
	const most = 75
	var b strings.Builder
	for room := most; len(line) > room; room = most - 1 {
		end := room
		for !utf8.RuneStart(line[end]) {
			end--
		}
		b.WriteString(line[:end] + "\r\n ")
		line = line[end:]
	}
	return b.String() + line + "\r\n"
}
