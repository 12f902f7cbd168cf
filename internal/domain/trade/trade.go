// Package trade defines what a site says for each kind of business: the texts of its pages and
// forms, the sample services, and the type of business that search engines read. A trade is one
// file in the folder trades. The package does no I/O.
package trade

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parichay/internal/domain/lead"
	"parichay/locales"
)

// The trades that the program knows by name.
const (
	Agency = "agency" // the sample business; its texts are the built-in ones
	Other  = "other"  // its neutral texts replace texts that a trade does not have
)

// Trade is a kind of business.
type Trade struct {
	ID       string
	Schema   string       // type in the vocabulary of schema.org; empty: LocalBusiness
	Icons    []string     // offered first for services
	Blocks   []string     // ids of the home page's built-in blocks that come first, in order
	Form     lead.Contact // the contact that a message needs; empty: as for the neutral trade
	Photos   bool         // a visitor may send pictures with a quote request, unless the owner chooses otherwise
	Services []Service
	in       map[locales.Lang]inLanguage
}

// Service is a sample service of a trade. The texts are in the same place in every language.
type Service struct{ ID, Icon string }

// ServiceText is what a sample service says in one language.
type ServiceText struct {
	Title, Description string
	Features           []string
}

type inLanguage struct {
	Name     string
	Search   []string
	Caution  string
	Sentence string // describes a new service until the owner writes a description; empty: the neutral one
	Words    map[string]words
	Services []ServiceText
}

// words is the text of a slot. In a file, a list slot has one string for each line.
type words string

// UnmarshalJSON implements json.Unmarshaler.
func (w *words) UnmarshalJSON(raw []byte) error {
	if len(raw) == 0 || raw[0] != '[' {
		return json.Unmarshal(raw, (*string)(w))
	}
	var lines []string
	err := json.Unmarshal(raw, &lines)
	*w = words(strings.Join(lines, "\n"))
	return err
}

// UnmarshalJSON implements json.Unmarshaler. A file has the texts of each language under the
// language's code.
func (t *Trade) UnmarshalJSON(raw []byte) error {
	type shared Trade // without this method
	if err := json.Unmarshal(raw, (*shared)(t)); err != nil {
		return err
	}
	var parts map[locales.Lang]json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		return err
	}
	t.in = map[locales.Lang]inLanguage{}
	for _, lang := range locales.All {
		var texts inLanguage
		if part := parts[lang]; part != nil {
			if err := json.Unmarshal(part, &texts); err != nil {
				return fmt.Errorf("%s: %w", lang, err)
			}
			t.in[lang] = texts
		}
	}
	return nil
}

//go:embed trades/*.json
var files embed.FS

// All lists the trades in the order of their ids; the agency and the neutral one come last.
var All = load()

func load() (all []Trade) {
	names, err := files.ReadDir("trades")
	if err != nil {
		panic(err) // the folder is embedded
	}
	for _, name := range names {
		var t Trade
		raw, err := files.ReadFile("trades/" + name.Name())
		if err == nil {
			err = json.Unmarshal(raw, &t)
		}
		if err != nil || t.ID+".json" != name.Name() {
			panic(fmt.Sprintf("trades/%s: id %q, %v", name.Name(), t.ID, err))
		}
		all = append(all, t)
	}
	slices.SortStableFunc(all, func(a, b Trade) int {
		last := []string{Agency, Other}
		return slices.Index(last, a.ID) - slices.Index(last, b.ID)
	})
	return all
}

// IDs lists the ids of all trades.
func IDs() []string {
	var all []string
	for i := range All {
		all = append(all, All[i].ID)
	}
	return all
}

// Find returns the trade with an id. A site without a trade counts as an agency.
func Find(id string) *Trade {
	if n := slices.IndexFunc(All, func(t Trade) bool { return t.ID == id }); n >= 0 {
		return &All[n]
	}
	if id == Agency {
		panic("trade: there is no agency")
	}
	return Find(Agency)
}

// IsAgency reports whether a site with this trade shows the built-in texts.
func (t *Trade) IsAgency() bool { return t.ID == Agency }

// Contact returns the contact that a message needs. The agency has the forms of the specification.
func (t *Trade) Contact() lead.Contact {
	if t.IsAgency() {
		return lead.AsSpecified
	}
	return cmp.Or(t.Form, Find(Other).Form)
}

// Name returns the trade's name in a language.
func (t *Trade) Name(lang locales.Lang) string { return t.texts(lang).Name }

// Search returns further words by which owners find the trade, in a language.
func (t *Trade) Search(lang locales.Lang) []string { return t.texts(lang).Search }

// Caution tells the owner what the advertising rules of the trade forbid. It is empty if the trade
// has no such rules.
func (t *Trade) Caution(lang locales.Lang) string { return t.texts(lang).Caution }

// Sentence returns what describes a new service, in a language, until the owner writes something
// else. The agency has none.
func (t *Trade) Sentence(lang locales.Lang) string {
	if t.IsAgency() {
		return ""
	}
	return cmp.Or(t.in[lang].Sentence, Find(Other).texts(lang).Sentence)
}

// Word returns the trade's text of a slot: its own, else the neutral one. The agency's texts are
// the built-in ones. A language that the trade's file lacks has the neutral texts.
func (t *Trade) Word(s *Slot, lang locales.Lang) string {
	if t.IsAgency() {
		return s.BuiltIn(lang)
	}
	if text, ok := t.in[lang].Words[s.Key]; ok {
		return string(text)
	}
	return string(Find(Other).texts(lang).Words[s.Key])
}

// ServiceIn returns the texts of the sample service at an index.
func (t *Trade) ServiceIn(n int, lang locales.Lang) (ServiceText, bool) {
	texts, ok := t.in[lang]
	if !ok || n >= len(texts.Services) {
		return ServiceText{}, false
	}
	return texts.Services[n], true
}

// texts returns the trade's texts in a language or, if its file lacks it, in English.
func (t *Trade) texts(lang locales.Lang) inLanguage {
	if texts, ok := t.in[lang]; ok {
		return texts
	}
	return t.in[locales.English]
}
