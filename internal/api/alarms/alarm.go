// Package alarm is what the owner does about a warning: looks at what was changed and,
// if it was somebody else, signs all devices out and takes it back.
package alarms

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"parichay/internal/api/wire"
	"parichay/internal/domain/account"
	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/store/alarms"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// Page is where the link of a mail leads; the secret stands behind the #, which
// browsers keep to themselves.
const Page = "/admin/not-me"

// Where the API has it.
const (
	Path  = "/alarm"
	Owned = "/account/alarms"
)

// How many alarms the account's page lists and how many changes of each, how many are
// shown of one alone, and how many are taken back at a time: whoever makes thousands of
// them must not make the program run out of memory.
const shown, listed, mostChanges, atATime = 20, 20, 100, 100

// Alarms answers the calls; the server registers its methods.
type Alarms struct {
	Store func() *postgres.Store
	// Caller is the browser that asks, and the session it has.
	Caller func(context.Context) (account.Token, account.Visit)
	// Changed has what was stored shown here at once.
	Changed func(context.Context)
	// Patience is how long one call takes values back; 0 is ten seconds.
	Patience time.Duration
}

// patience is how long one call takes values back, if nobody says otherwise; the next
// goes on.
const patience = 10 * time.Second

// AlarmChange is one value that was changed.
type AlarmChange struct {
	Subject  string    `json:"subject" doc:"site, codes, account, settings, or the name of a list"`
	Item     string    `json:"item,omitempty" doc:"Of a list, or a code"`
	Field    string    `json:"field" doc:"Of the account: what happened to it, as in its log"`
	Lang     string    `json:"lang,omitempty" doc:"Of a text, if it is not English"`
	Word     string    `json:"word" doc:"The key of the words for what was changed"`
	Values   string    `json:"values,omitempty" doc:"How the keys of the words for its values begin, if they have words"`
	Name     string    `json:"name,omitempty" doc:"What the owner calls the item"`
	Before   string    `json:"before"`
	After    string    `json:"after"`
	At       time.Time `json:"at"`
	Times    int       `json:"times" doc:"How often it was changed from there; before is what it was at first"`
	Browser  string    `json:"browser,omitempty" doc:"A brand's name, such as Firefox"`
	System   string    `json:"system,omitempty" doc:"Such as Android"`
	Network  string    `json:"network,omitempty" doc:"A prefix of the address"`
	Origin   *string   `json:"origin,omitempty" doc:"What undoing brings back, if it is not before: it was changed before that, too"`
	Passed   *string   `json:"passed,omitempty" doc:"What it was for a while, if it is as before now"`
	Appeared []string  `json:"appeared,omitempty" doc:"Of a text: the numbers, payment ids, handles and addresses that appeared in it"`
	Later    bool      `json:"later,omitempty" doc:"It was changed again after that"`
	Outcome  string    `json:"outcome,omitempty" enum:"back,same,kept" doc:"Once it is taken back: it is as before, it was so already, or it stays as it is"`
}

// Alarm is what was changed and told together.
type Alarm struct {
	ID       int64         `json:"id"`
	At       time.Time     `json:"at"`
	MailedAt *time.Time    `json:"mailedAt,omitempty"`
	UndoneAt *time.Time    `json:"undoneAt,omitempty" doc:"When it was taken back"`
	Changes  []AlarmChange `json:"changes"`
	More     int           `json:"more,omitempty" doc:"How many changes are not listed"`
	Left     int           `json:"left,omitempty" doc:"How many are still to be taken back, since there are so many: the same call goes on with them"`
}

func show(a alarms.Alarm) Alarm {
	traced := a.UndoneAt == nil && a.Traced
	out := Alarm{ID: a.ID, At: a.At, MailedAt: a.MailedAt, UndoneAt: a.UndoneAt, Changes: []AlarmChange{}, More: a.More}
	for _, c := range a.Changes {
		browser, system := account.Browser{UserAgent: c.UserAgent}.Device()
		outcome := c.Outcome
		if c.Undone && outcome == "" && a.UndoneAt == nil {
			outcome = alarms.Same // by another alarm
		}
		change := AlarmChange{
			Subject: c.Subject, Item: c.Item, Field: c.Field, Word: word(c.Change), Values: values(c.Change), Name: c.Name, Before: excerpt(c.Change, c.Before), After: excerpt(c.Change, c.After), At: c.At, Times: c.Times,
			Appeared: appeared(c.Change),
			Browser:  browser, System: system, Network: c.Network, Later: c.Later, Outcome: outcome,
		}
		if c.Passed {
			change.Passed = new(excerpt(c.Change, c.Meanwhile))
		}
		if traced && c.Origin != c.Before {
			change.Origin = new(excerpt(c.Change, c.Origin))
		}
		if key, lang := c.Text(); lang != locales.English {
			change.Field, change.Lang = key, string(lang)
		}
		out.Changes = append(out.Changes, change)
	}
	return out
}

// AlarmLog is the newest alarms.
type AlarmLog struct {
	Alarms []Alarm `json:"alarms" doc:"Newest first"`
}

// List lists them for the owner.
func (s Alarms) List(ctx context.Context, _ *struct{}) (*wire.Reply[AlarmLog], error) {
	found, err := s.Store().Alarms.List(ctx, shown, listed)
	if err != nil {
		return nil, err
	}
	all := AlarmLog{Alarms: []Alarm{}}
	for _, a := range found {
		all.Alarms = append(all.Alarms, show(a))
	}
	return &wire.Reply[AlarmLog]{Body: all}, nil
}

// Opening is a link that came by mail.
type Opening struct {
	Body struct {
		Token account.Token `json:"token" maxLength:"100" doc:"What stands behind the # of the link"`
	}
}

// Look shows what a link is about. It changes nothing: programs open links, too.
func (s Alarms) Look(ctx context.Context, in *Opening) (*wire.Reply[Alarm], error) {
	a, err := s.Store().Alarms.Opened(ctx, in.Body.Token.Hash(), mostChanges)
	if err != nil {
		return nil, err
	}
	return &wire.Reply[Alarm]{Body: show(a)}, nil
}

// Undo signs all devices out and takes back what a link is about.
func (s Alarms) Undo(ctx context.Context, in *Opening) (*wire.Reply[Alarm], error) {
	a, err := s.Store().Alarms.Opened(ctx, in.Body.Token.Hash(), mostChanges)
	if err != nil {
		return nil, err
	}
	_, v := s.Caller(ctx)
	return s.undo(ctx, a, "", account.Visit{Browser: v.Browser})
}

// UndoOwn does the same for the owner, who stays signed in here.
func (s Alarms) UndoOwn(ctx context.Context, in *struct {
	ID int64 `path:"id" minimum:"1"`
},
) (*wire.Reply[Alarm], error) {
	a, err := s.Store().Alarms.Find(ctx, in.ID, mostChanges)
	if err != nil {
		return nil, err
	}
	token, v := s.Caller(ctx)
	return s.undo(ctx, a, token, v)
}

// undo ends sessions first, so that nobody changes things again meanwhile, and says
// that it is done last: each step can be taken twice, and what fails half-way, or takes
// too long for one call, is gone on with by the next.
func (s Alarms) undo(ctx context.Context, a alarms.Alarm, token account.Token, v account.Visit) (*wire.Reply[Alarm], error) {
	ctx = alarms.With(ctx, nil)
	store := s.Store()
	if err := store.Sessions.EndOthers(ctx, token, v); err != nil {
		return nil, err
	}
	if a.UndoneAt != nil { // maybe by somebody else, who stayed signed in
		return &wire.Reply[Alarm]{Body: show(a)}, nil
	}
	v.Session = token
	left, err := s.restoreAll(ctx, a.ID, v)
	if err != nil {
		return nil, err
	}
	s.Changed(ctx)
	if a, err = store.Alarms.Find(ctx, a.ID, mostChanges); err != nil {
		return nil, err
	}
	out := show(a)
	out.Left = left
	return &wire.Reply[Alarm]{Body: out}, nil
}

// restoreAll takes back what was changed until now, some of it at a time, until there is
// no more of it or time is up. It tells how much is left.
func (s Alarms) restoreAll(ctx context.Context, id int64, by account.Visit) (left int, err error) {
	store := s.Store()
	last, err := store.Alarms.Close(ctx)
	if err != nil {
		return 0, err
	}
	until := time.Now().Add(cmp.Or(s.Patience, patience))
	for {
		a, err := store.Alarms.Left(ctx, id, atATime)
		if err != nil {
			return 0, err
		}
		done, here, err := s.restore(ctx, a, by, until)
		if err != nil {
			return 0, err
		}
		left = here + a.More
		if err := store.Alarms.MarkUndone(ctx, id, done, last); err != nil || left == 0 || time.Now().After(until) {
			return left, err
		}
	}
}

// together names what is brought back at once: the site, an item, or one value.
func together(c alarms.Change) alarms.Change {
	switch c.Subject {
	case alarms.Site:
		return alarms.Change{Subject: c.Subject}
	case alarms.Account, alarms.Settings, alarms.Codes:
		return c.Value()
	default:
		return alarms.Change{Subject: c.Subject, Item: c.Item}
	}
}

// restore puts values back to what they were before the first of the changes that led
// to the alarm, changed again since or not, until time is up. What another alarm
// brought back stays.
func (s Alarms) restore(ctx context.Context, a alarms.Alarm, by account.Visit, until time.Time) (done []alarms.Noted, left int, err error) {
	who, err := s.Store().Accounts.Owner(ctx)
	if err != nil {
		return nil, 0, err
	}
	author := postgres.Author(who.Email)
	var order []alarms.Change
	groups, outcomes := map[alarms.Change][]alarms.Noted{}, map[alarms.Change]string{}
	for _, c := range a.Changes {
		if outcomes[c.Value()] = c.Outcome; c.Outcome != "" || c.Undone {
			continue
		}
		of := together(c.Change)
		if groups[of] == nil {
			order = append(order, of)
		}
		if !slices.ContainsFunc(groups[of], func(other alarms.Noted) bool { return other.Value() == c.Value() }) {
			c.Before, c.Shown = c.Origin, c.OriginShown
			groups[of] = append(groups[of], c)
		}
	}
	for _, of := range order {
		if err := s.restoreTogether(ctx, author, by, groups[of], outcomes); err != nil {
			return nil, 0, err
		}
		if time.Now().After(until) {
			break
		}
	}
	for _, c := range a.Changes {
		if c.Outcome != "" {
			continue
		}
		c.Outcome = outcomes[c.Value()]
		switch {
		case c.Outcome == "" && c.Undone:
			c.Outcome = alarms.Same
		case c.Outcome == "":
			left++
			continue
		}
		done = append(done, c)
	}
	return done, left, nil
}

// restoreTogether puts back what belongs together and notes what became of each value.
func (s Alarms) restoreTogether(ctx context.Context, author postgres.Author, by account.Visit, all []alarms.Noted, outcomes map[alarms.Change]string) (err error) {
	store, c, outcome := s.Store(), all[0], alarms.Kept
	switch c.Subject {
	case alarms.Site:
		return s.restoreSite(ctx, author, all, outcomes)
	case alarms.Account:
		switch kind := account.LogKind(c.Field); kind {
		case account.EmailChanged:
			outcome, err = told(store.Accounts.TakeEmailBack(ctx, c.Before, by.Browser), fault.ErrConflict)
		case account.TOTPAdded, account.PasskeyAdded:
			outcome, err = told(store.Factors.TakeBackSince(ctx, kind, c.At, by), fault.ErrNotFound)
		case account.CodesMade:
			// Those from before do not come back: the owner makes new ones.
			if _, err = told(store.Factors.TakeCodesBack(ctx, by)); err != nil {
				return err
			}
		case account.CodeRefused:
			outcome = alarms.Same
		default: // the rest is for the owner to set right
		}
	case alarms.Settings:
		outcome, err = s.restoreAddress(ctx, c.Change)
	case alarms.Codes:
		outcome, err = told(store.Codes.TakeBack(ctx, c.Item, c.Before))
	default:
		return s.restoreItem(ctx, author, all, outcomes)
	}
	for _, c := range all {
		outcomes[c.Value()] = outcome
	}
	return err
}

// told is what became of something; what cannot be taken back by itself is no failure,
// nor is what was taken back already, which the store says by an error of its own.
func told(err error, already ...error) (string, error) {
	var invalid fault.Invalid
	switch {
	case err == nil:
		return alarms.Back, nil
	case slices.ContainsFunc(already, func(target error) bool { return errors.Is(err, target) }):
		return alarms.Same, nil
	case errors.Is(err, fault.ErrNotFound), errors.Is(err, fault.ErrFull), errors.Is(err, fault.ErrBuiltIn), errors.As(err, &invalid):
		return alarms.Kept, nil
	}
	return "", err
}

func (s Alarms) restoreAddress(ctx context.Context, c alarms.Change) (string, error) {
	inbox := s.Store().Inbox
	settings, err := inbox.Settings(ctx)
	if err != nil || settings.NotifyEmail == c.Before {
		return alarms.Same, err
	}
	settings.NotifyEmail = c.Before
	return told(inbox.SaveSettings(ctx, settings))
}

// tries is how often something is saved that somebody else saves at the same time: a
// call that was under way when the sessions ended.
const tries = 5

// unopposed tries until nobody saved the same meanwhile.
func unopposed(try func() error) (err error) {
	for range tries {
		if err = try(); !errors.Is(err, fault.ErrConflict) {
			break
		}
	}
	return err
}

// restoreItem brings all values of an item back at once: one without the other may be
// none that it may have. If they are none together, either, since the rest of it was
// changed as well, each comes back that can.
func (s Alarms) restoreItem(ctx context.Context, by postgres.Author, all []alarms.Noted, outcomes map[alarms.Change]string) error {
	list, try := content.CollectionNamed(all[0].Subject), s.showItem
	if !shownBefore(all) { // it was not there, or hidden
		try = s.hideItem
	}
	back := func(some []alarms.Noted) (outcome string, err error) {
		err = unopposed(func() (err error) {
			item, err := s.item(ctx, list, all[0].Item)
			if err == nil {
				outcome, err = try(ctx, by, list, item, some)
			} else {
				outcome, err = told(err)
			}
			return err
		})
		for _, c := range some {
			outcomes[c.Value()] = outcome
		}
		return outcome, err
	}
	outcome, err := back(all)
	if err != nil || outcome != alarms.Kept || len(all) == 1 {
		return err
	}
	for i := range all {
		if _, err := back(all[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}

// shownBefore reports whether visitors saw an item before the first of its changes.
func shownBefore(all []alarms.Noted) bool {
	return slices.MinFunc(all, func(a, b alarms.Noted) int { return cmp.Compare(a.First, b.First) }).Shown
}

func (s Alarms) item(ctx context.Context, list *content.Collection, id string) (content.Item, error) {
	if list == nil {
		return content.Item{}, fault.ErrNotFound
	}
	return s.Store().Items.Item(ctx, list, id)
}

// hideItem leaves what an item leads to, which nobody sees, and brings back when and to
// whom it would be shown.
func (s Alarms) hideItem(ctx context.Context, by postgres.Author, list *content.Collection, item content.Item, all []alarms.Noted) (string, error) {
	changes := content.Changes{Values: content.Values{}, Published: new(false)}
	done := !item.Seen()
	for _, c := range all {
		if key, lang := c.Text(); list.Places(key) {
			done = done && list.Plain(item, key, lang) == c.Before
			list.Back(&changes, key, lang, c.Before)
		}
	}
	if done {
		return alarms.Same, nil
	}
	_, err := s.Store().Items.PutBack(ctx, by, list, item.ID, item.Revision, changes)
	return told(err)
}

func (s Alarms) showItem(ctx context.Context, by postgres.Author, list *content.Collection, item content.Item, all []alarms.Noted) (string, error) {
	items := s.Store().Items
	changes := content.Changes{Values: content.Values{}, Published: new(true)}
	done := item.Seen()
	for _, c := range all {
		key, lang := c.Text()
		done = done && list.Plain(item, key, lang) == c.Before
		list.Back(&changes, key, lang, c.Before)
	}
	if done {
		return alarms.Same, nil
	}
	if item.DeletedAt != nil {
		var err error
		if item, err = items.TakeBack(ctx, by, list, item.ID); err != nil {
			return told(err)
		}
	}
	_, err := items.PutBack(ctx, by, list, item.ID, item.Revision, changes)
	return told(err)
}

func (s Alarms) restoreSite(ctx context.Context, by postgres.Author, fields []alarms.Noted, outcomes map[alarms.Change]string) error {
	return unopposed(func() error {
		now, err := s.Store().Site.Content(ctx)
		if err != nil {
			return err
		}
		restored := now.Profile.Profile
		for _, c := range fields {
			before := restored
			key, lang := c.Text()
			restored = restored.With(key, lang, c.Before)
			if outcomes[c.Value()] = alarms.Back; len(profile.Diff(before, restored)) == 0 {
				outcomes[c.Value()] = alarms.Same
			}
		}
		if len(profile.Diff(now.Profile.Profile, restored)) == 0 {
			return nil
		}
		_, err = s.Store().Site.Save(ctx, by, now.Profile.ID, func(profile.Profile) (profile.Profile, error) { return restored, nil })
		return err
	})
}
