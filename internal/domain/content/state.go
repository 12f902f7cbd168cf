package content

// State is an item's visibility.
type State string

// The states. An Untranslated item is also in one of the others.
const (
	Published    State = "published"    // public now
	Scheduled    State = "scheduled"    // public from a later time
	Hidden       State = "hidden"       // a draft, or hidden
	Untranslated State = "untranslated" // some language lacks a text
)

// All lists the states.
func (State) All() []State { return []State{Published, Scheduled, Hidden, Untranslated} }

// Deed is a bulk action.
type Deed string

// The bulk actions.
const (
	DeleteAll   Deed = "delete"
	UndeleteAll Deed = "undelete"
	ShowAll     Deed = "show"
	HideAll     Deed = "hide"
)

// All lists the bulk actions.
func (Deed) All() []Deed { return []Deed{DeleteAll, UndeleteAll, ShowAll, HideAll} }
