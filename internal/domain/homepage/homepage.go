// Package homepage decides which blocks the home page shows, when, to whom and how. It
// stores nothing and renders no HTML.
package homepage

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/domain/field"
	"parichay/internal/domain/profile"
	"parichay/internal/domain/trade"
	"parichay/locales"
)

// Kind is the kind of a block, see content.
type Kind string

// All lists the kinds.
func (Kind) All() (kinds []Kind) {
	for _, kind := range content.Blocks.Field("kind").Options {
		kinds = append(kinds, Kind(kind))
	}
	return kinds
}

// Block is one block on the home page. A built-in block has a part, which also selects
// its default texts.
type Block struct {
	Kind     Kind    `json:"kind"`
	Part     string  `json:"part,omitempty" enum:"services,portfolio,blog,download,shop,feedback,phone,email,address"`
	Href     string  `json:"href,omitempty"`
	Title    string  `json:"title,omitempty"`
	Text     string  `json:"text,omitempty"`
	Glyph    string  `json:"glyph,omitempty" doc:"What its icon is drawn with: the d of an SVG path"`
	Image    string  `json:"image,omitempty"`
	ImageSet string  `json:"imageSet,omitempty" doc:"Smaller drawings of the picture, for srcset; absent when it is not ours"`
	Accent   bool    `json:"accent,omitempty"`
	Platform string  `json:"platform,omitempty" enum:"youtube,instagram" doc:"Whose video it is"`
	Rows     []Entry `json:"rows,omitempty" doc:"Services with their prices, or questions"`
	More     string  `json:"more,omitempty" doc:"What the link below the rows says; absent: there are no more"`
	Edit     string  `json:"edit,omitempty" doc:"In a preview: the id of the block it is, so that it can be pressed to be edited"`
}

// Entry is a service with its price and what one gets for it, or a question with its answer.
type Entry struct {
	Title string `json:"title"`
	Text  string `json:"text,omitempty"`
	Price string `json:"price,omitempty"`
	Href  string `json:"href,omitempty"`
}

// Excerpt is what a block shows of a list.
type Excerpt struct {
	Title string // of the block, if the owner wrote none
	Rows  []Entry
	More  string // text of the link to the whole list; empty: no link
}

// Page is the context in which blocks are shown.
type Page struct {
	Profile profile.Profile // as readers of Lang see it
	Lang    locales.Lang
	At      time.Time
	Glyphs  map[string]string                 // SVG paths of icons, by name
	Link    func(part string) string          // path of a page of the site; empty: none
	Smaller func(picture string) string       // smallest size of a picture
	Drawn   func(picture string) (set string) // all sizes of a picture, for srcset
	Marked  bool                              // blocks carry their ids

	// Excerpt returns what a block of a kind shows of a list. group is the group of services that
	// the owner chose; empty: all of them.
	Excerpt func(kind Kind, group string) Excerpt
}

// Shown returns the blocks to show. Blocks without a target are omitted, and so are
// headings without a block below them, and questions that an earlier block shows.
func (p *Page) Shown(items []content.Item) []Block {
	shown := []Block{}
	for _, item := range at(items, p.At, p.Lang) {
		b, there := p.block(item)
		asked := func(b Block) bool { return b.Kind == content.QuestionsBlock }
		if !there || asked(b) && slices.ContainsFunc(shown, asked) {
			continue
		}
		if p.Marked {
			b.Edit = item.ID
		}
		if b.Kind == content.HeadingBlock {
			shown = withoutLastHeading(shown)
		}
		shown = append(shown, b)
	}
	return withoutLastHeading(shown)
}

// Shows reports whether the page has something to show for an item, regardless of its dates.
func (p *Page) Shows(item content.Item) bool {
	_, there := p.block(item)
	return there
}

func withoutLastHeading(shown []Block) []Block {
	if n := len(shown); n > 0 && shown[n-1].Kind == content.HeadingBlock {
		return shown[:n-1]
	}
	return shown
}

// at returns the items that readers of a language see at the given time.
func at(items []content.Item, at time.Time, lang locales.Lang) (shown []content.Item) {
	for _, b := range items {
		from, begins := b.Values.Moment("from")
		until, ends := b.Values.Moment("until")
		langs := b.Values.List("languages")
		if begins && at.Before(from) || ends && !at.Before(until) || len(langs) > 0 && !slices.Contains(langs, string(lang)) {
			continue
		}
		shown = append(shown, b)
	}
	return shown
}

// builtIn maps each part to the kind of its built-in block.
var builtIn = func() map[string]Kind {
	kinds := map[string]Kind{}
	for _, item := range content.BuiltInBlocks() {
		kinds[item.Values.Text("part")] = Kind(item.Values.Text("kind"))
	}
	return kinds
}()

// block converts an item to a block; there is false if the page does not show it.
func (p *Page) block(item content.Item) (b Block, there bool) {
	text, _ := content.Blocks.In(item, p.Lang)
	b = Block{Kind: Kind(text.Text("kind")), Part: text.Text("part"), Title: text.Text("title")}
	if b.Part != "" && builtIn[b.Part] != b.Kind || !slices.Contains(b.Kind.All(), b.Kind) {
		return b, false // no screen creates this, but an imported file may contain it
	}
	switch b.Kind {
	case content.PageBlock:
		b.Href, b.Text, b.Glyph = p.Link(b.Part), text.Text("description"), p.tradeGlyph(b.Part)
		return b, b.Href != ""
	case content.ActionBlock:
		b.Href = map[string]string{"shop": p.Profile.ShopButtonURL, "feedback": p.Profile.FeedbackURL}[b.Part]
		return b, b.Href != ""
	case content.ContactBlock:
		b.Title = map[string]string{"phone": p.Profile.Phone, "email": p.Profile.Email, "address": p.Profile.Address}[b.Part]
		if b.Title == "" {
			return b, false
		}
		b.Href = map[string]func(string) string{"phone": field.TelLink, "email": field.MailLink, "address": field.MapsLink}[b.Part](b.Title)
	case content.LinkBlock:
		b.Href, b.Text, b.Accent = text.Text("address"), text.Text("description"), text.Text("accent") == "yes"
		if !leads("address", b.Href) {
			return b, false
		}
		if b.Image = p.Smaller(ours(text.Text("image"))); b.Image == "" {
			b.Glyph = p.glyph(text.Text("icon"), b.Href)
		}
	case content.VideoBlock:
		b.Href, b.Image = text.Text("video"), ours(text.Text("poster"))
		if !leads("video", b.Href) {
			return b, false
		}
		b.ImageSet, b.Platform = p.Drawn(b.Image), field.PlatformOf(b.Href)
	case content.PricesBlock:
		if b.Href = p.Link("services"); b.Href == "" {
			return b, false
		}
		b.fill(p.Excerpt(b.Kind, text.Text("group")))
		return b, len(b.Rows) > 0
	case content.QuestionsBlock:
		b.fill(p.Excerpt(b.Kind, ""))
		return b, len(b.Rows) > 0
	default: // blocks that consist of texts only
		b.Text = text.Text("text")
	}
	return b, true
}

func (b *Block) fill(e Excerpt) {
	b.Title, b.Rows, b.More = cmp.Or(b.Title, e.Title), e.Rows, e.More
}

// leads reports whether the block may link to a URL: one that the field accepts, or any other
// URL on the web. No screen stores anything else, but an imported file may contain it.
func leads(key, address string) bool {
	_, refused := content.Blocks.Field(key).Clean(key, address)
	return refused == nil || field.OnTheWeb(address)
}

// opens maps the scheme of a URL to an icon.
var opens = map[string]string{"tel": "Phone", "mailto": "Mail", "upi": "IndianRupee", "geo": "MapPin"}

// glyph returns the SVG path of an icon, or of the default icon for the URL's scheme.
func (p *Page) glyph(icon, address string) string {
	scheme, _, _ := strings.Cut(address, ":")
	for _, name := range []string{icon, opens[scheme]} {
		if d := p.Glyphs[name]; d != "" {
			return d
		}
	}
	return p.Glyphs["Link"]
}

// tradeGlyph returns the SVG path of a page's icon on the site of a trade, or "" for the built-in one.
func (p *Page) tradeGlyph(part string) string {
	kind := trade.Find(p.Profile.Trade)
	if kind.IsAgency() {
		return ""
	}
	switch part {
	case "services":
		return p.Glyphs[kind.Icons[0]]
	case "download":
		return p.Glyphs["MapPin"]
	}
	return ""
}

// ours returns the path of a picture on this site, or "" for a picture on another site, which
// would learn who views the page.
func ours(picture string) string {
	if field.SitePath(picture) {
		return picture
	}
	return ""
}
