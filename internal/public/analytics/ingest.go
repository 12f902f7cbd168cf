package analytics

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/go-chi/chi/v5/middleware"

	"parichay/internal/domain/visit"
	"parichay/internal/kit/body"
	"parichay/internal/kit/headers"
	"parichay/internal/public/intake"
	"parichay/locales"
)

// Limits of one beacon, the Sec-GPC value of a visitor who opts out, and the 1×1 GIF of Pixel.
const (
	mostBody   = 4 << 10
	mostAtOnce = 16
	mostOfPage = 10_000    // largest N of a beacon
	mostToken  = 1<<53 - 1 // the largest integer that JavaScript represents exactly
	allowGPC   = "1"
	dot        = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x01D\x00;"
)

// sent is a beacon's JSON body: the page's path, the traffic source, whether the page is the
// first of the visit, and events on the page. N is the number of the first event, and the
// others follow. The token and the number identify an event, so that a repeated beacon counts
// once.
type sent struct {
	Page   string     `json:"p"`
	Source string     `json:"s"`
	First  int        `json:"f"`
	Token  int64      `json:"t"`
	N      int        `json:"n"`
	Events [][]string `json:"e"`
}

// asked is a request with the values that the steps check.
type asked struct {
	*http.Request
	agent string
	from  netip.Addr
}

func ask(r *http.Request) asked {
	return asked{r, r.UserAgent(), middleware.GetClientIPAddr(r.Context())}
}

// steps filter every request in this order, before its body is read or anything is stored. The
// first step that returns a reason ends the request.
var steps = []func(*Pipe, asked) visit.Reason{head, prefetch, elsewhere, owner, robot, flood}

func head(_ *Pipe, a asked) visit.Reason {
	if a.Method == http.MethodHead {
		return visit.Head
	}
	return ""
}

func prefetch(_ *Pipe, a asked) visit.Reason {
	for _, name := range []string{"Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"} {
		if purpose := a.Header.Get(name); strings.Contains(purpose, "prefetch") || strings.Contains(purpose, "prerender") || strings.Contains(purpose, "preview") {
			return visit.Prefetch
		}
	}
	return ""
}

// elsewhere drops subresource requests that pages of other sites make. Our own pages send
// beacons from the same origin, and a QR code is opened by navigation.
func elsewhere(_ *Pipe, a asked) visit.Reason {
	switch site, mode := a.Header.Get("Sec-Fetch-Site"), a.Header.Get("Sec-Fetch-Mode"); {
	case mode == "navigate", site == "", site == "same-origin":
		return ""
	}
	return visit.Malformed
}

func owner(p *Pipe, a asked) visit.Reason {
	if _, err := a.Cookie(p.config.Cookie); err == nil {
		return visit.Owner
	}
	return ""
}

func robot(_ *Pipe, a asked) visit.Reason { return visit.RobotOf(a.agent) }

func flood(p *Pipe, a asked) visit.Reason {
	if p.tooMany(a, 1) {
		return visit.Flood
	}
	return ""
}

// tooMany reports whether events would exceed the limit of the sender's network. If not, it
// counts them.
func (p *Pipe) tooMany(a asked, events int) bool {
	return events > 0 && p.config.Door.AllowVisits(intake.NetworkOf(a.from), events) != nil
}

// leaveOut reports whether a request is filtered out, and counts the reason.
func (p *Pipe) leaveOut(a asked) bool {
	for _, step := range steps {
		if reason := step(p, a); reason != "" {
			p.skip(reason, 1)
			return true
		}
	}
	return false
}

// private reports whether the visitor opts out of tracking by Global Privacy Control.
func (a asked) private() bool { return a.Header.Get("Sec-GPC") == allowGPC }

// Beacon receives events from a page's script. It answers 204 whether or not the events are
// counted, and 400 if none of our pages could have sent the body.
func (p *Pipe) Beacon(w http.ResponseWriter, r *http.Request) {
	if a := ask(r); !p.leaveOut(a) && !p.take(w, a) {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (p *Pipe) take(w http.ResponseWriter, a asked) (ok bool) {
	events, ok := p.read(w, a)
	switch {
	case !ok:
		p.skip(visit.Malformed, 1)
	case a.private():
		for i := range events {
			if events[i].Kind == visit.View {
				p.skip(visit.Private, 1)
			}
		}
	case p.tooMany(a, len(events)-1): // the flood step counted one before the body was read
		p.skip(visit.Flood, len(events))
	default:
		p.limitNames(a, events)
		p.keep(events...)
	}
	return ok
}

// read parses a beacon into events; ok is false if none of our pages could have sent it.
func (p *Pipe) read(w http.ResponseWriter, a asked) (events []visit.Event, ok bool) {
	if err := body.Whole(w, a.Request, mostBody, p.config.Bodies, intake.NetworkOf(a.from)); err != nil {
		return nil, false
	}
	raw, err := io.ReadAll(a.Body)
	var s sent
	if err != nil || !utf8.Valid(raw) || json.Unmarshal(raw, &s) != nil || s.Token < 0 || s.Token > mostToken || s.N < 0 || s.N > mostOfPage || len(s.Events) == 0 || len(s.Events) > mostAtOnce {
		return nil, false
	}
	about, ok := p.about(a, s.Page, s.Source)
	if !ok {
		return nil, false
	}
	about.Token = s.Token
	for i, one := range s.Events {
		e := about
		e.N = s.N + i
		if !p.setKind(&e, one) {
			return nil, false
		}
		if e.Kind == visit.View && e.N > 0 {
			return nil, false // the view is always a page's first event
		}
		e.First = e.Kind == visit.View && s.First == 1
		if e.Kind == visit.Tap && e.Target == "" {
			continue // taps on this target are not counted
		}
		events = append(events, e)
	}
	return events, true
}

// about returns an event with the fields that all events of a page view have in common. ok is
// false if there is no such page.
func (p *Pipe) about(a asked, path, source string) (e visit.Event, ok bool) {
	e.At = p.config.Now()
	page, prefix, ok := visit.PageOf(path)
	if !ok || !p.config.Has(page) {
		return e, false
	}
	if e.Language, ok = p.config.Language(prefix); !ok {
		return e, false
	}
	e.Page = page
	e.Channel, e.Campaign = visit.ChannelOf(source, a.agent)
	if !a.private() {
		e.Visitor = p.salts.visitorOf(visit.Day(e.At), a.from, a.agent)
	}
	return e, true
}

// setKind sets the kind and target of e from an event of a beacon: its kind and, for some
// kinds, a subject. It returns false if these are invalid.
func (p *Pipe) setKind(e *visit.Event, words []string) bool {
	if len(words) == 0 || len(words) > 2 {
		return false
	}
	e.Kind = visit.Kind(words[0])
	subject := ""
	if len(words) == 2 {
		subject = words[1]
	}
	switch e.Kind {
	case visit.View:
	case visit.Share:
		e.Target = visit.Shared
	case visit.Open:
		e.Target = visit.NameOf(subject)
	case visit.Tap:
		e.Target = visit.TargetOf(subject, e.Page, p.config.Host)
	default:
		return false
	}
	return true
}

// Pixel counts a page view without script. The query names the page; the Referer, which is the
// page's own address, carries the traffic source. The view counts as the first of a visit only
// if the source is known.
func (p *Pipe) Pixel(w http.ResponseWriter, r *http.Request) {
	if a := ask(r); !p.leaveOut(a) {
		p.see(a)
	}
	w.Header().Set("Cache-Control", headers.Unkept)
	w.Header().Set("Content-Type", "image/gif")
	_, _ = io.WriteString(w, dot)
}

func (p *Pipe) see(a asked) {
	source := ""
	if page, err := url.Parse(a.Referer()); err == nil && strings.EqualFold(page.Host, p.config.Host) {
		source = visit.SourceOf(page.Query())
	}
	e, ok := p.about(a, a.URL.Query().Get("p"), source)
	switch {
	case !ok:
		p.skip(visit.Malformed, 1)
	case a.private():
		p.skip(visit.Private, 1)
	default:
		e.Kind, e.First, e.Token = visit.View, source != "", rand.Int64N(mostToken) //nolint:gosec // not a secret
		one := []visit.Event{e}
		p.limitNames(a, one)
		p.keep(one...)
	}
}

// Scan counts a visit through a printed code or a short link. A visitor who opts out of
// tracking is counted only by the page that follows.
func (p *Pipe) Scan(r *http.Request, channel string, lang locales.Lang) {
	a := ask(r)
	if p.leaveOut(a) || a.private() {
		return
	}
	at := p.config.Now()
	p.keep(visit.Event{
		At: at, Kind: visit.Scan, Language: lang, Channel: channel, Token: rand.Int64N(mostToken), //nolint:gosec // not a secret
		Visitor: p.salts.visitorOf(visit.Day(at), a.from, a.agent),
	})
}
