package field

import "parichay/locales"

// Action is the operation that created a revision of the site or of an item.
type Action string

// The actions.
const (
	Created   Action = "created"
	Saved     Action = "saved"
	Autosaved Action = "autosaved" // saved automatically while the owner was typing
	Restored  Action = "restored"
	Deleted   Action = "deleted"
	Undeleted Action = "undeleted"
)

// All lists the actions.
func (Action) All() []Action {
	return []Action{Created, Saved, Autosaved, Restored, Deleted, Undeleted}
}

// Change is one text that differs between two revisions.
type Change struct {
	Field  string       `json:"field"`
	Lang   locales.Lang `json:"lang"`
	Before string       `json:"before"`
	After  string       `json:"after"`
}
