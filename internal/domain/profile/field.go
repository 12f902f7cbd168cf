package profile

import (
	"strings"

	"parichay/internal/domain/field"
	"parichay/internal/domain/trade"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// Field is one row of the table Fields: where a value is stored, which values are valid, and
// the default that is shown if the value is empty.
type Field struct {
	field.Rule
	Path      string                       // place in the client's shape, e.g. "socialLinks.instagram"
	Key       string                       // unique name; the last part of Path unless given
	Column    string                       // column of website_content; fields sharing one are members of its JSON text
	Localized bool                         // can be translated
	Default   string                       // shown if the value is empty; word means the text "default.<key>" of locales
	Sample    []string                     // not nil if Default is a sample; lists the samples that earlier versions stored
	Part      bool                         // the owner can hide it, see parts
	Slot      *trade.Slot                  // the slot whose text this is; nil for other fields
	Sets      map[string]map[string]string // by option, the values that come with it, by the keys of their fields
	Canon     func(string) (string, bool)  // further checks a value and returns it as it is stored; may be nil
	At        func(*Profile) *string
}

// word is the Default of a field whose default text is translated.
const word = "\x00word"

// SocialGroup is the group of Path whose fields form the row of social links.
const SocialGroup = "socialLinks"

var byKey, keys = index()

func index() (m map[string]*Field, keys []string) {
	m = make(map[string]*Field, len(Fields))
	for i := range Fields {
		f := &Fields[i]
		if f.Key == "" {
			_, f.Key = f.place()
		}
		f.Max = f.Bound()
		if m[f.Key] != nil {
			panic("profile: two fields named " + f.Key)
		}
		m[f.Key] = f
		keys = append(keys, f.Key)
	}
	return m, keys
}

// place splits Path into its group ("" at the root) and its name there.
func (f *Field) place() (group, name string) {
	if group, name, ok := strings.Cut(f.Path, "."); ok {
		return group, name
	}
	return "", f.Path
}

// Group returns the name of the object that holds the field in the client's shape, or "" for
// the root.
func (f *Field) Group() string {
	group, _ := f.place()
	return group
}

// Name returns the field's name inside its group.
func (f *Field) Name() string {
	_, name := f.place()
	return name
}

// DefaultIn returns the text that is shown in lang if the value is empty.
func (f *Field) DefaultIn(lang locales.Lang) string {
	if f.Default != word {
		return f.Default
	}
	return locales.Text(lang, "default."+f.Key)
}

// Required reports whether the owner must give a value when saving the field.
func (f *Field) Required() bool { return !f.Optional }

// Clean returns the value as it will be stored, or an issue if it is refused.
func (f *Field) Clean(raw string) (string, *fault.Issue) {
	value, issue := f.Rule.Clean(f.Key, raw)
	if issue != nil || value == "" || f.Canon == nil {
		return value, issue
	}
	value, ok := f.Canon(value)
	if !ok {
		return "", &fault.Issue{Field: f.Key, Code: fault.InvalidValue}
	}
	return value, nil
}
