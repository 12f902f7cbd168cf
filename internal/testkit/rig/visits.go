package rig

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Told is the result of Tell: how many visits were accepted and how many failed.
type Told struct {
	Accepted, Failed int64
	Took             time.Duration
}

// PerSecond returns the number of accepted visits per second.
func (t Told) PerSecond() float64 { return float64(t.Accepted) / t.Took.Seconds() }

// tellers is the number of connections. They do not use net/http's client, because the
// measuring process shares the machine with the program.
const tellers = 50

// Tell reports one page view for each visitor, counting from number first, at a fixed rate as
// long as the connections keep up. A visitor's number is the view's token, and each visitor
// has their own network.
func Tell(ctx context.Context, r *Replica, first int64, perSecond int, duration time.Duration) Told {
	var result Told
	var wait sync.WaitGroup
	total := int64(duration.Seconds() * float64(perSecond))
	begun := time.Now()
	for teller := range int64(tellers) {
		wait.Go(func() {
			line, err := r.Dial(ctx)
			for i := teller; i < total && ctx.Err() == nil; i += tellers {
				time.Sleep(time.Until(begun.Add(time.Duration(i) * time.Second / time.Duration(perSecond))))
				if err == nil {
					err = line.postView(first + i)
				}
				if err != nil {
					atomic.AddInt64(&result.Failed, 1)
					if line != nil {
						_ = line.Close()
					}
					line, err = r.Dial(ctx)
					continue
				}
				atomic.AddInt64(&result.Accepted, 1)
			}
			if line != nil {
				_ = line.Close()
			}
		})
	}
	wait.Wait()
	result.Took = time.Since(begun)
	return result
}

func (l *Line) postView(number int64) error {
	if err := l.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		return err
	}
	body := fmt.Sprintf(`{"p":"/gu/services","s":"instagram/diwali","f":1,"t":%d,"n":0,"e":[["view"]]}`, number)
	visitor := Visitor{Number: int(number)}
	if _, err := fmt.Fprintf(l, "POST /api/v1/visits HTTP/1.1\r\nHost: %s\r\nUser-Agent: %s\r\nX-Forwarded-For: %s\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: %d\r\n\r\n%s",
		l.RemoteAddr(), Phone, visitor.network(), len(body), body); err != nil {
		return err
	}
	response, err := http.ReadResponse(l.in, nil)
	if err == nil && response.StatusCode != http.StatusNoContent {
		err = fmt.Errorf("visit %d: %s", number, response.Status)
	}
	return err
}
