package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"parichay/internal/testkit/rig"
)

const (
	farLeads = 100
	farEvery = 100 * time.Millisecond
	stale    = 20 * time.Second
)

// behind starts a replica whose database is behind a proxy.
func behind(ctx context.Context, database string) (*rig.Replica, *rig.Proxy, func(), error) {
	proxy, address, err := rig.OpenProxy(ctx, database)
	if err != nil {
		return nil, nil, nil, err
	}
	r, err := rig.Start(ctx, address, rig.ManyVisitors, "PARICHAY_MEDIA=file:"+rig.MediaFolder(database))
	if err != nil {
		proxy.Close()
		return nil, nil, nil, err
	}
	return r, proxy, func() { r.Kill(); proxy.Close() }, nil
}

// latency sends ten leads a second to replicas with distant databases.
func latency(ctx context.Context) (string, error) {
	delays := []time.Duration{50 * time.Millisecond, 150 * time.Millisecond, 300 * time.Millisecond}
	verdicts := make([]string, len(delays))
	var group errgroup.Group
	for i, delay := range delays {
		group.Go(func() (err error) {
			verdicts[i], err = far(ctx, delay)
			return err
		})
	}
	err := group.Wait()
	return fmt.Sprintf("%d leads at %v a second: %s", farLeads, float64(time.Second/farEvery), strings.Join(verdicts, "; ")), err
}

func far(ctx context.Context, delay time.Duration) (string, error) {
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	r, proxy, end, err := behind(ctx, database)
	if err != nil {
		return "", err
	}
	defer end()
	proxy.Delay(delay)
	answers, err := sendMany(ctx, r, farLeads, farEvery)
	if err != nil {
		return "", err
	}
	accepted, slowest := 0, time.Duration(0)
	for _, a := range answers {
		if slowest = max(slowest, a.took); a.status == http.StatusCreated {
			accepted++
		}
	}
	verdict := fmt.Sprintf("+%v: %d accepted, slowest %v", delay, accepted, slowest.Round(time.Millisecond))
	stored, err := rig.Names(ctx, database, `SELECT id::text FROM feedback WHERE status = 'pending'`)
	if err == nil && (accepted != farLeads || len(stored) != farLeads) {
		err = fmt.Errorf("%s, %d stored: %v", verdict, len(stored), answers)
	}
	return verdict, err
}

// sent is one message and its response.
type sent struct {
	visitor *rig.Visitor
	message map[string]any
	status  int
	took    time.Duration
}

// sendMany lets n visitors open a form, type and send. One visitor starts in each
// interval.
func sendMany(ctx context.Context, r *rig.Replica, n int, every time.Duration) ([]sent, error) {
	answers := make([]sent, n)
	var sending errgroup.Group
	tick := time.NewTicker(every)
	defer tick.Stop()
	for i := range answers {
		<-tick.C
		answers[i] = sent{visitor: &rig.Visitor{Number: i + 1, Key: rand.Text()}, message: rig.NewMessage(i + 1)}
		sending.Go(func() (err error) {
			a := &answers[i]
			if err := errors.Join(a.visitor.Open(ctx, r), a.visitor.Type(ctx)); err != nil {
				return err
			}
			start := time.Now()
			a.status, _, err = a.visitor.Send(ctx, r, a.message)
			a.took = time.Since(start)
			return err
		})
	}
	return answers, sending.Wait()
}

// silences are the moments at which the traffic of a listening replica stops.
var silences = []struct{ name, mark string }{
	{"connecting", "application_name"}, {"listening", "LISTEN"}, {"asking for the version", "SELECT version"}, {"waiting", ""},
}

// silence stops all traffic between listening replicas and PostgreSQL, at a different moment for
// each replica, while another replica saves.
func silence(ctx context.Context) (string, error) {
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	editor, err := rig.Start(ctx, database)
	if err != nil {
		return "", err
	}
	defer editor.Kill()
	if err := editor.SignIn(ctx); err != nil {
		return "", err
	}
	revision, err := editor.Revision(ctx)
	if err != nil {
		return "", err
	}
	listeners, proxies := make([]*rig.Replica, len(silences)), make([]*rig.Proxy, len(silences))
	var ends []func()
	defer func() {
		for _, end := range ends {
			end()
		}
	}()
	for i := range silences {
		r, proxy, end, err := behind(ctx, database)
		if err != nil {
			return "", err
		}
		ends = append(ends, end)
		listeners[i], proxies[i] = r, proxy
	}
	for i, at := range silences {
		proxies[i].SilenceAt(at.mark)
		proxies[i].Cut()
	}
	if status, _, err := editor.SaveBrand(ctx, revision, "After the silence"); err != nil || status != http.StatusOK {
		return "", fmt.Errorf("save: %d %w", status, err)
	}
	verdicts := make([]string, len(silences))
	var group errgroup.Group
	for i, at := range silences {
		group.Go(func() error {
			began := time.Now()
			if err := admitted(ctx, listeners[i]); err != nil {
				return fmt.Errorf("silent while %s: %w", at.name, err)
			}
			known := time.Since(began)
			proxies[i].Heal()
			healed := time.Now()
			if _, err := seen(ctx, listeners[i], "/", "After the silence", stale); err != nil {
				return fmt.Errorf("no new content after the connection recovered (silenced while %s): %w", at.name, err)
			}
			verdicts[i] = fmt.Sprintf("while %s: /readyz 503 after %v, current %v after the silence", at.name, known.Round(100*time.Millisecond), time.Since(healed).Round(100*time.Millisecond))
			return listeners[i].Await(ctx, http.StatusOK)
		})
	}
	err = group.Wait()
	return strings.Join(verdicts, "; "), err
}

// admitted waits until a replica whose content may be stale either reports that it is not
// ready or shows the new content.
func admitted(ctx context.Context, r *rig.Replica) error {
	for start := time.Now(); time.Since(start) < stale; time.Sleep(50 * time.Millisecond) {
		response, _, err := r.Get(ctx, "/readyz")
		if err == nil && response.StatusCode == http.StatusServiceUnavailable {
			return nil
		}
		if _, body, err := r.Get(ctx, "/"); err == nil && bytes.Contains(body, []byte("After the silence")) {
			return nil
		}
	}
	return fmt.Errorf("still reports ready %v after its content became stale", stale)
}
