package field

import "parichay/locales"

// Watch is how changes of something are watched.
type Watch string

// The ways.
const (
	Destination Watch = "destination" // it leads customers somewhere: every change raises an alarm
	Wording     Watch = "wording"     // visitors read it: a contact that appears in it raises an alarm
	Placement   Watch = "placement"   // it decides whether, when and to whom something is shown: every change raises an alarm, unless what it places leads customers nowhere
	HistoryOnly Watch = "history"     // visitors see it, and the history alone keeps its changes
	OwnerOnly   Watch = "owner"       // visitors do not see it
)

// Watching says how something is watched and, if no change of it raises an alarm, why.
type Watching struct {
	Watch Watch
	Why   string
}

// watchings says how each kind of value is watched. A rule may say otherwise.
var watchings = map[Kind]Watching{
	URL:       {Watch: Destination},
	Link:      {Watch: Destination},
	Video:     {Watch: Destination},
	Phone:     {Watch: Destination},
	Email:     {Watch: Destination},
	Text:      {Watch: Wording},
	Multiline: {Watch: Wording},
	HTML:      {Watch: Wording},
	Tags:      {Watch: Wording},
	Slug:      {Watch: Wording},
	Image:     {HistoryOnly, "owners change pictures every week, and what a picture shows is not read"},
	Icon:      {HistoryOnly, "one of the program's own drawings"},
	Glyph:     {HistoryOnly, "one of the program's own drawings"},
	Choice:    {HistoryOnly, "one of the program's own words; what it points to is watched"},
	Switch:    {HistoryOnly, "yes or no"},
	Order:     {HistoryOnly, "the order of what is watched"},
	Range:     {HistoryOnly, "a measure within bounds"},
	Swatch:    {HistoryOnly, "a colour"},
	Colour:    {HistoryOnly, "a colour"},
	Date:      {HistoryOnly, "a date"},
	Month:     {HistoryOnly, "a date"},
	Moment:    {HistoryOnly, "a date"},
	Hour:      {HistoryOnly, "an hour"},
}

// Watching is how changes of a field with this rule are watched.
func (r Rule) Watching() Watching {
	if r.Watch != "" {
		return Watching{Watch: r.Watch}
	}
	return watchings[r.Kind]
}

// Contacts returns the contacts of a value.
func (r Rule) Contacts(value string) []Contact {
	if r.Kind == HTML {
		return HTMLContacts(value)
	}
	return Contacts(value)
}

// Rewording is a change of a text in which contacts appeared.
type Rewording struct {
	Change
	Contacts []Contact
}

// Reworded returns the change of a text if contacts appeared in it, or nothing.
func (r Rule) Reworded(key string, lang locales.Lang, before, after string) []Rewording {
	if r.Watching().Watch != Wording || before == after {
		return nil
	}
	known := map[string]bool{}
	for _, c := range r.Contacts(before) {
		known[c.Key] = true
	}
	var appeared []Contact
	for _, c := range r.Contacts(after) {
		if !known[c.Key] {
			appeared = append(appeared, c)
		}
	}
	if len(appeared) == 0 {
		return nil
	}
	return []Rewording{{Change{Field: key, Lang: lang, Before: before, After: after}, appeared}}
}
