package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	mathrand "math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"parichay/internal/domain/lead"
	"parichay/internal/testkit/rig"
	"parichay/locales"
)

// sale says how many baskets are sent, by how many clients, and what happens meanwhile.
type sale struct{ baskets, changes, kills, clients int }

var (
	shortSale = sale{baskets: 200, changes: 40, kills: 2, clients: 50}
	fullSale  = sale{baskets: 1000, changes: 200, kills: 10, clients: 100}
)

// goods is how many services the shop sells.
const goods = 12

// taken is a basket as its visitor saw it.
type taken struct {
	key   string
	items []lead.BasketItem
}

// baskets sends baskets to two replicas, every second one twice at the same moment, while the owner
// changes prices and replicas are killed. There must be one lead for each basket, with the prices that
// its visitor saw.
func baskets(ctx context.Context) (string, error) {
	s := shortSale
	if full {
		s = fullSale
	}
	t, end, err := openTown(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	if err := t.openShop(ctx); err != nil {
		return "", err
	}
	sent, changes, outdated, err := t.sell(ctx, s)
	if err != nil {
		return "", err
	}
	return t.count(ctx, s, sent, changes, outdated)
}

// openShop chooses a trade and adds goods with prices, and waits until both replicas show them.
func (t *town) openShop(ctx context.Context) error {
	r := t.replicas[0]
	if err := r.SignIn(ctx); err != nil {
		return err
	}
	revision, err := r.Revision(ctx)
	if err != nil {
		return err
	}
	response, body, err := r.Call(ctx, http.MethodPatch, "/api/v1/site", map[string]any{"revision": revision, "site": map[string]any{"trade": "salon"}})
	if err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("choose a trade: %s %w", body, err)
	}
	for n := range goods {
		title := "Thing " + strconv.Itoa(n)
		response, body, err := r.Call(ctx, http.MethodPost, "/api/v1/services", map[string]any{"values": map[string]any{
			"title": title, "price": strconv.Itoa(10_000 + n), "unit": "Each", "description": "By hand", "icon": "Star", "features": []string{},
		}}, "Idempotency-Key", title)
		if err != nil || response.StatusCode != http.StatusCreated {
			return fmt.Errorf("add a service: %s %w", body, err)
		}
	}
	return rig.Until(ctx, time.Minute, "prices on both replicas", func() bool {
		for _, r := range t.replicas {
			if cards, err := priced(ctx, r); err != nil || len(cards) != goods {
				return false
			}
		}
		return true
	})
}

// onList is a service as the price list shows it.
type onList struct {
	ID, Title, Price, Unit, Cost string
	Revision                     int64
}

// priced reads the services with prices from the page's data, as a browser does.
func priced(ctx context.Context, r *rig.Replica) (all []onList, err error) {
	_, page, err := r.Get(ctx, "/services")
	if err != nil {
		return nil, err
	}
	_, rest, _ := bytes.Cut(page, []byte(`id="boot">`))
	raw, _, found := bytes.Cut(rest, []byte("</script>"))
	if !found {
		return nil, fmt.Errorf("the page has no data: %.200s", page)
	}
	var boot struct{ Services struct{ Items []onList } }
	if err := json.Unmarshal(raw, &boot); err != nil {
		return nil, err
	}
	for _, card := range boot.Services.Items {
		if card.Cost != "" {
			all = append(all, card)
		}
	}
	return all, nil
}

// sell sends all baskets and causes the faults at regular intervals, counted in acknowledged baskets. It
// returns what the visitors saw, the number of changed prices, and how many baskets held a price that had
// changed by the time they were sent.
func (t *town) sell(ctx context.Context, s sale) (sent []taken, changes, outdated int, err error) {
	var next, acked, stale atomic.Int64
	var mu sync.Mutex
	latest := map[string]string{} // prices by service, as the owner saved them
	whole := ctx                  // a replica that is started with the group's context would end with the group
	group, ctx := errgroup.WithContext(ctx)
	for range s.clients {
		group.Go(func() error {
			for n := next.Add(1); n <= int64(s.baskets); n = next.Add(1) {
				cards, basket, err := t.fill(ctx, int(n))
				if err != nil {
					return err
				}
				if err := t.order(ctx, int(n), cards, basket); err != nil {
					return err
				}
				mu.Lock()
				sent = append(sent, basket)
				for i, card := range cards {
					if price, ok := latest[card.ID]; ok && price != card.Cost && basket.items[i].Quantity > 0 {
						stale.Add(1)
						break
					}
				}
				mu.Unlock()
				acked.Add(1)
			}
			return nil
		})
	}
	at := func(done, of int) bool { return acked.Load() >= int64(done+1)*int64(s.baskets)/int64(of+1) }
	every := func(times int, act func(n int) error) func() error {
		return func() error {
			for n := 0; n < times; {
				if !at(n, times) {
					if err := pause(ctx); err != nil {
						return err
					}
					continue
				}
				if err := act(n); err != nil {
					return err
				}
				n++
			}
			return nil
		}
	}
	group.Go(every(s.kills, func(n int) error { return t.kill(whole, n%2) }))
	group.Go(every(s.changes, func(n int) error {
		id, price := "thing-"+strconv.Itoa(n%goods), strconv.Itoa(20_000+n)
		if err := t.reprice(ctx, id, price); err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		latest[id] = price
		return nil
	}))
	err = group.Wait()
	return sent, s.changes, int(stale.Load()), err
}

// fill opens the price list and chooses a few things.
func (t *town) fill(ctx context.Context, n int) (chosen []onList, basket taken, err error) {
	cards, err := priced(ctx, t.any())
	for err != nil || len(cards) == 0 {
		if err := pause(ctx); err != nil {
			return nil, basket, err
		}
		cards, err = priced(ctx, t.any())
	}
	basket.key = rand.Text()
	for _, i := range mathrand.Perm(len(cards))[:1+n%4] {
		card := cards[i]
		paise, err := strconv.ParseInt(card.Cost, 10, 64)
		if err != nil {
			return nil, basket, err
		}
		quantity := 1 + mathrand.IntN(3)
		chosen = append(chosen, card)
		basket.items = append(basket.items, lead.BasketItem{Quantity: quantity, Unit: card.Unit, Price: card.Price, Total: locales.Money(paise * int64(quantity))})
	}
	return chosen, basket, nil
}

// order sends a basket until it is acknowledged. Every second one is sent to both replicas at once.
func (t *town) order(ctx context.Context, n int, cards []onList, basket taken) error {
	v := &rig.Visitor{Number: n, Key: basket.key}
	for v.Open(ctx, t.any()) != nil {
		if err := pause(ctx); err != nil {
			return err
		}
	}
	if err := v.Type(ctx); err != nil {
		return err
	}
	message := rig.NewMessage(n)
	message["message"], message["language"] = "", locales.English
	items := make([]lead.Chosen, len(cards))
	for i, card := range cards {
		items[i] = lead.Chosen{ID: card.ID, Seen: card.Revision, Quantity: basket.items[i].Quantity}
	}
	message["items"] = items
	send := func(r *rig.Replica) error {
		for {
			status, answer, err := v.Send(ctx, r, maps.Clone(message))
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err == nil && status == http.StatusCreated:
				return nil
			case err == nil && status < http.StatusInternalServerError && status != http.StatusTooManyRequests:
				return fmt.Errorf("basket %d: status %d: %s", n, status, answer)
			}
			if err := pause(ctx); err != nil {
				return err
			}
			r = t.any()
		}
	}
	if n%2 == 0 {
		return send(t.any())
	}
	t.mu.RLock()
	both := t.replicas
	t.mu.RUnlock()
	var taps errgroup.Group
	for _, r := range both {
		taps.Go(func() error { return send(r) })
	}
	return taps.Wait()
}

// reprice saves a price as the owner. The replica may be killed meanwhile, so it is saved until that is
// acknowledged.
func (t *town) reprice(ctx context.Context, id, price string) error {
	for {
		r := t.any()
		status, err := savePrice(ctx, r, id, price)
		switch {
		case err == nil && status == http.StatusOK:
			return nil
		case err == nil && status == http.StatusUnauthorized: // a new replica
			_ = r.SignIn(ctx)
		case err == nil && status < http.StatusInternalServerError:
			return fmt.Errorf("change a price: status %d", status)
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// savePrice saves a price based on the latest revision.
func savePrice(ctx context.Context, r *rig.Replica, id, price string) (status int, err error) {
	var item struct{ Revision int64 }
	response, body, err := r.Get(ctx, "/api/v1/stored/services/"+id)
	if err != nil {
		return 0, err
	}
	if response.StatusCode != http.StatusOK {
		return response.StatusCode, nil
	}
	if err := json.Unmarshal(body, &item); err != nil {
		return 0, err
	}
	response, _, err = r.Call(ctx, http.MethodPatch, "/api/v1/services/"+id, map[string]any{"revision": item.Revision, "values": map[string]any{"price": price}})
	if err != nil {
		return 0, err
	}
	return response.StatusCode, nil
}

// count compares the stored leads with what the visitors saw.
func (t *town) count(ctx context.Context, s sale, sent []taken, changes, outdated int) (string, error) {
	conn, err := pgx.Connect(ctx, t.database)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(ctx) }()
	var key, status string
	var details []lead.Detail
	stored, spam, dup := map[string][]lead.Detail{}, 0, 0
	rows, _ := conn.Query(ctx, `SELECT idempotency_key, status, details FROM feedback`) // ForEachRow also reports this error
	if _, err := pgx.ForEachRow(rows, []any{&key, &status, &details}, func() error {
		if stored[key] != nil {
			dup++
		}
		if status == string(lead.Spam) {
			spam++
		}
		stored[key], details = details, nil
		return nil
	}); err != nil {
		return "", err
	}
	lost, altered := 0, 0
	for _, basket := range sent {
		got := stored[basket.key]
		if got == nil {
			lost++
		} else if !basket.in(got) {
			altered++
		}
	}
	verdict := fmt.Sprintf("%d baskets, half of them sent twice at once, %d prices changed, %d kill -9: leads=%d lost=%d dup=%d quarantined=%d with_other_prices=%d; %d held a price that had changed by the time they were stored",
		len(sent), changes, s.kills, len(stored), lost, dup, spam, altered, outdated)
	return rig.Judged(verdict, len(sent) == s.baskets, len(stored) == s.baskets, lost+dup+spam+altered == 0, outdated > 0)
}

// in reports whether details hold exactly the items of the basket and their total.
func (b taken) in(details []lead.Detail) bool {
	if len(details) != len(b.items)+1 || !details[len(b.items)].Sum {
		return false
	}
	for i, item := range b.items {
		if details[i].Item == nil || *details[i].Item != item {
			return false
		}
	}
	return true
}
