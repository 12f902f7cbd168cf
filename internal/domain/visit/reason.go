package visit

// Reason is why a request was not counted.
type Reason string

// The reasons.
const (
	Bot       Reason = "bot"       // the user agent names a bot
	Preview   Reason = "preview"   // a program that renders a link preview in a chat
	Head      Reason = "head"      // a HEAD request
	Prefetch  Reason = "prefetch"  // prefetched by a browser, not seen yet
	Owner     Reason = "owner"     // the owner, signed in
	Private   Reason = "gpc"       // the browser sends Global Privacy Control
	Flood     Reason = "flood"     // its network exceeded the rate limit
	Malformed Reason = "malformed" // not a request that our pages send
	Overflow  Reason = "overflow"  // the buffer was full because the database was down
)

// All lists the reasons in the order in which they are checked.
func (Reason) All() []Reason {
	return []Reason{Head, Prefetch, Owner, Preview, Bot, Flood, Malformed, Private, Overflow}
}
