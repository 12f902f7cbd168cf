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

// Arrival is a lead at the door: what the store needs to take it in exactly once
// and to put it where it belongs.
type Arrival struct {
	Lead
	Prefix  string   // of its reference
	Key     string   // made once a message by the sender; the same key again is the same message
	Network []byte   // where it came from, hidden; nil for the owner
	Wide    []byte   // the same of its neighbourhood, if that is wider
	Nonce   []byte   // of the form's token, to be used once; nil when there was none
	Proven  bool     // puzzles were asked for and solved
	Flag    Reason   // why it is suspected already; empty when it is not
	Most    *float64 // refuse it if it is new and more than that reached the inbox lately: its form must ask for more; nil: never
	NoRoom  bool     // quarantine is full: refuse it if it is suspect, and new
	Notify  bool     // tell the owner by mail
	AnHour  int      // how many messages the site expects within an hour; 0: as most sites
}

// Room is how many may come from the arrival's network within an hour.
func (a Arrival) Room() int {
	room := NetworkAnHour
	if a.Proven {
		room = ProvenAnHour
	}
	return int(float64(room) * Scale(a.AnHour))
}

// TextRoom is how often the arrival's text may come within a day.
func (a Arrival) TextRoom() int { return int(TextADay * Scale(a.AnHour)) }

// Verdict is what the store decided about an arrival.
type Verdict string

// The verdicts. Only what is New was stored by this arrival.
const (
	New       Verdict = "new"
	Known     Verdict = "known"      // the same message came before, under the same key
	KeyTaken  Verdict = "key_taken"  // another message came under this key
	TokenUsed Verdict = "token_used" // another message used this form's token
	NoRoom    Verdict = "no_room"    // suspect, and quarantine was full
	Harder    Verdict = "harder"     // its token asked for too little
)

// Receipt is what became of an arrival.
type Receipt struct {
	Verdict Verdict
	ID      int64
	Prefix  string  // of its reference
	Flag    Reason  // why it is in quarantine; empty when it is in the inbox
	Heat    float64 // how much reached the inbox lately, on all replicas; 0 where nothing was asked
}

// Quarantined reports whether the arrival took room in quarantine.
func (r Receipt) Quarantined() bool { return r.Verdict == New && r.Flag != "" }

// CoolsBy is how long it takes until what reached the inbox counts half for how hard the
// next puzzles are; Heating is how many of the last ones are counted.
const (
	CoolsBy = 10 * time.Minute
	Heating = 128
)

// Stored is a lead in the inbox.
type Stored struct {
	Lead
	ID       int64
	Prefix   string // of its reference; empty for one from before they were kept
	Status   Status
	Flag     Reason
	Created  time.Time
	MailedAt *time.Time
	Value    *int64     // in whole rupees; nil when nobody told it
	WonAt    *time.Time // nil unless it is won
	ByHand   bool       // the owner wrote it down
	Channel  string     // how it came
}

// Due is when the promise made with it ends; nil when nothing is promised, or any more.
func (l Stored) Due() *time.Time {
	if l.Status != Pending || l.ByHand || !l.Kind.Promised() {
		return nil
	}
	return new(Due(l.Created))
}

// Counts is how many leads there are of each status and form, when the one that
// waits longest came, and how many of the last week's spam only lack a solved puzzle.
type Counts struct {
	of       map[Status]map[Kind]int
	waiting  int
	Oldest   *time.Time
	Unsolved int
}

// Add counts n leads, the first of which came at that time; promised says whether
// they were told to wait for an answer.
func (c *Counts) Add(s Status, k Kind, promised bool, n int, first time.Time) { //nolint:revive // it is what is counted
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

// Rows is how many a list of that status and form has; without a form, of all.
func (c *Counts) Rows(s Status, k Kind) (n int) {
	for kind, of := range c.of[s] {
		if k == "" || k == kind {
			n += of
		}
	}
	return n
}

// Waiting is how many were promised an answer and have none yet.
func (c *Counts) Waiting() int { return c.waiting }

// Person is somebody as they named themselves in some of their messages.
type Person struct {
	Name     string    `json:"name"`
	Email    string    `json:"email"`
	Phone    string    `json:"phone"`
	Messages int       `json:"messages"`
	LastAt   time.Time `json:"lastAt"`
}

// Step is something that happened to a lead since it came: it was moved, or the
// owner wrote a note or what it is worth.
type Step struct {
	At     time.Time `json:"at"`
	Action string    `json:"action" enum:"moved,noted,valued"`
	From   Status    `json:"from,omitempty"`
	To     Status    `json:"to,omitempty"`
	Note   string    `json:"note,omitempty"`
	Value  *int64    `json:"value,omitempty" doc:"In whole rupees; absent when it was taken back"`
}

// Place is where in a list a page ended.
type Place struct {
	Created time.Time
	ID      int64
}

// Query picks leads: an empty part picks all, but an empty status all except spam.
type Query struct {
	Status Choice
	Kind   Kind
	Text   string
	After  *Place
	Limit  int
}

var referencePattern = regexp.MustCompile(`(?i)^[a-z]{2,3}-([0-9]+)$`)

// Needle is the text to search for: a reference by its number, a phone number by its
// digits in any spacing, other text as it was typed. The database folds case, because
// only it knows which letters it folded in the stored text.
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

// Notice asks for the owner to be told of a lead. It is a job's arguments and
// carries only the number, so that erasing a person leaves nothing in the queue.
type Notice struct {
	ID int64 `json:"id"`
}

// Kind names the job in the queue.
func (Notice) Kind() string { return "lead_notice" }

// TestMail asks for a test mail to the owner. It is a job's arguments.
type TestMail struct{}

// Kind names the job in the queue.
func (TestMail) Kind() string { return "test_mail" }

// Delivery is whether mails about new leads reach the owner.
type Delivery string

// The states of delivery.
const (
	Delivered    Delivery = "ok"             // the last mail was sent, or none was tried yet
	Failing      Delivery = "failing"        // the last try failed, and no mail was sent since
	NoMailServer Delivery = "no_mail_server" // the operator has configured none
)

// All lists them.
func (Delivery) All() []Delivery { return []Delivery{Delivered, Failing, NoMailServer} }

// What is a change of the inbox.
type What string

// The changes.
const (
	Came    What = "new"
	Changed What = "changed"
	Removed What = "removed"
	Resync  What = "resync" // some may have been missed: read again
)

// All lists them.
func (What) All() []What { return []What{Came, Changed, Removed, Resync} }

// Change is what every replica hears when the inbox changed.
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
