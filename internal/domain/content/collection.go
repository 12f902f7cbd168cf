package content

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// Collection is a list that the owner manages. Collections is the only place that names
// its properties; SQL statements, routes, checks, history, bin, translations and forms
// are derived from it.
type Collection struct {
	Name      string // in URLs
	Table     string
	Ordered   bool     // sorted by the owner, otherwise newest first
	Drafts    bool     // an item may be unpublished
	Slugs     bool     // an item's id is derived from its title
	Whole     bool     // an item is shown in a language only if all of it is translated, not text by text
	Samples   bool     // a new site has sample items, see Starter
	Scheduled string   // key of the day from which an item is public; empty: at once
	Hour      string   // key of the hour of that day; empty: midnight
	Address   string   // key of the slug that the owner chose; empty: an item has only its id
	Reserved  []string // slugs of other pages below the list's
	Title     string   // key of the text that names an item
	Fields    []Field

	Kind    string   // key of the field with the item's kind, which must be the first; empty: one kind
	BuiltIn []string // kinds that can be hidden and sorted, but not added or deleted
	Most    int      // maximum number of items outside the bin; 0: no limit
	Span    []string // keys of the moments from and until which an item is shown; none: always
}

// Field is one value of an item.
type Field struct {
	Key, Column string
	field.Rule
	Localized bool
	Default   string
	For       []string // kinds of items that have the field; empty: all. Other kinds store it empty
	Needed    []string // kinds that require the field although it is optional
	Fixed     bool     // cannot change after the item is created
	Made      bool     // derived from the other texts if empty; never taken from another language
}

// The folders of the pictures of articles, projects and services.
const (
	articlePictures = "posts"
	projectPictures = "portfolio"
	servicePictures = "services"
)

// groupLength is the maximum length of the name of a group of services.
const groupLength = 60

// Collections lists all collections.
var Collections = []Collection{
	{Name: "posts", Table: "posts", Samples: true, Drafts: true, Slugs: true, Whole: true, Scheduled: "date", Hour: "hour", Address: "address", Title: "title", Fields: []Field{
		{Key: "title", Column: "title", Rule: field.Rule{Kind: field.Text, Max: 200}, Localized: true},
		{Key: "content", Column: "content", Rule: field.Rule{Kind: field.HTML, Picture: &field.Picture{Folder: articlePictures}}, Localized: true},
		{Key: "author", Column: "author", Rule: field.Rule{Kind: field.Text, Max: 120}},
		{Key: "categories", Column: "categories", Rule: field.Rule{Kind: field.Tags, Max: 60, Optional: true}, Localized: true},
		{Key: "date", Column: "date", Rule: field.Rule{Kind: field.Date}},
		{Key: "hour", Column: "hour", Rule: field.Rule{Kind: field.Hour, Optional: true}},
		{Key: "cover", Column: "cover", Rule: field.Rule{Kind: field.Image, Optional: true, Picture: &field.Picture{Folder: articlePictures, Aspect: 16. / 9}}},
		{Key: "excerpt", Column: "excerpt", Rule: field.Rule{Kind: field.Multiline, Max: 300, Optional: true}, Localized: true, Made: true},
		{Key: "address", Column: "address", Rule: field.Rule{Kind: field.Slug, Max: maxSlug, Optional: true}},
		{Key: "searchTitle", Column: "search_title", Rule: field.Rule{Kind: field.Text, Max: 100, Optional: true}, Localized: true, Made: true},
		{Key: "searchDescription", Column: "search_description", Rule: field.Rule{Kind: field.Multiline, Max: 300, Optional: true}, Localized: true, Made: true},
	}},
	{Name: "portfolio", Table: "portfolio_items", Samples: true, Ordered: true, Drafts: true, Title: "title", Fields: []Field{
		{Key: "title", Column: "title", Rule: field.Rule{Kind: field.Text, Max: 200}, Localized: true},
		{Key: "description", Column: "description", Rule: field.Rule{Kind: field.Multiline, Max: 1000}, Localized: true},
		{
			Key: "imageUrl", Column: "image_url", Default: "/placeholder.svg",
			Rule: field.Rule{Kind: field.Image, Picture: &field.Picture{Folder: projectPictures, Aspect: 2.5, Address: true}},
		},
		{Key: "category", Column: "category", Rule: field.Rule{Kind: field.Text, Max: 120}, Localized: true},
		{Key: "date", Column: "date", Rule: field.Rule{Kind: field.Month}},
		{Key: "link", Column: "link", Rule: field.Rule{Kind: field.URL, Optional: true}},
		{Key: "client", Column: "client", Rule: field.Rule{Kind: field.Text, Max: 200, Optional: true}, Localized: true},
		{Key: "tags", Column: "tags", Rule: field.Rule{Kind: field.Tags, Max: 60, Optional: true}, Localized: true},
		{Key: "caseStudy", Column: "case_study", Rule: field.Rule{Kind: field.HTML, Optional: true, Picture: &field.Picture{Folder: articlePictures}}, Localized: true},
	}},
	{Name: "services", Table: "services", Samples: true, Ordered: true, Drafts: true, Slugs: true, Address: "address", Reserved: []string{"quote"}, Title: "title", Fields: []Field{
		{Key: "title", Column: "title", Rule: field.Rule{Kind: field.Text, Max: 200}, Localized: true},
		{Key: "price", Column: "price", Rule: field.Rule{Kind: field.Price, Optional: true}},
		{Key: "unit", Column: "unit", Rule: field.Rule{Kind: field.Text, Max: 40, Optional: true}, Localized: true},
		{Key: "group", Column: "group_name", Rule: field.Rule{Kind: field.Text, Max: groupLength, Optional: true}, Localized: true},
		{Key: "description", Column: "description", Rule: field.Rule{Kind: field.Multiline, Max: 1000}, Localized: true},
		{Key: "icon", Column: "icon", Rule: field.Rule{Kind: field.Icon}},
		{Key: "image", Column: "image", Rule: field.Rule{Kind: field.Image, Optional: true, Picture: &field.Picture{Folder: servicePictures, Aspect: 1}}},
		{Key: "features", Column: "features", Rule: field.Rule{Kind: field.Tags, Max: 120, Optional: true}, Localized: true},
		{Key: "address", Column: "address", Rule: field.Rule{Kind: field.Slug, Max: maxSlug, Optional: true}},
	}},
	{Name: "faq", Table: "faq", Ordered: true, Title: "question", Most: 30, Fields: []Field{
		{Key: "question", Column: "question", Rule: field.Rule{Kind: field.Text, Max: 200}, Localized: true},
		{Key: "answer", Column: "answer", Rule: field.Rule{Kind: field.Multiline, Max: 1000}, Localized: true},
	}},
	blocks,
}

// The collections shown on public pages.
var (
	Posts     = CollectionNamed("posts")
	Portfolio = CollectionNamed("portfolio")
	Services  = CollectionNamed("services")
	FAQ       = CollectionNamed("faq") // what people ask, and the answers
	Blocks    = CollectionNamed("blocks")
)

// CollectionNamed returns the collection with that name, or nil.
func CollectionNamed(name string) *Collection {
	for i := range Collections {
		if Collections[i].Name == name {
			return &Collections[i]
		}
	}
	return nil
}

// Field returns the field with a key. It panics if there is none.
func (c *Collection) Field(key string) *Field {
	for i := range c.Fields {
		if c.Fields[i].Key == key {
			return &c.Fields[i]
		}
	}
	panic("content: " + c.Name + " has no field " + key)
}

// Listed returns the collection without its HTML fields, which lists do not show.
func (c *Collection) Listed() *Collection {
	listed := *c
	listed.Fields = slices.DeleteFunc(slices.Clone(c.Fields), func(f Field) bool { return f.Kind == field.HTML })
	return &listed
}

// Bodies returns the keys of the HTML fields.
func (c *Collection) Bodies() []string {
	keys := []string{}
	for i := range c.Fields {
		if c.Fields[i].Kind == field.HTML {
			keys = append(keys, c.Fields[i].Key)
		}
	}
	return keys
}

// Card returns an item as lists show it, with long texts cut to their beginning.
func (c *Collection) Card(item Item, at time.Time) Card {
	begin := func(values Values) Values {
		short := Values{}
		for key, value := range values {
			if text, ok := value.(string); ok && slices.Contains(c.Bodies(), key) {
				value = Beginning(text)
			}
			short[key] = value
		}
		return short
	}
	card := Card{Values: begin(item.Values), Translations: Words{}, Made: at}
	for lang, texts := range item.Translations {
		card.Translations[lang] = begin(texts)
	}
	return card
}

// Card is an item as a list shows it. Made is when the card was created: a card that is
// older than its item is stale.
type Card struct {
	Values       Values    `json:"values"`
	Translations Words     `json:"translations"`
	Made         time.Time `json:"made"`
}

// Item is one member of a collection as the owner edits it.
type Item struct {
	ID           string         `json:"id"`
	Revision     int64          `json:"revision"`
	UpdatedAt    time.Time      `json:"updatedAt"`
	DeletedAt    *time.Time     `json:"deletedAt,omitempty"`
	Published    bool           `json:"published"`
	Sample       bool           `json:"sample,omitempty" doc:"It came with the site, and nobody has changed it"`
	Values       Values         `json:"values"`
	Translations Words          `json:"translations"`
	Primary      locales.Lang   `json:"primary,omitempty" doc:"The language the owner of its site writes in, where that is not English"`
	Missing      []locales.Lang `json:"missing,omitempty" doc:"In a list: languages whose readers get some of it in another"`
	Picture      string         `json:"picture,omitempty" doc:"In a list: the first picture in its long texts"`
	Empty        bool           `json:"empty,omitempty" doc:"In the list of blocks: it would show a part of another list, but there is nothing to show"`
}

// Counts holds how many items a collection has: outside the bin, in the bin, unchanged
// samples, and items without a complete translation.
type Counts struct {
	Total   int                  `json:"total" doc:"Besides the bin"`
	Bin     int                  `json:"bin"`
	Samples int                  `json:"samples" doc:"Those that came with the site and nobody has changed"`
	Missing map[locales.Lang]int `json:"missing" doc:"How many of them readers of a language get, in part, in another"`
}

// Changes holds the changes of one save. A nil Published leaves the state unchanged.
type Changes struct {
	Values       Values `json:"values,omitempty"`
	Translations Words  `json:"translations,omitempty"`
	Published    *bool  `json:"published,omitempty" doc:"False keeps an item from the public"`
	Auto         bool   `json:"auto,omitempty" doc:"Saved by itself while it is written; only what the public does not see is saved so, and its history keeps one such state in ten minutes"`
}

// maxTags is the maximum number of tags of an item.
const maxTags = 30

// Patch applies changes to an item. Unknown keys are ignored. For a new item, which is
// the zero Item, every field must be given or have a default. Patch returns
// fault.Invalid if any value is refused.
func (c *Collection) Patch(item Item, changes Changes) (Item, error) {
	out := item
	out.Values = maps.Clone(item.Values)
	if out.Values == nil {
		out.Values = Values{}
		out.Published = true
	}
	if changes.Published != nil && c.Drafts {
		out.Published = *changes.Published
	}
	var issues []fault.Issue
	for i := range c.Fields {
		f, has := c.Fields[i].of(out.Values.Text(c.Kind))
		if !has {
			out.Values[f.Key] = f.nothing()
			continue
		}
		raw, given := changes.Values[f.Key]
		was, there := out.Values[f.Key]
		if !given && there {
			continue
		}
		if there && f.Fixed && raw != was || !there && f.Key == c.Kind && c.isBuiltIn(raw) {
			issues = append(issues, fault.Issue{Field: f.Key, Code: fault.InvalidValue})
			continue
		}
		if !given {
			raw = f.Default
		}
		rule := *f
		rule.Optional = f.Optional || f.Localized && (item.primary() != locales.English || elsewhere(item, changes, f.Key))
		value, issue := rule.clean(raw)
		if issue != nil {
			issues = append(issues, *issue)
			continue
		}
		out.Values[f.Key] = value
	}
	if len(c.Span) > 0 && out.Values.Text(c.Span[1]) != "" && out.Values.Text(c.Span[1]) < out.Values.Text(c.Span[0]) {
		issues = append(issues, fault.Issue{Field: c.Span[1], Code: fault.InvalidValue})
	}
	words, more := field.Translate(item.Translations, changes.Translations, c.localized(out.Values.Text(c.Kind)))
	out.Translations = words
	issues = append(issues, more...)
	if len(issues) == 0 {
		issues = c.inPrimary(item, out, changes)
	}
	if len(issues) > 0 {
		return item, fault.Invalid{Issues: issues}
	}
	return out, nil
}

// Uploads lists the uploaded pictures of an item, in all languages.
func (c *Collection) Uploads(item Item) (all []field.Shown) {
	for i := range c.Fields {
		f := &c.Fields[i]
		for _, name := range f.Kind.Uploads(item.Values.Text(f.Key)) {
			all = append(all, field.Shown{Field: f.Key, Name: name})
		}
		for _, lang := range locales.Translated {
			for _, name := range f.Kind.Uploads(item.Translations[lang].Text(f.Key)) {
				all = append(all, field.Shown{Field: f.Key, Lang: string(lang), Name: name})
			}
		}
	}
	return all
}

// Links lists the URLs that an item links to, in all languages.
func (c *Collection) Links(item Item) (urls []string) {
	for i := range c.Fields {
		f := &c.Fields[i]
		urls = append(urls, f.Kind.Links(item.Values.Text(f.Key))...)
		for _, lang := range locales.Translated {
			urls = append(urls, f.Kind.Links(item.Translations[lang].Text(f.Key))...)
		}
	}
	return urls
}

// Knows returns fault.Invalid if values contain unknown fields. Patch ignores them, because an
// old revision may contain some.
func (c *Collection) Knows(values Values) error {
	var issues []fault.Issue
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !slices.ContainsFunc(c.Fields, func(f Field) bool { return f.Key == key }) {
			issues = append(issues, fault.Issue{Field: key, Code: fault.InvalidValue})
		}
	}
	if len(issues) > 0 {
		return fault.Invalid{Issues: issues}
	}
	return nil
}

// of returns the field as it applies to a kind of item, and whether the kind has it.
func (f *Field) of(kind string) (*Field, bool) {
	own := *f
	own.Optional = f.Optional && !slices.Contains(f.Needed, kind)
	return &own, len(f.For) == 0 || slices.Contains(f.For, kind)
}

// nothing returns the empty value of a field.
func (f *Field) nothing() any {
	if f.Kind == field.Tags {
		return []string{}
	}
	return ""
}

func (c *Collection) isBuiltIn(kind any) bool {
	text, _ := kind.(string)
	return slices.Contains(c.BuiltIn, text)
}

// IsBuiltIn reports whether an item is built in.
func (c *Collection) IsBuiltIn(i Item) bool { return c.isBuiltIn(i.Values[c.Kind]) }

// localized returns the fields that can be translated for a kind of item.
func (c *Collection) localized(kind string) (all []field.Localized[any]) {
	for i := range c.Fields {
		if f, has := c.Fields[i].of(kind); has && f.Localized {
			f.Optional = true
			all = append(all, field.Localized[any]{Key: f.Key, Clean: f.clean, Empty: empty})
		}
	}
	return all
}

func empty(value any) bool {
	switch given := value.(type) {
	case []string:
		return len(given) == 0
	case []any:
		return len(given) == 0
	}
	return value == nil || value == ""
}

// clean returns the value as it will be stored: without empty tags and without HTML
// that is not allowed.
func (f *Field) clean(raw any) (any, *fault.Issue) {
	refused := &fault.Issue{Field: f.Key, Code: fault.InvalidValue}
	if f.Kind == field.Tags {
		return f.cleanTags(raw)
	}
	text, ok := raw.(string)
	if !ok {
		return nil, refused
	}
	if f.Kind == field.HTML {
		text = Clean(text)
		if Plain(text) == "" && !strings.Contains(text, "<img") {
			text = ""
		}
	}
	if f.Kind == field.Slug && strings.TrimSpace(text) != "" {
		if text = Slug(text); text == "" {
			return nil, refused
		}
	}
	value, issue := f.Clean(f.Key, text)
	if issue != nil {
		return nil, issue
	}
	return value, nil
}

func (f *Field) cleanTags(raw any) (any, *fault.Issue) {
	refused := &fault.Issue{Field: f.Key, Code: fault.InvalidValue}
	var list []string
	switch given := raw.(type) {
	case []string:
		list = given
	case []any:
		for _, member := range given {
			text, ok := member.(string)
			if !ok {
				return nil, refused
			}
			list = append(list, text)
		}
	default:
		if raw != "" {
			return nil, refused
		}
	}
	each := f.Rule
	each.Optional = true
	tags := []string{}
	for _, text := range list {
		tag, issue := each.Clean(f.Key, text)
		if issue != nil {
			return nil, issue
		}
		if tag != "" && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	switch {
	case len(tags) > maxTags:
		return nil, &fault.Issue{Field: f.Key, Code: fault.TooLong, Want: strconv.Itoa(maxTags)}
	case len(tags) == 0 && !f.Optional:
		return nil, &fault.Issue{Field: f.Key, Code: fault.Required}
	}
	return tags, nil
}
