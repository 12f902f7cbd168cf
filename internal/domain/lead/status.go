package lead

import (
	"slices"
	"time"
)

// Status is how far a lead has come.
type Status string

// The statuses. Every lead starts as Pending, suspected spam as Spam.
const (
	Pending   Status = "pending"
	Contacted Status = "contacted"
	Won       Status = "won"
	Lost      Status = "lost"
	Spam      Status = "spam"
)

// All lists them in the order the inbox shows them.
func (Status) All() []Status { return []Status{Pending, Contacted, Won, Lost, Spam} }

// Choice is a status to look for, or AnyStatus.
type Choice string

// AnyStatus looks for leads of every status, spam too.
const AnyStatus Choice = "any"

// All lists the choices.
func (Choice) All() []Choice {
	all := []Choice{AnyStatus}
	for _, s := range Status("").All() {
		all = append(all, Choice(s))
	}
	return all
}

// moves is the table of legal moves, the likeliest first: forward as the work
// goes, and each of them back again for a hand that slipped.
var moves = map[Status][]Status{
	Pending:   {Won, Contacted, Lost, Spam},
	Contacted: {Won, Lost, Spam, Pending},
	Won:       {Contacted, Pending},
	Lost:      {Contacted, Pending},
	Spam:      {Pending, Contacted},
}

// Moves lists where a lead may go from here.
func (s Status) Moves() []Status { return slices.Clone(moves[s]) }

// MayBecome reports whether the move is legal. Staying is: a press repeated after
// a lost answer has done what was wanted.
func (s Status) MayBecome(next Status) bool {
	return s == next || slices.Contains(moves[s], next)
}

// Promise is how soon visitors are told they will hear from the business.
const Promise = 24 * time.Hour

// Promised reports whether whoever sent it was told so; the owner's own feedback
// waits for nobody.
func (k Kind) Promised() bool { return k != OwnerFeedback }

// Due is when the promise made with a lead ends.
func Due(created time.Time) time.Time { return created.Add(Promise) }
