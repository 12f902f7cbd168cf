package visit

// Reason is why something was not counted.
type Reason string

// The reasons.
const (
	Bot       Reason = "bot"       // a program that says so
	Preview   Reason = "preview"   // a program that draws the card of a link in a chat
	Head      Reason = "head"      // asked for the headers alone
	Prefetch  Reason = "prefetch"  // fetched ahead by a browser, seen by nobody yet
	Owner     Reason = "owner"     // the owner, signed in
	Private   Reason = "gpc"       // a browser that asks not to be tracked: Global Privacy Control
	Flood     Reason = "flood"     // more than one network's people do
	Malformed Reason = "malformed" // not what our pages send
	Overflow  Reason = "overflow"  // the database was away longer than the buffer lasts
)

// All lists them in the order in which they are looked for.
func (Reason) All() []Reason {
	return []Reason{Head, Prefetch, Owner, Preview, Bot, Flood, Malformed, Private, Overflow}
}
