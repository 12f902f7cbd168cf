// Package locales holds every word the product says, in each of its languages.
// The same JSON files are embedded here and imported by the front end. It
// formats nothing but named placeholders.
package locales

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed en.json hi.json gu.json
var files embed.FS

// Lang is one of the languages the product speaks.
type Lang string

// The three languages. English is the base: what another language lacks falls
// back to it.
const (
	English  Lang = "en"
	Hindi    Lang = "hi"
	Gujarati Lang = "gu"
)

// All lists the languages in the order the menu shows them.
var All = []Lang{English, Hindi, Gujarati}

// All lists the languages for whoever asks their type.
func (Lang) All() []Lang { return All }

// Translated lists the languages that override the base.
var Translated = []Lang{Hindi, Gujarati}

var words = load()

func load() map[Lang]map[string]string {
	all := make(map[Lang]map[string]string, len(All))
	for _, lang := range All {
		raw, err := files.ReadFile(string(lang) + ".json")
		if err != nil {
			panic(err)
		}
		var m map[string]string
		if err := json.Unmarshal(raw, &m); err != nil {
			panic(fmt.Sprintf("locales/%s.json: %v", lang, err))
		}
		all[lang] = m
	}
	return all
}

// Parse accepts exactly the codes of All; anything else is English, false.
func Parse(s string) (Lang, bool) {
	for _, lang := range All {
		if s == string(lang) {
			return lang, true
		}
	}
	return English, false
}

// Text returns the word for key in lang, else in English, else the key itself.
// Pairs name the placeholders: Text(en, "share.subject", "brand", "Digital Market").
func Text(lang Lang, key string, pairs ...string) string {
	text, ok := words[lang][key]
	if !ok || text == "" {
		if text, ok = words[English][key]; !ok {
			return key
		}
	}
	if len(pairs) == 0 {
		return text
	}
	named := make([]string, len(pairs)) // all at once: a name that holds "{brand}" stays a name
	for i := 0; i+1 < len(pairs); i += 2 {
		named[i], named[i+1] = "{"+pairs[i]+"}", pairs[i+1]
	}
	return strings.NewReplacer(named...).Replace(text)
}

// Has reports whether the English file knows the key.
func Has(key string) bool {
	_, ok := words[English][key]
	return ok
}

// Section returns the words whose keys start with one of the namespaces
// ("home" takes "home.*"), each in lang or, where missing, in English.
func Section(lang Lang, namespaces ...string) map[string]string {
	out := make(map[string]string)
	for key := range words[English] {
		space, _, _ := strings.Cut(key, ".")
		for _, want := range namespaces {
			if space == want {
				out[key] = Text(lang, key)
			}
		}
	}
	return out
}
