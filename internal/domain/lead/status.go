package lead

import (
	"slices"
	"time"
)

// Status is the progress of a lead.
type Status string

// The statuses. Every lead starts as Pending, suspected spam as Spam.
const (
	Pending   Status = "pending"
	Contacted Status = "contacted"
	Won       Status = "won"
	Lost      Status = "lost"
	Spam      Status = "spam"
)

// All lists the statuses in the order of the inbox.
func (Status) All() []Status { return []Status{Pending, Contacted, Won, Lost, Spam} }

// Choice is a status to filter by, or AnyStatus.
type Choice string

// AnyStatus selects leads of every status, including spam.
const AnyStatus Choice = "any"

// All lists the choices.
func (Choice) All() []Choice {
	all := []Choice{AnyStatus}
	for _, s := range Status("").All() {
		all = append(all, Choice(s))
	}
	return all
}

// moves are the legal status changes, the likeliest first. Each can be reversed, in
// case the owner made a mistake.
var moves = map[Status][]Status{
	Pending:   {Won, Contacted, Lost, Spam},
	Contacted: {Won, Lost, Spam, Pending},
	Won:       {Contacted, Pending},
	Lost:      {Contacted, Pending},
	Spam:      {Pending, Contacted},
}

// Moves lists the statuses that may follow s.
func (s Status) Moves() []Status { return slices.Clone(moves[s]) }

// MayBecome reports whether a status change is legal. Keeping the status is legal, so
// that a retry after a lost response succeeds.
func (s Status) MayBecome(next Status) bool {
	return s == next || slices.Contains(moves[s], next)
}

// Promise is the time within which visitors are promised an answer.
const Promise = 24 * time.Hour

// Promised reports whether the senders of this form are promised an answer. The
// owner's own feedback needs none.
func (k Kind) Promised() bool { return k != OwnerFeedback }

// Due returns the deadline of the answer to a lead.
func Due(created time.Time) time.Time { return created.Add(Promise) }
