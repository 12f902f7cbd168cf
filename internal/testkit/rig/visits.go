package rig

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Told is what became of visits that pages told of.
type Told struct {
	Accepted, Failed int64
	Took             time.Duration
}

// PerSecond is how many were told in a second.
func (t Told) PerSecond() float64 { return float64(t.Accepted) / t.Took.Seconds() }

// tellers are connections that visits are told over; plain ones, because whoever
// measures shares the machine.
const tellers = 50

// Tell tells of one view for each visitor from number first on, at a rate that does not
// wait for answers for longer than its connections do. Each visitor's number is their
// view's token; each has a network of their own.
func Tell(ctx context.Context, r *Replica, first int64, perSecond int, duration time.Duration) Told {
	var told Told
	var wait sync.WaitGroup
	total := int64(duration.Seconds() * float64(perSecond))
	begun := time.Now()
	for teller := range int64(tellers) {
		wait.Go(func() {
			line, err := r.Dial(ctx)
			for i := teller; i < total && ctx.Err() == nil; i += tellers {
				time.Sleep(time.Until(begun.Add(time.Duration(i) * time.Second / time.Duration(perSecond))))
				if err == nil {
					err = line.tell(first + i)
				}
				if err != nil {
					atomic.AddInt64(&told.Failed, 1)
					if line != nil {
						_ = line.Close()
					}
					line, err = r.Dial(ctx)
					continue
				}
				atomic.AddInt64(&told.Accepted, 1)
			}
			if line != nil {
				_ = line.Close()
			}
		})
	}
	wait.Wait()
	told.Took = time.Since(begun)
	return told
}

func (l *Line) tell(number int64) error {
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
