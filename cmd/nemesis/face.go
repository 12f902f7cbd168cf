package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"parichay/internal/testkit/rig"
)

// faces are the paths whose 200 responses must contain the owner's content.
var faces = map[string]string{
	"/": rig.OwnBrand, "/gu": rig.OwnBrand, "/hi/services": rig.OwnBrand, "/blog": rig.OwnBrand, "/contact.vcf": rig.OwnEmail, "/feed.xml": rig.OwnBrand, "/api/v1/site": rig.OwnEmail,
	"/api/v1/page?path=/": rig.OwnBrand, "/.well-known/security.txt": rig.OwnEmail,
}

// looks counts the responses: own shows the owner's content, refused is not a 200, down is no
// response, and wrong counts all others by path.
type looks struct {
	own, refused, down atomic.Int64
	mu                 sync.Mutex
	wrong              map[string]int
}

// look requests each path of faces once.
func (l *looks) look(ctx context.Context, r *rig.Replica) {
	for path, own := range faces {
		response, body, err := r.Get(ctx, path)
		switch {
		case err != nil:
			l.down.Add(1)
			time.Sleep(time.Millisecond) // no process is listening
		case response.StatusCode != http.StatusOK:
			l.refused.Add(1)
		case bytes.Contains(body, []byte(own)):
			l.own.Add(1)
		default:
			l.mu.Lock()
			l.wrong[path]++
			l.mu.Unlock()
		}
	}
}

// face restarts the program under load, sometimes without PostgreSQL. Every response
// must have the owner's content, never the sample's.
func face(ctx context.Context) (string, error) {
	restarts := rig.Number("restarts", 20)
	if full {
		restarts = 200
	}
	r, end, err := grown(ctx, rig.Size{Posts: 100})
	if err != nil {
		return "", err
	}
	defer end()
	if err := takeOver(ctx, r); err != nil {
		return "", err
	}
	l := &looks{wrong: map[string]int{}}
	visitors, stop := context.WithCancel(ctx)
	var wait sync.WaitGroup
	for i := range 8 {
		someone := r.From(fmt.Sprintf("127.0.1.%d", 1+i))
		wait.Go(func() {
			for visitors.Err() == nil {
				l.look(ctx, someone)
			}
		})
	}
	absent := 0
	for i := range restarts {
		without := i%5 == 4
		if without {
			absent++
		}
		if err = restart(ctx, r, i%2 == 0, without); err != nil {
			break
		}
	}
	stop()
	wait.Wait()
	if err != nil {
		return "", err
	}
	wrong := 0
	for _, n := range l.wrong {
		wrong += n
	}
	return rig.Judged(fmt.Sprintf("%d restarts under load, %d of them without PostgreSQL: %d responses with the owner's content, %d with another status, %d connections refused, %d with sample content (must be 0) %v",
		restarts, absent, l.own.Load(), l.refused.Load(), l.down.Load(), wrong, l.wrong), wrong == 0, l.own.Load() > int64(restarts))
}

// takeOver replaces the sample content with the owner's and waits until it is shown.
func takeOver(ctx context.Context, r *rig.Replica) error {
	if err := rig.TakeOver(ctx, r); err != nil {
		return err
	}
	for path, own := range faces {
		if _, err := seen(ctx, r, path, own, 2*time.Second); err != nil {
			return err
		}
	}
	return nil
}

//revive:disable-next-line:flag-parameter two independent circumstances
func restart(ctx context.Context, r *rig.Replica, crash, without bool) error {
	if without {
		if err := rig.Postgres(ctx, "stop"); err != nil {
			return err
		}
	}
	if crash {
		r.Kill()
	} else {
		r.Stop()
	}
	err := r.Again(ctx)
	if without {
		time.Sleep(time.Second) // serve without a database for a while
		err = errors.Join(err, rig.Postgres(ctx, "start"))
	}
	if err != nil {
		return err
	}
	return r.Await(ctx, http.StatusOK)
}
