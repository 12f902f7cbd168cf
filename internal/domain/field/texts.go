package field

import (
	"maps"

	"parichay/internal/kit/fault"
	"parichay/locales"
)

// Localized is a field that can be translated. Its rule accepts an empty text.
type Localized[V any] struct {
	Key   string
	Clean func(raw V) (V, *fault.Issue)
	Empty func(V) bool
}

// Translate merges changes into words, both by language and key. An empty text
// removes the translation, so that the base text shows again. Keys that are not in
// fields are ignored.
func Translate[V any, Texts ~map[string]V, Words ~map[locales.Lang]Texts](words, changes Words, fields []Localized[V]) (Words, []fault.Issue) {
	out := Words{}
	var issues []fault.Issue
	for _, lang := range locales.Translated {
		texts := maps.Clone(words[lang])
		if texts == nil {
			texts = Texts{}
		}
		for _, f := range fields {
			raw, given := changes[lang][f.Key]
			if !given {
				continue
			}
			value, issue := f.Clean(raw)
			switch {
			case issue != nil:
				issue.Lang = string(lang)
				issues = append(issues, *issue)
			case f.Empty(value):
				delete(texts, f.Key)
			default:
				texts[f.Key] = value
			}
		}
		if len(texts) > 0 {
			out[lang] = texts
		}
	}
	return out, issues
}

// Missing returns the issue of a required text that is empty in every language. The issue asks
// the owner for the text in the primary language.
func Missing(key string, primary locales.Lang) fault.Issue {
	issue := fault.Issue{Field: key, Code: fault.Required}
	if primary != locales.English {
		issue.Lang = string(primary)
	}
	return issue
}

// Diff lists the texts that differ between two states, field by field and language by
// language. before and after return a state's text by key and language.
func Diff(keys []string, before, after func(key string, lang locales.Lang) string) []Change {
	changes := []Change{}
	for _, key := range keys {
		for _, lang := range locales.All {
			if was, is := before(key, lang), after(key, lang); was != is {
				changes = append(changes, Change{Field: key, Lang: lang, Before: was, After: is})
			}
		}
	}
	return changes
}
