package profile

import (
	"net/url"
	"strings"
	"unicode"

	"parichay/internal/field"
	"parichay/internal/letter"
	"parichay/locales"
)

// Shown returns the profile as a reader of lang sees it: the owner's
// translation, else the owner's text, else the default. A text left at its
// default is shown in the reader's language, not in English.
func (p Profile) Shown(lang locales.Lang) Profile {
	out := p
	out.Translations = nil
	for i := range Fields {
		f := &Fields[i]
		value := f.At(&out)
		if text := p.Translations[lang][f.Key]; f.Localized && text != "" {
			*value = text
		} else if *value == "" || *value == f.DefaultIn(locales.English) {
			*value = f.DefaultIn(lang)
		}
	}
	if out.LogoImage == "" {
		out.LogoImage = out.ProfileImage
	}
	if out.WhatsApp == "" {
		out.WhatsApp = ChatLink(out.Phone)
	}
	return out
}

// Default is the profile of a site whose owner has stored nothing yet.
func Default() Profile {
	var p Profile
	for i := range Fields {
		*Fields[i].At(&p) = Fields[i].DefaultIn(locales.English)
	}
	return p
}

// ChatLink is the WhatsApp chat with a phone number.
func ChatLink(phone string) string { return "https://wa.me/" + international(phone) }

// international writes a phone number as the digits wa.me wants. A number
// without a country code is Indian: "098250 12345" and "98250 12345" are both
// 919825012345.
func international(phone string) string {
	d := field.Digits(phone)
	switch {
	case strings.HasPrefix(strings.TrimSpace(phone), "+"):
		return d
	case strings.HasPrefix(d, "00"):
		return d[2:]
	case len(d) == 11 && d[0] == '0':
		return "91" + d[1:]
	case len(d) == 10:
		return "91" + d
	}
	return d
}

// TelLink dials a phone number.
func TelLink(phone string) string {
	return "tel:+" + international(phone)
}

// MapsLink searches a map for an address.
func MapsLink(address string) string {
	return "https://www.google.com/maps/search/?api=1&query=" + url.QueryEscape(strings.ReplaceAll(address, "\n", ", "))
}

// Initials are the first two letters of a name in capitals, as the avatar shows
// them while there is no picture.
func Initials(name string) string {
	head, _ := letter.First(strings.TrimSpace(name), 2)
	return strings.ToUpper(strings.TrimRightFunc(head, unicode.IsSpace))
}

// SocialLink is one icon of the social row.
type SocialLink struct {
	Platform string `json:"platform"`
	Href     string `json:"href"`
}

// Social lists the shown profile's social links in the table's order, leaving
// out those without an address.
func (p Profile) Social() []SocialLink {
	links := []SocialLink{}
	for i := range Fields {
		f := &Fields[i]
		if href := *f.At(&p); f.Group() == SocialGroup && href != "" {
			links = append(links, SocialLink{Platform: f.Name(), Href: href})
		}
	}
	return links
}
