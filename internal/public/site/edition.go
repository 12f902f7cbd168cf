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

// maxChanges bounds how many changes a replica remembers one by one; beyond that
// everything counts as changed.
const maxChanges = 20_000

// changes tells when what is shown last changed, as far as this replica has heard.
type changes struct {
	all    moment            // nothing shown is older than this
	scopes map[string]moment // what changed since, by the store's name for it
	back   int64             // how often the origin's version went back: it is then raised to the same numbers again
}

// moment is a version, when this replica heard of it, if it can tell, and the version
// that what it changed had before.
type moment struct {
	version int64
	heard   time.Time
	before  int64
}

// after is what is known once other content was read.
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
	if other || newer.Untold > c.all.version || len(c.scopes)+len(newer.Changed) > maxChanges {
		return changes{all: moment{version: newer.Version}, back: c.back} // nobody knows what changed: nothing from before is served
	}
	next := changes{all: c.all, scopes: maps.Clone(c.scopes), back: c.back}
	if next.scopes == nil {
		next.scopes = map[string]moment{}
	}
	for scope, version := range newer.Changed {
		next.scopes[scope] = moment{version, now, c.newest(scope).version}
	}
	if newer.Profile.Profile.Owned() && !slices.Equal(s.Empty, newer.Empty) {
		next.scopes[postgres.ProfileScope] = moment{newer.Version, now, c.newest(postgres.ProfileScope).version} // pages lead to what has something to show
	}
	return next
}

// newest is when the newest of some scopes changed.
func (c changes) newest(scopes ...string) moment {
	last := c.all
	for _, scope := range scopes {
		if m, ok := c.scopes[scope]; ok && m.version > last.version {
			last = m
		}
	}
	return last
}

// before is the version that some scopes had before the last of their changes.
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

// reads names what is shown under an address: the profile always, and a list, or one
// item of it and the one it leads on to.
func (s *Site) reads(a address) []string {
	switch {
	case a.page.item != nil:
		own := postgres.ItemScope(a.page.item, a.arg)
		if next := s.nexts.after(own); next != "" {
			return []string{postgres.ProfileScope, own, next}
		}
		return []string{postgres.ProfileScope, own}
	case a.page.list != nil:
		return []string{postgres.ProfileScope, a.page.list.Name}
	}
	return []string{postgres.ProfileScope}
}

// purgedBy names what empties caches of an address. A page that leads to lists shows
// whether they are empty, which any of their changes may change.
func (s *Site) purgedBy(a address) []string {
	if a.page.leads {
		return append(s.reads(a), listScopes...)
	}
	return s.reads(a)
}

var listScopes = func() (names []string) {
	for i := range content.Collections {
		if c := &content.Collections[i]; c != content.Blocks {
			names = append(names, c.Name)
		}
	}
	return names
}()

// edition is what a page that reads some scopes is made from now, and since when. A
// list with items that become public by themselves is another one each day and at each
// such moment, one whose items begin and end at each of those, all else each year,
// because the copyright shows it.
func (s *snapshot) edition(list *content.Collection, scopes []string) (render.Edition, time.Time) {
	return s.editionAt(s.now(), list, scopes)
}

// momentsOf are when what is shown of a list changes by itself, besides midnight.
func (s *snapshot) momentsOf(list *content.Collection) homepage.Moments {
	switch list {
	case content.Blocks:
		return s.moments
	case content.Posts:
		return s.coming
	}
	return nil
}

func (s *snapshot) editionAt(at time.Time, list *content.Collection, scopes []string) (render.Edition, time.Time) {
	last := s.changes.newest(scopes...)
	today := at.In(locales.India)
	day := today.Year()
	if list != nil && list.Scheduled != "" {
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
