// Package alarms lets the owner review a security warning, sign out all devices and undo the
// changes.
package alarms

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"parichay/internal/api/signin"
	"parichay/internal/api/wire"
	"parichay/internal/domain/account"
	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/fault"
	"parichay/internal/public/site"
	"parichay/internal/store/alarms"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// Paths of the API.
const (
	Path  = "/alarm"
	Owned = "/account/alarms"
)

// Limits that bound memory, because a thief may make thousands of changes: the number of
// alarms on the account page, of changes listed for each of them, of changes listed for a
// single alarm, and of changes undone per batch.
const shown, listed, mostChanges, atATime = 20, 20, 100, 100

// Alarms holds the handlers, which package api registers.
type Alarms struct {
	Store *postgres.Store
	Site  *site.Site
	// Patience is the time limit of one undo call; 0: the default.
	Patience time.Duration
}

// patience is the default time limit of one undo call. If it is exceeded, the next call
// resumes.
const patience = 10 * time.Second

// AlarmChange is one value that was changed.
type AlarmChange struct {
	Subject  string    `json:"subject" doc:"site, codes, account, settings, or the name of a list"`
	Item     string    `json:"item,omitempty" doc:"Id of the list's item, or the code"`
	Field    string    `json:"field" doc:"The field; for the account, the kind of its log entry"`
	Lang     string    `json:"lang,omitempty" doc:"Language of a text that is not English"`
	Word     string    `json:"word" doc:"Locale key of the value's name"`
	Values   string    `json:"values,omitempty" doc:"Prefix of the locale keys of its values, if they are translated"`
	Name     string    `json:"name,omitempty" doc:"The owner's name for the item"`
	Before   string    `json:"before"`
	After    string    `json:"after"`
	Alike    string    `json:"alike,omitempty" enum:"back,spaces" doc:"If both look the same: back = changed and changed back, spaces = only spaces or invisible characters differ"`
	At       time.Time `json:"at"`
	Times    int       `json:"times" doc:"How often the value was changed; before is the value before the first change"`
	Browser  string    `json:"browser,omitempty" doc:"Name of the browser, for example Firefox"`
	System   string    `json:"system,omitempty" doc:"Operating system, for example Android"`
	Network  string    `json:"network,omitempty" doc:"Subnet of the IP address"`
	Origin   *string   `json:"origin,omitempty" doc:"What undo restores, if it differs from before because earlier changes are undone as well"`
	Passed   *string   `json:"passed,omitempty" doc:"An intermediate value, if the value is the same as before again"`
	Appeared []string  `json:"appeared,omitempty" doc:"Phone numbers, payment ids, handles and addresses that were added to a text"`
	Later    bool      `json:"later,omitempty" doc:"The value was changed again later"`
	Outcome  string    `json:"outcome,omitempty" enum:"back,same,kept" doc:"After undo: back = restored, same = already restored, kept = cannot be restored"`
}

// Alarm is one warning: changes that were reported together.
type Alarm struct {
	ID       int64         `json:"id"`
	At       time.Time     `json:"at"`
	MailedAt *time.Time    `json:"mailedAt,omitempty"`
	UndoneAt *time.Time    `json:"undoneAt,omitempty" doc:"When the changes were undone"`
	Changes  []AlarmChange `json:"changes"`
	More     int           `json:"more,omitempty" doc:"Number of changes that are not listed"`
	Left     int           `json:"left,omitempty" doc:"Number of changes that are not undone yet; repeat the call to continue"`
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
		before, after := c.Sides()
		change := AlarmChange{
			Subject: c.Subject, Item: c.Item, Field: c.Field, Word: c.Word(), Values: c.Values(), Name: c.Name, Before: before, After: after, Alike: c.Alike(), At: c.At, Times: c.Times,
			Appeared: c.Contacts(),
			Browser:  browser, System: system, Network: c.Network, Later: c.Later, Outcome: outcome,
		}
		if c.Passed {
			change.Passed = new(c.Excerpt(c.Meanwhile))
		}
		if traced && c.Origin != c.Before {
			change.Origin = new(c.Excerpt(c.Origin))
		}
		if key, lang := c.Text(); lang != locales.English {
			change.Field, change.Lang = key, string(lang)
		}
		out.Changes = append(out.Changes, change)
	}
	return out
}

// AlarmLog is the list of the newest alarms.
type AlarmLog struct {
	Alarms []Alarm `json:"alarms" doc:"Newest first"`
}

// List returns the newest alarms.
func (s Alarms) List(ctx context.Context, _ *struct{}) (*wire.Reply[AlarmLog], error) {
	found, err := s.Store.Alarms.List(ctx, shown, listed)
	if err != nil {
		return nil, err
	}
	all := AlarmLog{Alarms: []Alarm{}}
	for _, a := range found {
		all.Alarms = append(all.Alarms, show(a))
	}
	return &wire.Reply[AlarmLog]{Body: all}, nil
}

// Opening is a request with the token of a mailed link.
type Opening struct {
	Body struct {
		Token account.Token `json:"token" maxLength:"100" doc:"The part of the link after the #"`
	}
}

// Look returns the alarm of a link. It changes nothing, because mail scanners open links, too.
func (s Alarms) Look(ctx context.Context, in *Opening) (*wire.Reply[Alarm], error) {
	a, err := s.Store.Alarms.Opened(ctx, in.Body.Token.Hash(), mostChanges)
	if err != nil {
		return nil, err
	}
	return &wire.Reply[Alarm]{Body: show(a)}, nil
}

// Undo signs out all devices and undoes the changes of the link's alarm.
func (s Alarms) Undo(ctx context.Context, in *Opening) (*wire.Reply[Alarm], error) {
	a, err := s.Store.Alarms.Opened(ctx, in.Body.Token.Hash(), mostChanges)
	if err != nil {
		return nil, err
	}
	return s.undo(ctx, a, "", account.Visit{Browser: signin.CallerOf(ctx).Browser})
}

// UndoOwn undoes the changes of an alarm for a signed-in owner. It signs out all devices
// except the caller's.
func (s Alarms) UndoOwn(ctx context.Context, in *struct {
	ID int64 `path:"id" minimum:"1"`
},
) (*wire.Reply[Alarm], error) {
	a, err := s.Store.Alarms.Find(ctx, in.ID, mostChanges)
	if err != nil {
		return nil, err
	}
	c := signin.CallerOf(ctx)
	return s.undo(ctx, a, c.Token, account.Visit{Browser: c.Browser, Device: c.Device})
}

// undo ends the sessions first, so that nobody can make new changes meanwhile, and marks the
// alarm as undone last. Every step is idempotent; after a failure or timeout the next call
// resumes.
func (s Alarms) undo(ctx context.Context, a alarms.Alarm, token account.Token, v account.Visit) (*wire.Reply[Alarm], error) {
	ctx = alarms.With(ctx, nil)
	store := s.Store
	if err := store.Sessions.EndOthers(ctx, token, v); err != nil {
		return nil, err
	}
	if a.UndoneAt != nil { // perhaps by a thief, whose session the call above has ended
		return &wire.Reply[Alarm]{Body: show(a)}, nil
	}
	v.Session = token
	left, err := s.restoreAll(ctx, a.ID, v)
	if err != nil {
		return nil, err
	}
	s.Site.Refresh(ctx)
	if a, err = store.Alarms.Find(ctx, a.ID, mostChanges); err != nil {
		return nil, err
	}
	out := show(a)
	out.Left = left
	return &wire.Reply[Alarm]{Body: out}, nil
}

// restoreAll undoes all changes up to now in batches, until none is left or time is up. It
// returns the number of changes left.
func (s Alarms) restoreAll(ctx context.Context, id int64, by account.Visit) (left int, err error) {
	store := s.Store
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

// together returns a key for the group of values that are restored in one save: all values of
// the site, all values of an item, or a single value.
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

// restore resets the values of an alarm to what they were before the first change that led to
// it, even if they were changed again later. It leaves out values that the undo of another
// alarm has restored. It stops once until has passed. It returns the changes with an outcome,
// and the number of changes that are left.
func (s Alarms) restore(ctx context.Context, a alarms.Alarm, by account.Visit, until time.Time) (done []alarms.Noted, left int, err error) {
	who, err := s.Store.Accounts.Owner(ctx)
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

// restoreTogether restores one group of values and records the outcome of each.
func (s Alarms) restoreTogether(ctx context.Context, author postgres.Author, by account.Visit, all []alarms.Noted, outcomes map[alarms.Change]string) (err error) {
	store, c, outcome := s.Store, all[0], alarms.Kept
	switch c.Subject {
	case alarms.Site:
		return s.restoreSite(ctx, author, all, outcomes)
	case alarms.Account:
		switch kind := account.LogKind(c.Field); kind {
		case account.EmailChanged:
			outcome, err = outcomeOf(store.Accounts.TakeEmailBack(ctx, c.Before, by.Browser), fault.ErrConflict)
		case account.TOTPAdded, account.PasskeyAdded:
			outcome, err = outcomeOf(store.Factors.TakeBackSince(ctx, kind, c.At, by), fault.ErrNotFound)
		case account.CodesMade:
			// The old codes cannot be restored, so the outcome is Kept. The owner creates new ones.
			if _, err = outcomeOf(store.Factors.TakeCodesBack(ctx, by)); err != nil {
				return err
			}
		case account.CodeRefused:
			outcome = alarms.Same
		default: // cannot be restored here; the owner has to correct it
		}
	case alarms.Settings:
		outcome, err = s.restoreAddress(ctx, c.Change)
	case alarms.Codes:
		outcome, err = outcomeOf(store.Codes.TakeBack(ctx, c.Item, c.Before))
	default:
		return s.restoreItem(ctx, author, all, outcomes)
	}
	for _, c := range all {
		outcomes[c.Value()] = outcome
	}
	return err
}

// outcomeOf converts the error of a restore into an outcome. It is not a failure if a value
// cannot be restored or has been restored before. already lists the errors that mean that the
// value has been restored before.
func outcomeOf(err error, already ...error) (string, error) {
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
	inbox := s.Store.Inbox
	settings, err := inbox.Settings(ctx)
	if err != nil || settings.NotifyEmail == c.Before {
		return alarms.Same, err
	}
	settings.NotifyEmail = c.Before
	return outcomeOf(inbox.SaveSettings(ctx, settings))
}

// tries is how often a save is tried. It may conflict with a call that was in progress when
// the sessions ended.
const tries = 5

// unopposed calls try, and repeats the call as long as it returns ErrConflict, at most tries
// times in all.
func unopposed(try func() error) (err error) {
	for range tries {
		if err = try(); !errors.Is(err, fault.ErrConflict) {
			break
		}
	}
	return err
}

// restoreItem restores all values of an item in one save, because they may be valid only
// together. If that save is refused, because other values of the item have changed since,
// restoreItem restores each value separately, as far as possible.
func (s Alarms) restoreItem(ctx context.Context, by postgres.Author, all []alarms.Noted, outcomes map[alarms.Change]string) error {
	list, try := content.CollectionNamed(all[0].Subject), s.showItem
	if !shownBefore(all) { // the item did not exist or was hidden
		try = s.hideItem
	}
	back := func(some []alarms.Noted) (outcome string, err error) {
		err = unopposed(func() (err error) {
			item, err := s.item(ctx, list, all[0].Item)
			if err == nil {
				outcome, err = try(ctx, by, list, item, some)
			} else {
				outcome, err = outcomeOf(err)
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

// shownBefore reports whether an item was public before its first change.
func shownBefore(all []alarms.Noted) bool {
	return slices.MinFunc(all, func(a, b alarms.Noted) int { return cmp.Compare(a.First, b.First) }).Shown
}

func (s Alarms) item(ctx context.Context, list *content.Collection, id string) (content.Item, error) {
	if list == nil {
		return content.Item{}, fault.ErrNotFound
	}
	return s.Store.Items.Item(ctx, list, id)
}

// hideItem hides an item and restores its schedule and languages. It does not restore the
// item's link and texts, which nobody sees while the item is hidden.
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
	_, err := s.Store.Items.PutBack(ctx, by, list, item.ID, item.Revision, changes)
	return outcomeOf(err)
}

func (s Alarms) showItem(ctx context.Context, by postgres.Author, list *content.Collection, item content.Item, all []alarms.Noted) (string, error) {
	items := s.Store.Items
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
			return outcomeOf(err)
		}
	}
	_, err := items.PutBack(ctx, by, list, item.ID, item.Revision, changes)
	return outcomeOf(err)
}

func (s Alarms) restoreSite(ctx context.Context, by postgres.Author, fields []alarms.Noted, outcomes map[alarms.Change]string) error {
	return unopposed(func() error {
		now, err := s.Store.Site.Content(ctx)
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
		_, err = s.Store.Site.Save(ctx, by, now.Profile.ID, func(profile.Profile) (profile.Profile, error) { return restored, nil })
		return err
	})
}
