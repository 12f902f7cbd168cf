package field

import "parichay/locales"

// Watch states which changes of a field raise an alarm.
type Watch string

// The ways to watch a field.
const (
	Destination Watch = "destination" // leads customers somewhere: every change raises an alarm
	Wording     Watch = "wording"     // visitors read it: a new contact in it raises an alarm
	// Placement decides whether, when and to whom something is shown: every change raises
	// an alarm, unless the thing shown leads customers nowhere.
	Placement   Watch = "placement"
	HistoryOnly Watch = "history" // visitors see it: changes are recorded in the history only
	OwnerOnly   Watch = "owner"   // visitors do not see it
)

// Watching is a Watch and, if no change raises an alarm, the reason.
type Watching struct {
	Watch Watch
	Why   string
}

// watchings is the default Watching of each kind. A rule may override it.
var watchings = map[Kind]Watching{
	URL:       {Watch: Destination},
	Link:      {Watch: Destination},
	Video:     {Watch: Destination},
	Phone:     {Watch: Destination},
	Email:     {Watch: Destination},
	Text:      {Watch: Wording},
	Multiline: {Watch: Wording},
	Questions: {Watch: Wording},
	HTML:      {Watch: Wording},
	Tags:      {Watch: Wording},
	Slug:      {Watch: Wording},
	Days:      {Watch: Wording},
	Image:     {HistoryOnly, "owners change pictures every week, and the program cannot read what they show"},
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
	Price:     {HistoryOnly, "an amount, to which no money is sent"},
	Group:     {HistoryOnly, "it chooses among services, whose own texts are watched"},
}

// Watching returns how changes of a field with this rule are watched.
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

// Reworded returns the change of a text if new contacts appeared in it, else nil.
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
