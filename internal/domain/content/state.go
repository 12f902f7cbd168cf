package content

// State is what an item is to the public.
type State string

// What is not translated may be in any of the other states, too.
const (
	Published    State = "published"    // its day has come, if it has one
	Scheduled    State = "scheduled"    // its day has not come
	Hidden       State = "hidden"       // a draft, or taken from the page
	Untranslated State = "untranslated" // readers of some language get some of it in another
)

// All lists them.
func (State) All() []State { return []State{Published, Scheduled, Hidden, Untranslated} }

// Deed is what is done to several items at once.
type Deed string

// What can be done so.
const (
	DeleteAll   Deed = "delete"
	UndeleteAll Deed = "undelete"
	ShowAll     Deed = "show"
	HideAll     Deed = "hide"
)

// All lists them.
func (Deed) All() []Deed { return []Deed{DeleteAll, UndeleteAll, ShowAll, HideAll} }
