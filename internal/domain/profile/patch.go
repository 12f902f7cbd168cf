package profile

import (
	"encoding/json"
	"strconv"

	"parichay/internal/domain/field"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// Translations is text by language and field key.
type Translations map[locales.Lang]map[string]string

// Shape is a profile as clients see it: values at the root and in groups.
type Shape map[string]any

// Shape returns the profile as clients see it. Range values are numbers.
func (p Profile) Shape() Shape {
	out := Shape{}
	for i := range Fields {
		f := &Fields[i]
		target := out
		if group := f.Group(); group != "" {
			if out[group] == nil {
				out[group] = Shape{}
			}
			target, _ = out[group].(Shape)
		}
		target[f.Name()] = f.outward(*f.At(&p))
	}
	return out
}

func (f *Field) outward(value string) any {
	switch {
	case f.Kind == field.Switch && value == "": // a row of a version without this switch
		return f.Default
	case f.Kind != field.Range:
		return value
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		n, _ = strconv.Atoi(f.Default)
	}
	return n
}

// Patch applies changes, which has the client's shape, and the given translations.
// Unknown keys are ignored, as the specification requires for social links. If any
// value is refused, Patch applies nothing and returns fault.Invalid.
func (p Profile) Patch(changes map[string]any, words Translations) (Profile, error) {
	out, issues := p.Drafted(changes, words)
	if len(issues) > 0 {
		return p, fault.Invalid{Issues: issues}
	}
	return out, nil
}

// Drafted is like Patch, but for a preview: it applies the valid values and returns an issue
// for each refused one.
func (p Profile) Drafted(changes map[string]any, words Translations) (out Profile, issues []fault.Issue) {
	out = p
	primary := p.primaryAfter(changes)
	for i := range Fields {
		f := &Fields[i]
		raw, given := lookup(changes, f)
		if !given {
			continue
		}
		text, ok := inward(raw)
		if !ok {
			issues = append(issues, fault.Issue{Field: f.Key, Code: fault.InvalidValue})
			continue
		}
		rule := *f
		rule.Optional = f.Optional || f.Localized && (primary != locales.English || p.elsewhere(words, f.Key))
		value, issue := rule.Clean(text)
		if issue != nil {
			issues = append(issues, *issue)
			continue
		}
		*f.At(&out) = value
		if f.Key == "brandName" && value != "" {
			out.Named = field.Yes
		}
	}
	out = out.dressed(p, changes)
	merged, more := field.Translate(p.Translations, words, localized)
	out.Translations = merged
	issues = append(issues, more...)
	issues = inPrimary(&out, p, changes, words, issues)
	if unnamed := out.unnamed(p); unnamed != nil {
		out.SpecialDays = p.SpecialDays
		issues = append(issues, unnamed...)
	}
	return out, issues
}

// Uploads lists the uploaded pictures that the profile shows.
func (p Profile) Uploads() (all []field.Shown) {
	for i := range Fields {
		f := &Fields[i]
		for _, name := range f.Kind.Uploads(*f.At(&p)) {
			all = append(all, field.Shown{Field: f.Key, Name: name})
		}
	}
	return all
}

// Links lists the URLs that the profile links to.
func (p Profile) Links() (urls []string) {
	for i := range Fields {
		urls = append(urls, Fields[i].Kind.Links(*Fields[i].At(&p))...)
	}
	return urls
}

func lookup(changes map[string]any, f *Field) (any, bool) {
	place := changes
	if group := f.Group(); group != "" {
		place, _ = changes[group].(map[string]any)
	}
	raw, given := place[f.Name()]
	return raw, given
}

// inward converts a field's JSON value to text. ok is false unless the value is a string or a
// number.
func inward(raw any) (string, bool) {
	switch v := raw.(type) {
	case string:
		return v, true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	case json.Number:
		return v.String(), true
	}
	return "", false
}

// localized are the fields that can be translated.
var localized = func() (all []field.Localized[string]) {
	for _, key := range keys {
		if f := *byKey[key]; f.Localized {
			f.Optional = true
			all = append(all, field.Localized[string]{Key: f.Key, Clean: f.Clean, Empty: func(text string) bool { return text == "" }})
		}
	}
	return all
}()
