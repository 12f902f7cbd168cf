// Package operate holds the drills for operators' tasks: stopping, upgrading, failover,
// backups and certificates.
package operate

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"parichay/internal/testkit/rig"
)

// The number of mails that are being sent when the program is stopped, and how long the
// mail server takes for each: longer than any request.
const (
	midMails  = 5
	mailTakes = 3 * time.Second
	settled   = 3 * time.Minute // longer than another replica takes to rescue abandoned jobs
)

// Midmail stops the program while the mail server has its mails but has not answered
// yet. The next program must not send them again.
func Midmail(ctx context.Context) (string, error) {
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	mails, err := rig.OpenMails(ctx, "")
	if err != nil {
		return "", err
	}
	defer mails.Stop()
	taken := make(chan struct{}, midMails)
	mails.Refuse(func(rig.Mail) error {
		taken <- struct{}{}
		return rig.Sleep(ctx, mailTakes)
	})
	r, err := rig.Start(ctx, database, rig.ManyVisitors, "PARICHAY_SMTP_URL="+mails.URL())
	if err != nil {
		return "", err
	}
	defer func() { r.Stop() }()
	for i := range midMails {
		if err := leaveLead(ctx, r, i); err != nil {
			return "", err
		}
	}
	for range midMails {
		select {
		case <-taken:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	begun := time.Now()
	r.Stop()
	took := time.Since(begun)
	marked, err := rig.Names(ctx, database, `SELECT id::text FROM feedback WHERE mailed_at IS NOT NULL`)
	if err != nil {
		return "", err
	}
	mails.Refuse(nil)
	if err := r.Again(ctx); err != nil {
		return "", err
	}
	// If there are no abandoned jobs, this loop ends at once.
	for end := time.Now().Add(settled); ; {
		waiting, err := rig.Names(ctx, database, `SELECT id::text FROM river_job WHERE queue = 'mail' AND finalized_at IS NULL`)
		if err != nil {
			return "", err
		}
		if len(waiting) == 0 {
			break
		}
		if time.Now().After(end) {
			return "", fmt.Errorf("%d mail jobs did not finish", len(waiting))
		}
		if err := rig.Sleep(ctx, 100*time.Millisecond); err != nil {
			return "", err
		}
	}
	counts := map[string]int{}
	for _, m := range mails.All() {
		counts[m.ID()]++
	}
	twice := 0
	for _, n := range counts {
		if n > 1 {
			twice++
		}
	}
	return rig.Judged(fmt.Sprintf("stopped while sending %d mails, %v each: stopped after %v, %d marked as sent by then, %d arrived, %d of them twice",
		midMails, mailTakes, took.Round(time.Millisecond), len(marked), len(counts), twice),
		len(marked) == midMails, len(counts) == midMails, twice == 0)
}

// leaveLead sends a lead as a visitor does.
func leaveLead(ctx context.Context, r *rig.Replica, number int) error {
	v := &rig.Visitor{Number: number, Key: rand.Text()}
	if err := v.Open(ctx, r); err != nil {
		return err
	}
	if err := v.Type(ctx); err != nil {
		return err
	}
	status, body, err := v.Send(ctx, r, rig.NewMessage(number))
	if err == nil && status != http.StatusCreated {
		err = fmt.Errorf("lead %d: %d %s", number, status, body)
	}
	return err
}

var stopPaths = []string{"/", "/gu", "/services", "/blog", "/portfolio", "/feed.xml"}

// Restart restarts a single program while every request uses a new connection. The socket stays
// open meanwhile, as under systemd.
func Restart(ctx context.Context) (string, error) {
	restarts, rate := rig.Number("restarts", 5), rig.Number("rate", 500)
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	r, err := rig.StartHeld(ctx, database, rig.ManyVisitors)
	if err != nil {
		return "", err
	}
	defer func() { r.Stop() }()
	visiting, stop := context.WithCancel(ctx)
	defer stop()
	views := make(chan *rig.Views, 1)
	go func() { views <- rig.Visit(visiting, r.ByNewConnections(), rate, time.Hour, stopPaths...) }()
	for range restarts {
		if err := rig.Sleep(ctx, time.Second); err != nil {
			return "", err
		}
		r.Stop()
		if err := r.Again(ctx); err != nil {
			return "", err
		}
		if err := r.Await(ctx, http.StatusOK); err != nil {
			return "", err
		}
	}
	err = rig.Sleep(ctx, time.Second)
	stop()
	seen := <-views
	if err != nil {
		return "", err
	}
	return rig.Judged(fmt.Sprintf("%d restarts of one program with a held socket at %d requests/s: %d of %d served, the slowest in %v %s",
		restarts, rate, len(seen.Times), len(seen.Times)+seen.Failed, seen.Quantile(1).Round(time.Millisecond), seen.Trouble()), seen.Failed == 0)
}

// balancer configures nginx in front of two replicas, without health checks: if one does
// not answer, it asks the other. max_fails=0, because otherwise nginx would avoid a
// replica for ten seconds after a failure.
const balancer = `user root; worker_processes 1; events { worker_connections 4096; }
http {
  access_log off;
  upstream parichay { server %s max_fails=0; server %s max_fails=0; keepalive 32; }
  server {
    listen %s;
    location / {
      proxy_pass http://parichay;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
    }
  }
}
`

// writers is the number of concurrent senders of leads, each as fast as a form may be
// sent.
const writers = 40

// Rolling restarts two replicas behind nginx one after the other, while pages are viewed
// and leads sent.
func Rolling(ctx context.Context) (string, error) {
	replacements, rate := rig.Number("replacements", 10), rig.Number("rate", 200)
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	var replicas []*rig.Replica
	defer func() {
		for _, r := range replicas {
			r.Stop()
		}
	}()
	for range 2 {
		r, err := rig.Start(ctx, database, rig.ManyVisitors)
		if err != nil {
			return "", err
		}
		replicas = append(replicas, r)
	}
	address, stop, err := balance(ctx, replicas)
	if err != nil {
		return "", err
	}
	defer stop()
	shop := replicas[0].Behind("http://" + address)
	if err := shop.Await(ctx, http.StatusOK); err != nil {
		return "", err
	}
	visiting, end := context.WithCancel(ctx)
	defer end()
	views := make(chan *rig.Views, 1)
	go func() { views <- rig.Visit(visiting, shop, rate, time.Hour, stopPaths...) }()
	var people sync.WaitGroup
	var left, lost atomic.Int64
	var first atomic.Pointer[string]
	for worker := range writers {
		people.Go(func() {
			for n := worker; visiting.Err() == nil; n += writers {
				if err := leaveLead(context.WithoutCancel(visiting), shop, n); err != nil {
					lost.Add(1)
					text := err.Error()
					first.CompareAndSwap(nil, &text)
				} else {
					left.Add(1)
				}
			}
		})
	}
	err = replace(ctx, replicas, replacements)
	end()
	people.Wait()
	seen := <-views
	if err != nil {
		return "", err
	}
	trouble := seen.Trouble()
	if why := first.Load(); why != nil {
		trouble += " " + *why
	}
	stored, err := rig.Names(ctx, database, `SELECT id::text FROM feedback`)
	if err != nil {
		return "", err
	}
	return rig.Judged(fmt.Sprintf("%d rolling restarts of two replicas behind nginx: %d of %d views served, %d of %d leads accepted, %d stored %s",
		replacements, len(seen.Times), len(seen.Times)+seen.Failed, left.Load(), left.Load()+lost.Load(), len(stored), trouble),
		seen.Failed == 0, lost.Load() == 0, len(stored) == int(left.Load()))
}

// replace restarts the replicas in turn.
func replace(ctx context.Context, replicas []*rig.Replica, times int) error {
	for i := range times {
		r := replicas[i%len(replicas)]
		r.Stop()
		if err := r.Again(ctx); err != nil {
			return err
		}
		if err := r.Await(ctx, http.StatusOK); err != nil {
			return err
		}
	}
	return nil
}

// balance runs nginx in front of the replicas.
func balance(ctx context.Context, replicas []*rig.Replica) (address string, stop func(), err error) {
	program, err := exec.LookPath("nginx")
	if err != nil {
		if program, err = exec.LookPath("/usr/sbin/nginx"); err != nil {
			return "", nil, errors.New("not run: nginx is not installed; run scripts/setup edge")
		}
	}
	if address, err = rig.FreeAddress(ctx); err != nil {
		return "", nil, err
	}
	folder, err := os.MkdirTemp("", "rolling")
	if err != nil {
		return "", nil, err
	}
	host := func(r *rig.Replica) string { return strings.TrimPrefix(r.URL, "http://") }
	file := filepath.Join(folder, "config")
	if err := os.WriteFile(file, fmt.Appendf(nil, balancer, host(replicas[0]), host(replicas[1]), address), 0o600); err != nil {
		return "", nil, err
	}
	process := exec.CommandContext(ctx, program, "-p", folder, "-e", "stderr", "-g", "daemon off; pid "+folder+"/pid;", "-c", file)
	process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	process.Cancel = func() error { return process.Process.Signal(syscall.SIGTERM) }
	if err := process.Start(); err != nil {
		return "", nil, err
	}
	return address, func() {
		_ = process.Process.Signal(syscall.SIGTERM)
		_ = process.Wait()
		_ = os.RemoveAll(folder)
	}, nil
}
