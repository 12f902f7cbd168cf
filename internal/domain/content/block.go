package content

import (
	"time"

	"parichay/internal/domain/field"
	"parichay/locales"
)

// The kinds of blocks on the home page. Blocks of the first three kinds are built in.
const (
	PageBlock      = "page"
	ActionBlock    = "action"
	ContactBlock   = "contact"
	LinkBlock      = "link"
	HeadingBlock   = "heading"
	VideoBlock     = "video"
	PricesBlock    = "prices"    // the beginning of the price list
	QuestionsBlock = "questions" // the questions of FAQ
	TextBlock      = "text"
)

var blocks = Collection{
	Name: "blocks", Table: "blocks", Ordered: true, Drafts: true, Title: "title",
	Kind: "kind", BuiltIn: []string{PageBlock, ActionBlock, ContactBlock}, Most: 300, Span: []string{"from", "until"},
	Fields: []Field{
		{Key: "kind", Column: "kind", Fixed: true, Rule: field.Rule{Kind: field.Choice, Options: []string{
			PageBlock, ActionBlock, ContactBlock, LinkBlock, HeadingBlock, VideoBlock, PricesBlock, QuestionsBlock, TextBlock,
		}}},
		{Key: "part", Column: "part", Fixed: true, For: []string{PageBlock, ActionBlock, ContactBlock}, Rule: field.Rule{
			Kind: field.Choice, Optional: true,
			Options: []string{"services", "portfolio", "blog", "download", "shop", "feedback", "phone", "email", "address"},
		}},
		{
			Key: "title", Column: "title", Localized: true, Rule: field.Rule{Kind: field.Text, Max: 100, Optional: true},
			For: []string{PageBlock, LinkBlock, HeadingBlock, VideoBlock, PricesBlock, QuestionsBlock, TextBlock}, Needed: []string{LinkBlock, HeadingBlock, VideoBlock, TextBlock},
		},
		{
			Key: "description", Column: "description", Localized: true, Rule: field.Rule{Kind: field.Text, Max: 120, Optional: true},
			For: []string{PageBlock, LinkBlock},
		},
		{
			Key: "text", Column: "text", Localized: true, Rule: field.Rule{Kind: field.Multiline, Max: 600, Optional: true},
			For: []string{TextBlock}, Needed: []string{TextBlock},
		},
		{Key: "group", Column: "group_name", Rule: field.Rule{Kind: field.Group, Max: groupLength, Optional: true}, For: []string{PricesBlock}},
		{Key: "address", Column: "address", Rule: field.Rule{Kind: field.Link, Optional: true}, For: []string{LinkBlock}, Needed: []string{LinkBlock}},
		{Key: "video", Column: "video", Rule: field.Rule{Kind: field.Video, Optional: true}, For: []string{VideoBlock}, Needed: []string{VideoBlock}},
		{Key: "icon", Column: "icon", Rule: field.Rule{Kind: field.Glyph, Optional: true}, For: []string{LinkBlock}},
		{
			Key: "image", Column: "image", For: []string{LinkBlock},
			Rule: field.Rule{Kind: field.Image, Optional: true, Picture: &field.Picture{Folder: blockPictures, Aspect: 1}},
		},
		{
			Key: "poster", Column: "poster", For: []string{VideoBlock},
			Rule: field.Rule{Kind: field.Image, Optional: true, Picture: &field.Picture{Folder: blockPictures, Aspect: 16. / 9}},
		},
		{Key: "accent", Column: "accent", Default: "no", Rule: field.Rule{Kind: field.Switch}, For: []string{LinkBlock}},
		{Key: "from", Column: "shown_from", Rule: field.Rule{Kind: field.Moment, Optional: true, Watch: field.Placement}},
		{Key: "until", Column: "shown_until", Rule: field.Rule{Kind: field.Moment, Optional: true, Watch: field.Placement}},
		{Key: "languages", Column: "languages", Rule: field.Rule{Kind: field.Tags, Optional: true, Options: locales.Codes(), Watch: field.Placement}},
	},
}

// blockPictures is the folder of the blocks' pictures.
const blockPictures = "blocks"

// BuiltInBlocks returns the blocks of a new site in their default order. The migration that
// creates their table stores the same blocks.
func BuiltInBlocks() (all []Item) {
	for _, b := range []struct{ kind, part string }{
		{PageBlock, "services"},
		{PageBlock, "portfolio"},
		{PageBlock, "blog"},
		{ActionBlock, "shop"},
		{PageBlock, "download"},
		{ActionBlock, "feedback"},
		{ContactBlock, "phone"},
		{ContactBlock, "email"},
		{ContactBlock, "address"},
	} {
		item := Item{ID: b.part, Published: true, Values: Values{}, Translations: Words{}}
		for i := range Blocks.Fields {
			f := &Blocks.Fields[i]
			item.Values[f.Key] = f.nothing()
		}
		item.Values["kind"], item.Values["part"] = b.kind, b.part
		all = append(all, item)
	}
	return all
}

// Moment returns a value as a time in India; ok is false if it is empty.
func (v Values) Moment(key string) (time.Time, bool) {
	at, err := time.ParseInLocation(field.MomentLayout, v.Text(key), locales.India)
	return at, err == nil
}
