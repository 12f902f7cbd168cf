package site

import (
	"context"
	"math"
	"net/url"
	"strconv"

	"parichay/internal/kit/fault"
	"parichay/internal/public/pagedata"
	"parichay/internal/public/render"
)

// counted is the number of public items of a list in an edition.
type counted struct {
	edition render.Edition
	items   int
}

// beginning returns how many items the page shows at the address without a query.
func (p *page) beginning() int {
	if p.step > 0 {
		return p.step
	}
	return p.size
}

// Count returns the approximate number of pages in all languages.
func (s *Site) Count(ctx context.Context) (pages int64, err error) {
	now := s.live.current.Load()
	for i := range publicPages {
		p := &publicPages[i]
		if !now.has(p) {
			continue
		}
		pages++
		if p.size > 0 {
			_, items, err := s.lists().cards(ctx, p.list, 0, 1)
			if err != nil {
				return 0, err
			}
			pages += int64(items + p.pagesOf(items))
		}
	}
	return pages * int64(len(now.languages.Offered)), nil
}

func (p *page) pagesOf(items int) int { return max(1, (items+p.size-1)/p.size) }

// partOf returns the address a with the part of the list that a query requests. It returns
// false if the query requests a page that does not exist, as far as known. Only whole steps
// and pages are supported, which keeps the number of different addresses small.
func (s *Site) partOf(a address, query url.Values) (address, bool) {
	p := a.page
	if p.size == 0 || len(query) == 0 {
		return a, true
	}
	if query.Has("page") {
		text := query.Get("page")
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > math.MaxInt32/p.size || strconv.Itoa(n) != text {
			return a, false
		}
		edition, _ := s.live.current.Load().edition(p.list, s.reads(a))
		known, _ := s.counts.Load(p.list)
		if c, ok := known.(counted); ok && c.edition == edition && n > p.pagesOf(c.items) {
			return a, false
		}
		if n > 1 || p.step > 0 {
			a.query, a.number, a.first, a.most = "page="+text, n, (n-1)*p.size, p.size
		}
		return a, true
	}
	if n, err := strconv.Atoi(query.Get("shown")); err == nil && p.step > 0 && n > p.step && n%p.step == 0 {
		a.most = min(n, p.size)
		a.query = "shown=" + strconv.Itoa(a.most)
	}
	return a, true
}

// located resolves an address with its query, as a browser shows it.
func (s *Site) located(now *snapshot, href string) (address, bool) {
	u, err := url.Parse(href)
	if err != nil {
		return address{}, false
	}
	a, ok := s.find(now, u.Path)
	if !ok {
		return a, false
	}
	return s.partOf(a, u.Query())
}

// divided returns the paging of the page's list, which has total items. It returns ErrNotFound
// if the list does not have the requested page.
func (v *view) divided(total int) (pagedata.Paging, error) {
	p := v.page
	edition, _ := v.edition(p.list, v.site.reads(v.address))
	v.site.counts.Store(p.list, counted{edition, total})
	v.paging = pagedata.Paging{Total: total, First: v.first, Page: v.number}
	last := p.pagesOf(total)
	if v.number > last {
		return v.paging, fault.ErrNotFound
	}
	if p.step == 0 {
		v.paging.Page = max(1, v.number)
	}
	if last > 1 {
		v.paging.Pages = pageLinks(max(1, v.number), last)
	}
	return v.paging, nil
}

// canonicalQuery returns the query of the canonical address. The canonical address of a list
// that a visitor has extended is that of page 1.
func (v *view) canonicalQuery() string {
	switch {
	case v.query == "" || v.paging.Total <= v.page.step:
		return ""
	case v.number == 0:
		return "?page=1"
	}
	return "?" + v.query
}
