package site

import (
	"maps"
	"time"

	"parichay/internal/content"
	"parichay/internal/postgres"
	"parichay/internal/render"
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

// moment is a version, and when this replica heard of it, if it can tell.
type moment struct {
	version int64
	heard   time.Time
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
		next.scopes[scope] = moment{version, now}
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

// reads names what is shown under an address: the profile always, and a list or one
// item of it.
func (a address) reads() []string {
	switch {
	case a.page.item != nil:
		return []string{postgres.ProfileScope, postgres.ItemScope(a.page.item, a.arg)}
	case a.page.list != nil:
		return []string{postgres.ProfileScope, a.page.list.Name}
	}
	return []string{postgres.ProfileScope}
}

// edition is what a page that reads some scopes is made from now, and since when. A
// list with items that become public by themselves is another one each day, all else
// each year, because the copyright shows it.
func (s *snapshot) edition(list *content.Collection, scopes []string) (render.Edition, time.Time) {
	last := s.changes.newest(scopes...)
	day := s.today.Year()
	if list != nil && list.Scheduled != "" {
		day = day*1000 + s.today.YearDay()
	}
	edition := render.Edition{Version: last.version, Origin: s.Origin + s.changes.back, Day: day, Notice: s.notice}
	if s.kept != nil {
		edition.Notice = "kept"
	}
	return edition, last.heard
}
