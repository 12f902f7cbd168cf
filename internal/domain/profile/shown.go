package profile

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"parichay/internal/domain/field"
	"parichay/internal/kit/grapheme"
	"parichay/locales"
)

// Shown returns the profile as a reader of lang sees it: the owner's text in that
// language, else in English, else in the primary language, else the default. A default
// text is shown in the reader's language.
func (p Profile) Shown(lang locales.Lang) Profile {
	return p.shown(lang, func(*Field) bool { return false })
}

// shown is like Shown, but omits the fields for which out returns true. A value derived from
// an omitted field is omitted, too.
func (p Profile) shown(lang locales.Lang, out func(*Field) bool) Profile {
	shown := p
	shown.Translations = nil
	for i := range Fields {
		f := &Fields[i]
		value := f.At(&shown)
		if *value = textOf(&p, f, lang); out(f) {
			*value = ""
		}
	}
	if shown.LogoImage == "" {
		shown.LogoImage = shown.ProfileImage
	}
	if shown.WhatsApp == "" && shown.Phone != "" && !out(byKey["whatsapp"]) {
		shown.WhatsApp = field.ChatLink(shown.Phone)
	}
	if shown.BusinessName == "" {
		shown.BusinessName = shown.BrandName
	}
	return shown
}

// Default returns the profile of a site whose owner has stored nothing yet.
func Default() Profile {
	var p Profile
	for i := range Fields {
		*Fields[i].At(&p) = Fields[i].DefaultIn(locales.English)
	}
	return p
}

// chatHosts are the hosts whose links can carry a first message.
var chatHosts = []string{"wa.me", "api.whatsapp.com"}

// ChatSaying returns a link to the business's WhatsApp chat with a prefilled message. If the
// owner's link cannot carry a message, as with a group link, it returns the chat link of the
// phone number.
func (p Profile) ChatSaying(text string) string {
	u, err := url.Parse(p.WhatsApp)
	if err != nil || !slices.Contains(chatHosts, u.Hostname()) {
		if p.Phone == "" {
			return p.WhatsApp
		}
		u, err = url.Parse(field.ChatLink(p.Phone))
	}
	if err != nil {
		return p.WhatsApp
	}
	query := u.Query()
	query.Set("text", text)
	u.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20") // WhatsApp would show a plus sign
	return u.String()
}

// Initials returns the first two letters of a name in capitals. The avatar shows them while
// there is no picture.
func Initials(name string) string {
	head, _ := grapheme.First(strings.TrimSpace(name), 2)
	return strings.ToUpper(strings.TrimRightFunc(head, unicode.IsSpace))
}

// SocialLink is one icon of the social row.
type SocialLink struct {
	Platform string `json:"platform"`
	Href     string `json:"href"`
}

// Social lists the social links of a shown profile: first the platforms in SocialOrder, in that
// order, then the other platforms in the order of Fields. Links without a URL are omitted.
func (p Profile) Social() []SocialLink {
	links := []SocialLink{}
	for i := range Fields {
		f := &Fields[i]
		if href := *f.At(&p); f.Group() == SocialGroup && href != "" {
			links = append(links, SocialLink{Platform: f.Name(), Href: href})
		}
	}
	order := strings.Split(p.SocialOrder, field.Comma)
	place := func(l SocialLink) int {
		if i := slices.Index(order, l.Platform); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortStableFunc(links, func(a, b SocialLink) int { return place(a) - place(b) })
	return links
}
