package importer

import (
	"cmp"
	"errors"
	"net/url"
	"strings"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/kit/grapheme"
)

// Offer is a finding as a block or as a field's value, or the issue that prevents both.
type Offer struct {
	Finding
	Block   content.Values `json:"block,omitempty" doc:"The values of the block it would be"`
	Field   string         `json:"field,omitempty" doc:"Place in the site of the field it would be, such as socialLinks.instagram"`
	Value   string         `json:"value,omitempty" doc:"What the field would hold"`
	Current string         `json:"current,omitempty" doc:"What the owner has in the field; a sample is nothing"`
	There   bool           `json:"there" doc:"The page has it already"`
	Issue   *fault.Issue   `json:"issue,omitempty" doc:"Why it can be neither"`
}

// Offers are the offers of a page, in its order.
type Offers struct {
	Source Source  `json:"source" enum:"linktree,linkstack,littlelink"`
	Offers []Offer `json:"offers"`
	Room   int     `json:"room" doc:"How many more blocks the page takes"`
}

// Home is the site that a page is imported into.
type Home struct {
	Profile profile.Profile
	Blocks  []content.Item // all, including hidden ones
}

// fieldsOf maps kinds and platforms to fields other than social links.
var fieldsOf = map[string]string{
	string(Name): "brandName", string(About): "tagline",
	"email": "contact.email", "phone": "contact.phone", "telephone": "contact.phone", "phone_number": "contact.phone",
}

// Offers returns the offers of a page.
func (h *Home) Offers(page Page) Offers {
	all := Offers{Source: page.Source, Offers: []Offer{}, Room: max(0, content.Blocks.Most-len(h.Blocks))}
	taken, known := map[string]bool{}, h.known()
	for _, f := range append([]Finding{{Kind: Name, Title: page.Name}, {Kind: About, Text: page.About}}, page.Findings...) {
		if (f.Kind == Name || f.Kind == About) && f.Title+f.Text == "" {
			continue
		}
		o := h.offer(f, page.Name, taken)
		if o.Block != nil {
			o.There = known[identity(o.Block)]
		}
		all.Offers = append(all.Offers, o)
	}
	return all
}

// offer returns the offer for a finding. The first finding for a field becomes the field's
// value; later ones become links. taken records the fields that have a value.
func (h *Home) offer(f Finding, name string, taken map[string]bool) Offer {
	target := fieldOf(f)
	if target == nil || taken[target.Path] {
		return blockOffer(f, name)
	}
	o := Offer{Finding: f, Field: target.Path}
	o.Value, o.Issue = target.Clean(fieldValue(f, target))
	if o.Issue != nil {
		return o
	}
	taken[target.Path] = true
	if !h.Profile.Untouched(target) {
		o.Current = *target.At(&h.Profile)
	}
	same := sameAddress
	if target.Kind == field.Phone {
		same = field.TelLink
	}
	o.There = o.Current != "" && same(o.Current) == same(o.Value)
	return o
}

// fieldOf returns the profile field for a finding, or nil.
func fieldOf(f Finding) *profile.Field {
	path := fieldsOf[cmp.Or(f.Platform, string(f.Kind))]
	if f.Kind == Social {
		path = cmp.Or(path, profile.SocialGroup+"."+f.Platform)
	}
	for i := range profile.Fields {
		if profile.Fields[i].Path == path {
			return &profile.Fields[i]
		}
	}
	return nil
}

func fieldValue(f Finding, target *profile.Field) string {
	if target.Kind == field.Email || target.Kind == field.Phone {
		bare := strings.TrimPrefix(strings.TrimPrefix(f.Address, "mailto:"), "tel:")
		bare, _, _ = strings.Cut(bare, "?")
		return bare
	}
	if target.Kind == field.Text {
		return atMost(cmp.Or(f.Text, f.Title), target.Bound())
	}
	return f.Address
}

// blockOffer returns a finding as a block, cleaned by the rules of blocks.
func blockOffer(f Finding, name string) Offer {
	o := Offer{Finding: f}
	values := blockValues(f, name)
	item, err := content.Blocks.Patch(content.Item{}, content.Changes{Values: values})
	if err != nil && f.Kind == Video { // an unsupported video becomes a link
		f.Kind = Link
		values = blockValues(f, name)
		item, err = content.Blocks.Patch(content.Item{}, content.Changes{Values: values})
	}
	if invalid, ok := errors.AsType[fault.Invalid](err); ok {
		o.Issue = &invalid.Issues[0]
		return o
	}
	o.Block = content.Values{}
	for key := range values {
		o.Block[key] = item.Values[key]
	}
	return o
}

// blockValues returns a block's values. Long texts are cut; the owner sees them before
// they are stored.
func blockValues(f Finding, name string) content.Values {
	cut := func(key, text string) string { return atMost(text, content.Blocks.Field(key).Bound()) }
	switch f.Kind {
	case Heading:
		return content.Values{"kind": content.HeadingBlock, "title": cut("title", f.Title)}
	case Video:
		return content.Values{"kind": content.VideoBlock, "title": cut("title", f.Title), "video": f.Address}
	case Text:
		title, text := titled(f, name)
		return content.Values{"kind": content.TextBlock, "title": cut("title", title), "text": cut("text", text)}
	case Link, Social, Name, About:
	}
	title := f.Title
	if title == f.Address && f.Platform != "" {
		first, _ := grapheme.First(f.Platform, 1)
		title = strings.ToUpper(first) + strings.ReplaceAll(f.Platform[len(first):], "_", " ")
	}
	values := content.Values{"kind": content.LinkBlock, "title": cut("title", title), "address": f.Address}
	if f.Text != "" {
		values["description"] = cut("description", f.Text)
	}
	return values
}

// titled adds a title to a text, because text blocks need one: the first sentence if
// more text follows, else the name of the page.
func titled(f Finding, name string) (title, text string) {
	if f.Title != "" && f.Title != f.Text {
		return f.Title, f.Text
	}
	for _, end := range []string{". ", "! ", "? ", "। "} {
		if first, rest, found := strings.Cut(f.Text, end); found {
			return first + strings.TrimSpace(strings.TrimPrefix(end, ".")), rest
		}
	}
	return cmp.Or(name, f.Text), f.Text
}

func atMost(text string, most int) string {
	if _, cut := grapheme.First(text, most); !cut {
		return text
	}
	head, _ := grapheme.First(text, most-1)
	return strings.TrimSpace(head) + "…"
}

// known returns the identities of everything that the site already has.
func (h *Home) known() map[string]bool {
	all := map[string]bool{}
	for _, b := range h.Blocks {
		all[identity(b.Values)] = true
	}
	for i := range profile.Fields {
		f := &profile.Fields[i]
		value := *f.At(&h.Profile)
		if value == "" || h.Profile.Untouched(f) {
			continue
		}
		switch {
		case f.Group() == profile.SocialGroup:
			all[sameAddress(value)] = true
		case f.Kind == field.Phone:
			all[field.TelLink(value)] = true
		case f.Kind == field.Email:
			all[sameAddress(field.MailLink(value))] = true
		}
	}
	return all
}

// identity returns a key that is equal for two blocks that a visitor cannot tell apart.
func identity(b content.Values) string {
	if address := cmp.Or(b.Text("address"), b.Text("video")); address != "" {
		return sameAddress(address)
	}
	return b.Text("kind") + " " + cmp.Or(b.Text("text"), b.Text("title"))
}

// sameAddress normalizes a URL, so that two spellings of one URL are equal.
func sameAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return strings.ToLower(address)
	}
	query := ""
	if u.RawQuery != "" {
		query = "?" + u.RawQuery
	}
	return strings.TrimPrefix(strings.ToLower(u.Host), "www.") + strings.TrimSuffix(u.EscapedPath(), "/") + query
}
