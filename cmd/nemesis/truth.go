package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"parichay/internal/domain/visit"
	"parichay/internal/testkit/rig"
)

// indiaAhead is India's offset from UTC.
const indiaAhead = 5*time.Hour + 30*time.Minute

// truthVisits is the number of visits of the scripted day.
const truthVisits = 10_000

// Texts that must not occur in the database or the logs afterwards.
const (
	phoneAgent = "Mozilla/5.0 (Linux; Android 14; ParichayDrill) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36"
	instaAgent = "Mozilla/5.0 (Linux; Android 14; ParichayDrill) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36 Instagram 350.0.0.0.0 Android"
	carrier    = "203.0.113.77" // the address of thousands of phones
)

var secrets = []string{"ParichayDrill", carrier, "2001:db8:7d"}

// scripted is a day with known events, and the numbers that the owner must see.
type scripted struct {
	town   *town
	guests [2]*rig.Replica // the replicas without a session
	code   string
	rand   *rand.Rand

	total    visit.Sums
	channels map[string]visit.Sums
	targets  map[string]int
	skips    map[visit.Reason]int64
	beacons  []beacon
	token    int64
}

// beacon is one message that a page sends, or another request.
type beacon struct {
	from, agent string
	body        map[string]any
	more        []string // additional headers
	path        string   // if not empty, this path is requested with method instead of sending a beacon
	method      string
	status      int // expected; 0 means the route's success status
}

// truth simulates one day with 10,000 visits on two replicas, including bots, link previews, the
// owner and duplicates, and compares every number in the reports with the events that it sent.
func truth(ctx context.Context) (string, error) {
	if left := time.Until(visit.Day(time.Now()).AddDate(0, 0, 1).Add(-indiaAhead)); left < 10*time.Minute {
		if err := rig.Sleep(ctx, left); err != nil { // the day must not end during the drill
			return "", err
		}
	}
	t, end, err := openTown(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	d := &scripted{
		town: t, guests: [2]*rig.Replica{t.replicas[0].From("127.0.0.1"), t.replicas[1].From("127.0.0.1")}, rand: rand.New(rand.NewPCG(1, 2)), // a fixed seed: the same day each time
		channels: map[string]visit.Sums{}, targets: map[string]int{}, skips: map[visit.Reason]int64{},
	}
	if err := errors.Join(rig.TakeOver(ctx, t.replicas[0]), t.replicas[1].SignIn(ctx)); err != nil {
		return "", err
	}
	if d.code, err = d.print(ctx); err != nil {
		return "", err
	}
	d.plan()
	if err := d.live(ctx); err != nil {
		return "", err
	}
	if err := d.win(ctx); err != nil {
		return "", err
	}
	wrong := "no report"
	err = rig.Until(ctx, 3*time.Minute, "the reports match the events", func() bool {
		wrong = d.compare(ctx)
		return wrong == ""
	})
	if err != nil {
		return "", fmt.Errorf("%s: %w", wrong, err)
	}
	found, err := d.search(ctx)
	if err != nil {
		return "", err
	}
	verdict := fmt.Sprintf("%d visits in %d messages: views=%d taps=%d opens=%d scans=%d of %d channels reported correctly; not counted %v; at least %d people; one scan became a lead of ₹ 12,000, attributed to its code; traces of addresses and browsers: %d",
		d.total.Visits, len(d.beacons), d.total.Views, d.total.Taps, d.total.Opens, d.total.Scans, len(d.channels), d.skips, d.total.People, found)
	return rig.Judged(verdict, found == 0)
}

func (d *scripted) print(ctx context.Context) (string, error) {
	// The link whose taps are counted must exist, too. It is created before the code, so a replica
	// that knows the code also knows the link.
	block := map[string]any{"kind": "link", "title": "Sarees", "address": "https://shop.example/sarees?id=7"}
	answer, body, err := d.town.replicas[0].Call(ctx, http.MethodPost, "/api/v1/blocks", map[string]any{"values": block}, "Idempotency-Key", "sarees")
	if err != nil || answer.StatusCode != http.StatusCreated {
		return "", fmt.Errorf("create a link: %w %s", err, body)
	}
	answer, body, err = d.town.replicas[0].Call(ctx, http.MethodPost, "/api/v1/codes", map[string]any{"kind": "q", "name": "Shop board", "target": "/", "language": "gu"}, "Idempotency-Key", "board")
	if err != nil || answer.StatusCode != http.StatusCreated {
		return "", fmt.Errorf("create a code: %w %s", err, body)
	}
	var made struct{ Code string }
	if err := json.Unmarshal(body, &made); err != nil {
		return "", err
	}
	// These requests wait until the other replica knows the code. They are sent by the signed-in
	// owner, so they must not be counted as scans.
	return made.Code, rig.Until(ctx, time.Minute, "the code on the other replica", func() bool {
		answer, _, err := d.town.replicas[1].Get(ctx, "/q/"+made.Code, "User-Agent", phoneAgent)
		if err != nil || answer.StatusCode != http.StatusOK {
			return false
		}
		d.skips[visit.Owner]++
		return true
	})
}

// ways lists where visitors come from: the source that the page sends, and the channel
// that the owner must see.
func (d *scripted) ways() []struct{ source, agent, channel string } {
	return []struct{ source, agent, channel string }{
		{"l.instagram.com", phoneAgent, "instagram"},
		{"", instaAgent, "instagram"},
		{"whatsapp/diwali", phoneAgent, "whatsapp"},
		{"google.co.in", phoneAgent, "google"},
		{"", phoneAgent, "direct"},
		{"q." + d.code, phoneAgent, "code:" + d.code},
		{"newsletter.example", phoneAgent, "site:newsletter.example"},
	}
}

var taps = []struct{ address, target string }{
	{"https://wa.me/919800000000?text=Hello", visit.WhatsApp},
	{"https://wa.me/919800000000?text=Hello", visit.WhatsApp},
	{"tel:+919800000000", visit.Call},
	{"https://shop.example/sarees?id=7", "link:https://shop.example/sarees"},
	{"/contact.vcf", visit.Contact},
	{"/gu/services", "page:/services"},
	{"https://www.instagram.com/shop", "social:instagram"},
}

// plan creates every message of the day and the expected numbers.
func (d *scripted) plan() {
	ways := d.ways()
	for n := range truthVisits {
		way := ways[d.rand.IntN(len(ways))]
		from := fmt.Sprintf("2001:db8:7d%02x:%x00::1", n>>8&0xff, n&0xff)
		if n%4 == 0 {
			from = carrier
		}
		d.visit(way.source, way.agent, way.channel, from)
	}
	for i := range d.beacons {
		if d.beacons[i].path == "" && d.rand.IntN(33) == 0 {
			d.beacons = append(d.beacons, d.beacons[i]) // sent twice
		}
	}
	d.leftOut()
	d.total.People = 2 + truthVisits*3/4 // the carrier's phones count as two people, by their two browsers
}

func (d *scripted) visit(source, agent, channel, from string) {
	sums := d.channels[channel]
	if strings.HasPrefix(channel, visit.Code) {
		d.beacons = append(d.beacons, beacon{from: from, agent: agent, path: "/q/" + d.code, method: http.MethodGet})
		sums.Scans++
	}
	pages := 1 + d.rand.IntN(3)
	for n := range pages {
		page := "/gu"
		if n > 0 {
			page = []string{"/gu/blog", "/gu/services"}[d.rand.IntN(2)]
		}
		events := [][]string{{"view"}}
		sums.Views++
		if n == 0 {
			sums.Visits++
		}
		if d.rand.IntN(10) < 4 {
			tap := taps[d.rand.IntN(len(taps))]
			events = append(events, []string{"tap", tap.address})
			if n == 0 || !strings.HasPrefix(tap.target, visit.Page) { // links to own pages count on the home page only
				sums.Taps++
				d.targets[tap.target]++
			}
		}
		if d.rand.IntN(10) == 0 {
			events = append(events, []string{"open", "quote"})
			sums.Opens++
		}
		d.token++
		body := map[string]any{"p": page, "s": source, "t": d.token, "n": 0, "e": events}
		if n == 0 {
			body["f"] = 1
		}
		d.beacons = append(d.beacons, beacon{from: from, agent: agent, body: body})
	}
	before := d.channels[channel]
	d.total = d.total.Plus(sums.Less(before))
	d.channels[channel] = sums
}

// leftOut adds requests that must not be counted.
func (d *scripted) leftOut() {
	seen := func(path string) map[string]any {
		d.token++
		return map[string]any{"p": path, "t": d.token, "f": 1, "n": 0, "e": [][]string{{"view"}, {"tap", "tel:+919800000000"}}}
	}
	add := func(reason visit.Reason, many int, one func() beacon) {
		for n := range many {
			sent := one()
			sent.from = fmt.Sprintf("2001:db8:7dff:%x00::%x", n&0xff, len(reason))
			if sent.agent == "" {
				sent.agent = phoneAgent
			}
			d.beacons = append(d.beacons, sent)
		}
		d.skips[reason] += int64(many)
	}
	scan := "/q/" + d.code
	add(visit.Bot, 500, func() beacon {
		return beacon{agent: "Mozilla/5.0 (compatible; Googlebot/2.1; ParichayDrill)", body: seen("/")}
	})
	add(visit.Bot, 100, func() beacon { return beacon{agent: "curl/8.5.0", path: scan, method: http.MethodGet} })
	add(visit.Preview, 300, func() beacon {
		return beacon{agent: "WhatsApp/2.24.20 A", path: scan, method: http.MethodGet}
	})
	add(visit.Head, 50, func() beacon { return beacon{path: scan, method: http.MethodHead} })
	add(visit.Prefetch, 50, func() beacon {
		return beacon{path: scan, method: http.MethodGet, more: []string{"Sec-Purpose", "prefetch;prerender"}}
	})
	add(visit.Private, 200, func() beacon { return beacon{body: seen("/gu"), more: []string{"Sec-GPC", "1"}} })
	add(visit.Malformed, 40, func() beacon {
		return beacon{body: map[string]any{"p": "/", "e": "no list"}, status: http.StatusBadRequest}
	})
	add(visit.Owner, 100, func() beacon {
		return beacon{body: seen("/gu/blog"), more: []string{"Cookie", "parichay_session=anything"}}
	})
}

// live sends all messages concurrently, in random order.
func (d *scripted) live(ctx context.Context) error {
	d.rand.Shuffle(len(d.beacons), func(a, b int) { d.beacons[a], d.beacons[b] = d.beacons[b], d.beacons[a] })
	var next, failed atomic.Int64
	var first atomic.Pointer[string]
	var senders sync.WaitGroup
	for range 16 {
		senders.Go(func() {
			for n := next.Add(1) - 1; n < int64(len(d.beacons)); n = next.Add(1) - 1 {
				if err := d.send(ctx, &d.beacons[n], d.guests[n%2]); err != nil {
					failed.Add(1)
					text := err.Error()
					first.CompareAndSwap(nil, &text)
				}
			}
		})
	}
	senders.Wait()
	if failed.Load() > 0 {
		return fmt.Errorf("%d messages got a wrong response, the first: %s", failed.Load(), *first.Load())
	}
	return nil
}

func (d *scripted) send(ctx context.Context, b *beacon, to *rig.Replica) error {
	headers := append([]string{"X-Forwarded-For", b.from, "User-Agent", b.agent}, b.more...)
	method, path, want := http.MethodPost, "/api/v1/visits", http.StatusNoContent
	var body any = b.body
	if b.path != "" {
		method, path, want, body = b.method, b.path, http.StatusOK, nil // the page it redirects to
	}
	if b.status != 0 {
		want = b.status
	}
	answer, text, err := to.Call(ctx, method, path, body, headers...)
	if err == nil && answer.StatusCode != want {
		err = fmt.Errorf("%s %s: %d instead of %d %s", method, path, answer.StatusCode, want, text[:min(len(text), 200)])
	}
	return err
}

// win sends a lead from somebody who scanned the code, and marks it as won three days
// later.
func (d *scripted) win(ctx context.Context) error {
	somebody := &rig.Visitor{Number: 9, Key: "board"}
	if err := errors.Join(somebody.Open(ctx, d.guests[0]), somebody.Type(ctx)); err != nil {
		return err
	}
	message := rig.NewMessage(9)
	message["source"] = "q." + d.code
	if status, body, err := somebody.Send(ctx, d.guests[0], message); err != nil || status != http.StatusCreated {
		return fmt.Errorf("leave a message: %d %s %w", status, body, err)
	}
	var id int64
	if err := d.town.sql(ctx, `UPDATE feedback SET created_at = created_at - interval '3 days' RETURNING id`, &id); err != nil {
		return err
	}
	answer, body, err := d.town.replicas[0].Call(ctx, http.MethodPatch, fmt.Sprintf("/api/v1/leads/%d", id), map[string]any{"status": "won", "value": "₹ 12,000"})
	if err != nil || answer.StatusCode != http.StatusOK {
		return fmt.Errorf("mark as won: %s %w", body, err)
	}
	sums := d.channels["code:"+d.code]
	sums.Leads, sums.Won, sums.Value = 1, 1, 12000
	d.channels["code:"+d.code] = sums
	d.total.Leads, d.total.Won, d.total.Value = 1, 1, 12000
	return nil
}

// reported is the part of the reports that is compared.
type reported struct {
	Total   visit.Sums
	Each    []visit.Sums
	Reports map[visit.Name]struct {
		Rows []struct {
			Key string
			visit.Sums
		}
	}
}

// compare returns the first number that differs from the events, or "".
func (d *scripted) compare(ctx context.Context) string {
	answer, body, err := d.town.replicas[1].Get(ctx, "/api/v1/stats?period=7d&lang=en")
	if err != nil || answer.StatusCode != http.StatusOK {
		return fmt.Sprintf("%s %v", body, err)
	}
	var t reported
	if err := json.Unmarshal(body, &t); err != nil {
		return err.Error()
	}
	want := d.total
	t.Total.People = t.Each[len(t.Each)-1].People
	t.Total.Shares = 0
	if t.Total != want {
		return fmt.Sprintf("all: reported %+v, want %+v", t.Total, want)
	}
	for _, row := range t.Reports[visit.Sources].Rows {
		if row.People = 0; row.Sums != d.channels[row.Key] {
			return fmt.Sprintf("channel %s: reported %+v, want %+v", row.Key, row.Sums, d.channels[row.Key])
		}
	}
	links := map[string]int{}
	for _, row := range t.Reports[visit.Links].Rows {
		links[row.Key] = row.Taps
	}
	if !maps.Equal(links, d.targets) {
		return fmt.Sprintf("links: reported %v, want %v", links, d.targets)
	}
	skips := map[visit.Reason]int64{}
	for _, row := range t.Reports[visit.LeftOut].Rows {
		skips[visit.Reason(row.Key)] = row.Count
	}
	if !maps.Equal(skips, d.skips) {
		return fmt.Sprintf("not counted: reported %v, want %v", skips, d.skips)
	}
	if len(t.Reports[visit.Sources].Rows) != len(d.channels) {
		return fmt.Sprintf("%d channels reported, want %v", len(t.Reports[visit.Sources].Rows), slices.Sorted(maps.Keys(d.channels)))
	}
	return ""
}

// search counts secrets in a dump of the database and in the logs.
func (d *scripted) search(ctx context.Context) (found int, err error) {
	dump, err := exec.CommandContext(ctx, "pg_dump", d.town.database).Output()
	if err != nil {
		return 0, fmt.Errorf("pg_dump: %w", err)
	}
	if !bytes.Contains(dump, []byte(visit.Code+d.code)) {
		return 0, errors.New("the dump has no visits, so searching it proves nothing")
	}
	for _, secret := range secrets {
		found += bytes.Count(dump, []byte(secret))
		for _, r := range d.town.replicas {
			found += r.Times(secret)
		}
	}
	return found, nil
}
