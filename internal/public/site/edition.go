package site

import (
	"maps"
	"slices"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/domain/homepage"
	"parichay/internal/public/render"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// maxChanges is how many changed scopes a replica tracks separately. Above that number
// everything counts as changed.
const maxChanges = 20_000

// changes records when the shown content last changed, as far as this replica knows.
type changes struct {
	all    moment            // version from which on changes are tracked by scope; anything older is outdated
	scopes map[string]moment // last change of each scope after that
	back   int64             // how often the version of the database went back, so that version numbers are reused
}

// moment is a change: its version, when this replica learned of it (zero if unknown), and the
// previous version of what changed.
type moment struct {
	version int64
	heard   time.Time
	before  int64
}

// after returns the changes of the snapshot that replaces s: the changes of s, and what changed
// between s and newer. now is the time at which newer was loaded.
func (s *snapshot) after(newer postgres.Content, now time.Time) changes {
	c := s.changes
	other := newer.Origin != s.Origin
	switch {
	case other:
		c.back = 0
	case newer.Version < s.Version:
		c.back++
		other = true
	}
	if other || newer.Unscoped > c.all.version || len(c.scopes)+len(newer.Changed) > maxChanges {
		return changes{all: moment{version: newer.Version}, back: c.back} // what changed is unknown, so everything counts as changed
	}
	next := changes{all: c.all, scopes: maps.Clone(c.scopes), back: c.back}
	if next.scopes == nil {
		next.scopes = map[string]moment{}
	}
	for scope, version := range newer.Changed {
		next.scopes[scope] = moment{version, now, c.newest(scope).version}
	}
	if newer.Profile.Profile.Owned() && !slices.Equal(s.Empty, newer.Empty) {
		next.scopes[postgres.ProfileScope] = moment{newer.Version, now, c.newest(postgres.ProfileScope).version} // pages link only to lists that are not empty
	}
	return next
}

// newest returns the latest change to any of the scopes.
func (c changes) newest(scopes ...string) moment {
	last := c.all
	for _, scope := range scopes {
		if m, ok := c.scopes[scope]; ok && m.version > last.version {
			last = m
		}
	}
	return last
}

// before returns the version that the scopes had before their latest change.
func (c changes) before(scopes ...string) int64 {
	last, before := c.newest(scopes...).version, c.all.version
	for _, scope := range scopes {
		m := c.scopes[scope]
		if m.version == last {
			m.version = m.before
		}
		before = max(before, m.version)
	}
	return before
}

// reads returns the scopes shown at an address: the profile, and a list, or one item and the
// next item that it links to. The home page also shows parts of lists.
func (s *Site) reads(a address) []string {
	switch {
	case a.page.item != nil:
		own := postgres.ItemScope(a.page.item, a.arg)
		if next := s.nexts.after(own); next != "" {
			return []string{postgres.ProfileScope, own, next}
		}
		return []string{postgres.ProfileScope, own}
	case a.page.list == content.Blocks:
		return append([]string{postgres.ProfileScope, a.page.list.Name}, s.live.current.Load().excerpted()...)
	case a.page.list != nil:
		return []string{postgres.ProfileScope, a.page.list.Name}
	}
	return []string{postgres.ProfileScope}
}

// purgedBy returns the scopes whose changes purge an address from the CDN. A page that links to
// lists shows which of them are empty, so any change of these lists may change the page.
func (s *Site) purgedBy(a address) []string {
	scopes := s.reads(a)
	if a.page.leads {
		for _, name := range listScopes {
			if !slices.Contains(scopes, name) {
				scopes = append(scopes, name)
			}
		}
	}
	return scopes
}

var listScopes = func() (names []string) {
	for i := range content.Collections {
		if c := &content.Collections[i]; c != content.Blocks {
			names = append(names, c.Name)
		}
	}
	return names
}()

// edition returns the current edition of a page that shows list and reads scopes, and since
// when it has been current. A save of one of the scopes changes the edition. Without a save,
// the edition of a list with scheduled items changes each day and whenever an item becomes
// public, and that of the blocks whenever a block begins or ends. On a site with special days all
// editions change each day, because pages name the coming ones. All editions change each year,
// because the copyright line shows the year.
func (s *snapshot) edition(list *content.Collection, scopes []string) (render.Edition, time.Time) {
	return s.editionAt(s.now(), list, scopes)
}

// momentsOf returns the moments at which the public part of a list changes without a save, in
// addition to midnight.
func (s *snapshot) momentsOf(list *content.Collection) homepage.Moments {
	switch list {
	case content.Blocks:
		return s.moments
	case content.Posts:
		return s.coming
	}
	return nil
}

// daily reports whether a page that shows list may change at midnight: an article becomes public,
// or a special day comes near or ends.
func (s *snapshot) daily(list *content.Collection) bool {
	return list != nil && list.Scheduled != "" || s.Profile.Profile.SpecialDays != ""
}

func (s *snapshot) editionAt(at time.Time, list *content.Collection, scopes []string) (render.Edition, time.Time) {
	last := s.changes.newest(scopes...)
	today := at.In(locales.India)
	day := today.Year()
	if s.daily(list) {
		day = day*1000 + today.YearDay()
	}
	edition := render.Edition{Version: last.version, Origin: s.Origin + s.changes.back, Day: day, Notice: s.notice}
	if moment, passed := s.momentsOf(list).Last(at); passed {
		edition.Moment = moment.Unix()
	}
	if s.kept != nil {
		edition.Notice = "kept"
	}
	return edition, last.heard
}
