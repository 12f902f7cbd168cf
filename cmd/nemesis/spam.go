package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"parichay/internal/rig"
)

// How many programs and people write at the same time, and what of it may and must
// reach the inbox.
const (
	fullBots, fullPeople   = 10000, 1000
	shortBots, shortPeople = 1000, 100
	botsAllowed            = 10
	peopleAtOnce           = 100
)

// bot is a way to spam; each sends what it has to send as fast as it can.
type bot struct {
	name string
	post func(ctx context.Context, t *town, n int) error
}

// bots are the ways seen in the wild, from the dullest to the patient one.
var bots = []bot{
	{"posts without opening a form", func(ctx context.Context, t *town, n int) error { return t.spam(ctx, n, n, nil) }},
	{"fills every field", func(ctx context.Context, t *town, n int) error {
		return t.spam(ctx, n, n, map[string]any{"homepage": "https://spam.example", "token": "x"})
	}},
	{"makes tokens up", func(ctx context.Context, t *town, n int) error {
		return t.spam(ctx, n, n, map[string]any{"token": rand.Text() + rand.Text()})
	}},
	{"opens the form and posts at once", func(ctx context.Context, t *town, n int) error {
		return t.opens(ctx, n, n, "", atOnce)
	}},
	{"waits, from one network", func(ctx context.Context, t *town, n int) error {
		return t.opens(ctx, n, 1<<20, rand.Text(), patiently)
	}},
	{"waits, from many networks, with one text", func(ctx context.Context, t *town, n int) error {
		return t.opens(ctx, n, n, "We can bring ten thousand new visitors to your shop within a week, ask us how", patiently)
	}},
	{"waits, from many networks, and advertises", func(ctx context.Context, t *town, n int) error {
		return t.opens(ctx, n, n, "Buy backlinks at https://spam.example/"+rand.Text()+" and https://spam.example/more", patiently)
	}},
}

// spam posts without a form; refusals are as good as quarantine to the owner.
func (t *town) spam(ctx context.Context, n, network int, change map[string]any) error {
	v := &rig.Visitor{Number: network, Key: rand.Text()}
	message := rig.NewMessage(n)
	message["name"] = "bot"
	maps.Copy(message, change)
	_, _, err := v.Post(ctx, t.any(), message)
	return err
}

func atOnce(context.Context, *rig.Visitor) error { return nil }

func patiently(ctx context.Context, v *rig.Visitor) error { return v.Type(ctx) }

// opens opens the form first and types as told. It solves no puzzle: that is what
// they are for.
func (t *town) opens(ctx context.Context, n, network int, text string, types func(context.Context, *rig.Visitor) error) error {
	v := &rig.Visitor{Number: network, Key: rand.Text()}
	token, err := v.Token(ctx, t.any())
	if err != nil {
		return nil //nolint:nilerr // turned away at the door already
	}
	if err := types(ctx, v); err != nil {
		return err
	}
	message := rig.NewMessage(n)
	message["name"], message["token"] = "bot", token
	if text != "" {
		message["message"] = text
	}
	_, _, err = v.Post(ctx, t.any(), message)
	return err
}

// spam lets programs and people write at the same time.
func spam(ctx context.Context) (string, error) {
	nBots, nPeople := shortBots, shortPeople
	if full {
		nBots, nPeople = fullBots, fullPeople
	}
	t, end, err := openTown(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	var refused atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		flood, ctx := errgroup.WithContext(ctx)
		flood.SetLimit(400)
		for n := range nBots {
			flood.Go(func() error { return bots[n%len(bots)].post(ctx, t, 1+n) })
		}
		return flood.Wait()
	})
	group.Go(func() error {
		people, ctx := errgroup.WithContext(ctx)
		people.SetLimit(peopleAtOnce)
		for n := range nPeople {
			people.Go(func() error {
				v := &rig.Visitor{Number: 2<<20 + n, Key: rand.Text()}
				if err := errors.Join(v.Open(ctx, t.any()), v.Type(ctx)); err != nil {
					return err
				}
				message := rig.NewMessage(1<<20 + n)
				message["name"] = "person"
				status, _, err := v.Send(ctx, t.any(), message)
				if status != http.StatusCreated {
					refused.Add(1)
				}
				return err
			})
		}
		return people.Wait()
	})
	if err := group.Wait(); err != nil {
		return "", err
	}
	var botsIn, peopleIn, kept int
	err = t.sql(context.WithoutCancel(ctx), `
		SELECT count(*) FILTER (WHERE name = 'bot' AND status <> 'spam'), count(*) FILTER (WHERE name = 'person' AND status <> 'spam'), count(*) FILTER (WHERE name = 'bot' AND status = 'spam')
		FROM feedback`, &botsIn, &peopleIn, &kept)
	verdict := fmt.Sprintf("%d scripted posts of %d kinds: in_inbox=%d (at most %d) quarantined=%d refused_openly=%d; meanwhile %d people: in_inbox=%d refused=%d (at least %d in)",
		nBots, len(bots), botsIn, botsAllowed, kept, nBots-botsIn-kept, nPeople, peopleIn, refused.Load(), nPeople-nPeople/1000)
	if err == nil && (botsIn > botsAllowed || peopleIn < nPeople-nPeople/1000) {
		err = errors.New("promise broken: " + verdict)
	}
	return verdict, err
}
