package lead

import (
	"regexp"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"parichay/internal/domain/field"
	"parichay/locales"
)

// Arrival is a lead that was just sent, with everything the store needs to store it
// exactly once, in the inbox or in quarantine.
type Arrival struct {
	Lead
	Prefix  string // prefix of its reference
	Key     string // idempotency key, which the sender creates for each message
	Network []byte // hash of the sender's network; nil for the owner
	Wide    []byte // hash of the /48 that contains an IPv6 network; nil for IPv4
	Nonce   []byte // of the form's token, which is valid once; nil without a token
	Proven  bool   // a proof of work was required and given
	Flag    Reason // why it is suspected to be spam; empty if it is not
	// Most is the maximum recent load of the inbox (see Receipt.Heat) for which this lead's
	// proof of work is difficult enough. A new lead is refused if the load is higher. Nil: no
	// limit.
	Most   *float64
	NoRoom bool // quarantine is full: refuse the lead if it is new and suspected to be spam
	Notify bool // notify the owner by mail
	AnHour int  // how many messages the site expects in an hour; 0: the usual number
	Photos []Photo
}

// Room returns how many leads from the arrival's network may reach the inbox in an hour.
func (a Arrival) Room() int {
	room := NetworkAnHour
	if a.Proven {
		room = ProvenAnHour
	}
	return int(float64(room) * Scale(a.AnHour))
}

// TextRoom returns how many leads with the arrival's text may reach the inbox in a day.
func (a Arrival) TextRoom() int { return int(TextADay * Scale(a.AnHour)) }

// Verdict is the store's decision about an arrival.
type Verdict string

// The verdicts. Only New means that this arrival was stored.
const (
	New       Verdict = "new"
	Known     Verdict = "known"      // the same message arrived earlier with the same key
	KeyTaken  Verdict = "key_taken"  // another message has this key
	TokenUsed Verdict = "token_used" // another message has used this form's token
	NoRoom    Verdict = "no_room"    // suspected to be spam, and quarantine is full
	Harder    Verdict = "harder"     // its token's proof of work is too easy for the current load
)

// Receipt is the result of storing an arrival.
type Receipt struct {
	Verdict Verdict
	ID      int64
	Prefix  string  // of its reference
	Flag    Reason  // why it is in quarantine; empty if it is in the inbox
	Heat    float64 // recent load of the inbox on all replicas; 0 if it was not queried
	Photos  int     // how many pictures are stored with it
}

// Quarantined reports whether the arrival was stored in quarantine.
func (r Receipt) Quarantined() bool { return r.Verdict == New && r.Flag != "" }

// CoolsBy is the half-life of a lead's weight in the inbox load, which sets the
// difficulty of the proof of work. Heating is how many of the latest leads count.
const (
	CoolsBy = 10 * time.Minute
	Heating = 128
)

// Stored is a lead in the inbox.
type Stored struct {
	Lead
	ID       int64
	Prefix   string // of its reference; empty for leads of versions that did not store it
	Status   Status
	Flag     Reason
	Created  time.Time
	MailedAt *time.Time
	Value    *int64     // in whole rupees; nil if unknown
	WonAt    *time.Time // nil unless won
	ByHand   bool       // the owner entered it
	Channel  string     // where it came from
	Photos   []PhotoSize
}

// Due returns the deadline of the promised answer, or nil if no answer is due.
func (l Stored) Due() *time.Time {
	if l.Status != Pending || l.ByHand || !l.Kind.Promised() {
		return nil
	}
	return new(Due(l.Created))
}

// Counts holds the number of leads by status and form, the arrival time of the lead that has
// waited longest, and how many of last week's quarantined leads lack only a proof of work.
type Counts struct {
	of       map[Status]map[Kind]int
	waiting  int
	Oldest   *time.Time
	Unsolved int
}

// Add counts n leads, of which the oldest arrived at first. promised states whether their
// senders were promised an answer.
func (c *Counts) Add(s Status, k Kind, promised bool, n int, first time.Time) { //nolint:revive // promised is a property of the leads, not a control flag
	if c.of == nil {
		c.of = map[Status]map[Kind]int{}
	}
	if c.of[s] == nil {
		c.of[s] = map[Kind]int{}
	}
	c.of[s][k] += n
	if s != Pending || !promised || !k.Promised() {
		return
	}
	c.waiting += n
	if c.Oldest == nil || first.Before(*c.Oldest) {
		c.Oldest = &first
	}
}

// Rows returns the number of leads with a status and a form; an empty form means all.
func (c *Counts) Rows(s Status, k Kind) (n int) {
	for kind, of := range c.of[s] {
		if k == "" || k == kind {
			n += of
		}
	}
	return n
}

// Waiting returns the number of leads that were promised an answer and have none yet.
func (c *Counts) Waiting() int { return c.waiting }

// Person is a sender, as named in one or more of their messages.
type Person struct {
	Name     string    `json:"name"`
	Email    string    `json:"email"`
	Phone    string    `json:"phone"`
	Messages int       `json:"messages"`
	LastAt   time.Time `json:"lastAt"`
}

// Step is an entry of a lead's history: the owner changed its status, wrote a note or
// set its value.
type Step struct {
	At     time.Time `json:"at"`
	Action string    `json:"action" enum:"moved,noted,valued"`
	From   Status    `json:"from,omitempty"`
	To     Status    `json:"to,omitempty"`
	Note   string    `json:"note,omitempty"`
	Value  *int64    `json:"value,omitempty" doc:"In whole rupees; absent when it was taken back"`
}

// Place is the cursor at the end of a page of a list.
type Place struct {
	Created time.Time
	ID      int64
}

// Query selects leads. An empty field does not restrict the selection, except that an empty
// status excludes spam.
type Query struct {
	Status Choice
	Kind   Kind
	Text   string
	After  *Place
	Limit  int
}

var referencePattern = regexp.MustCompile(`(?i)^[a-z]{2,3}-([0-9]+)$`)

// Needle returns the text to search for: the number of a reference, the digits of a phone number,
// or any other text as typed. It does not fold case; the database folds the case of this text as it
// folded the stored text.
func (q Query) Needle() string {
	text := strings.Join(strings.Fields(norm.NFC.String(q.Text)), " ")
	if m := referencePattern.FindStringSubmatch(text); m != nil {
		return " -" + m[1] + " "
	}
	if digits := field.Digits(text); len(digits) >= 5 && strings.IndexFunc(text, unicode.IsLetter) < 0 {
		return digits
	}
	return text
}

// Notice holds the arguments of the job that notifies the owner of a lead. It carries
// only the lead's id, so that erasing a person leaves nothing in the queue.
type Notice struct {
	ID int64 `json:"id"`
}

// Kind names the job in the queue.
func (Notice) Kind() string { return "lead_notice" }

// TestMail holds the arguments of the job that sends the owner a test mail.
type TestMail struct{}

// Kind names the job in the queue.
func (TestMail) Kind() string { return "test_mail" }

// Delivery is whether mails about new leads reach the owner.
type Delivery string

// The states of delivery.
const (
	Delivered    Delivery = "ok"             // the last mail was sent, or none was attempted yet
	Failing      Delivery = "failing"        // the last attempt failed, and no mail was sent since
	NoMailServer Delivery = "no_mail_server" // none is configured
)

// All lists the states.
func (Delivery) All() []Delivery { return []Delivery{Delivered, Failing, NoMailServer} }

// What is the type of a change of the inbox.
type What string

// The types of changes.
const (
	Came    What = "new"
	Changed What = "changed"
	Removed What = "removed"
	Resync  What = "resync" // changes may have been missed: reload the inbox
)

// All lists the types.
func (What) All() []What { return []What{Came, Changed, Removed, Resync} }

// Change notifies every replica that the inbox changed.
type Change struct {
	What What  `json:"what" doc:"resync: something may have been missed, read again"`
	ID   int64 `json:"id,omitempty"`
	Kind Kind  `json:"kind,omitempty"`

	Prefix string `json:"prefix,omitempty" doc:"Of a new one's reference"`
}

// Settings are the owner's choices about leads.
type Settings struct {
	NotifyEmail     string       `json:"notifyEmail" doc:"Where new leads are told; empty: the address the owner signs in with"`
	MailLanguage    locales.Lang `json:"mailLanguage"`
	RetentionMonths int          `json:"retentionMonths" minimum:"0" maximum:"120" doc:"Older leads are deleted; 0 keeps them"`
	NoWeeklyMail    bool         `json:"noWeeklyMail,omitempty" doc:"The numbers of a week are not mailed on the Monday after it"`
}
