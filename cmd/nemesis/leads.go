package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"parichay/internal/rig"
)

// storm is how much is broken under how many leads.
type storm struct{ leads, kills, crashes, clients int }

var (
	shortStorm = storm{leads: 400, kills: 6, crashes: 2, clients: 60}
	fullStorm  = storm{leads: 20000, kills: 200, crashes: 20, clients: 200}
)

// town is two programs that die and come back on one database, and a post office.
type town struct {
	database string
	mails    *rig.Mails
	mu       sync.RWMutex
	replicas [2]*rig.Replica
	settings []string
}

func openTown(ctx context.Context) (*town, func(), error) {
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return nil, nil, err
	}
	mails, err := rig.OpenMails(ctx, "")
	if err != nil {
		remove()
		return nil, nil, err
	}
	t := &town{database: database, mails: mails, settings: []string{rig.ManyVisitors, "PARICHAY_SMTP_URL=" + mails.URL()}}
	end := func() {
		for _, r := range t.replicas {
			if r != nil {
				r.Stop()
			}
		}
		mails.Stop()
		remove()
	}
	for i := range t.replicas {
		if t.replicas[i], err = rig.Start(ctx, database, t.settings...); err != nil {
			end()
			return nil, nil, err
		}
	}
	return t, end, nil
}

// any is one of the programs; it may be dying.
func (t *town) any() *rig.Replica {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.replicas[mathrand.IntN(len(t.replicas))]
}

// kill ends one program without warning and starts another in its place.
func (t *town) kill(ctx context.Context, i int) error {
	t.replicas[i].Kill()
	for {
		r, err := rig.Start(ctx, t.database, t.settings...)
		if err == nil {
			t.mu.Lock()
			t.replicas[i] = r
			t.mu.Unlock()
			return nil
		}
		if ctx.Err() != nil {
			return err
		}
	}
}

// sql reads one row of the database.
func (t *town) sql(ctx context.Context, query string, into ...any) error {
	conn, err := pgx.Connect(ctx, t.database)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	return conn.QueryRow(ctx, query).Scan(into...)
}

// journal is what the senders know by themselves, on disk before each step.
type journal struct {
	mu   sync.Mutex
	file *os.File
}

type entry struct {
	Step    string // "send" before an attempt, "ack" after the answer
	Key     string
	Message map[string]any `json:",omitempty"`
	Answer  string         `json:",omitempty"`
}

func (j *journal) write(e entry) error {
	raw, err := json.Marshal(e)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.file.Write(append(raw, '\n')); err != nil {
		return err
	}
	return j.file.Sync()
}

func newMessage(n int) map[string]any {
	return map[string]any{
		"kind": "quote_request", "name": fmt.Sprintf("Visitor %d", n), "email": fmt.Sprintf("v%d@example.in", n), "phone": fmt.Sprintf("98%08d", n),
		"message": fmt.Sprintf("આ સંદેશ %d: %s", n, rand.Text()), "language": "gu", "page": "/gu/services", "source": "drill", "consent": "2026-11",
	}
}

// deliver sends one message until it is acknowledged, under one key. It returns
// how many attempts ended without an answer.
func (t *town) deliver(ctx context.Context, j *journal, n int) (unknown int, err error) {
	v := &rig.Visitor{Number: n, Key: rand.Text()}
	for v.Open(ctx, t.any()) != nil {
		if err := pause(ctx); err != nil {
			return 0, err
		}
	}
	if err := v.Type(ctx); err != nil {
		return 0, err
	}
	message := newMessage(n)
	if err := j.write(entry{Step: "send", Key: v.Key, Message: message}); err != nil {
		return 0, err
	}
	for {
		status, answer, err := v.Send(ctx, t.any(), message)
		switch {
		case ctx.Err() != nil:
			return unknown, ctx.Err()
		case err != nil || status >= http.StatusInternalServerError:
			unknown++
		case status == http.StatusCreated:
			return unknown, j.write(entry{Step: "ack", Key: v.Key, Answer: string(answer)})
		case status != http.StatusTooManyRequests: // refused and told so: an honest sender waits
			return unknown, fmt.Errorf("lead %d: status %d: %s", n, status, answer)
		}
		if err := pause(ctx); err != nil {
			return unknown, err
		}
	}
}

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Duration(20+mathrand.IntN(60)) * time.Millisecond):
		return nil
	}
}

// leads sends messages while programs are killed and PostgreSQL crashes, and then
// compares three memories: the senders' journal, the database and the mail server.
func leads(ctx context.Context) (string, error) {
	s := shortStorm
	if full {
		s = fullStorm
	}
	t, end, err := openTown(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	file, err := os.CreateTemp("", "leads-*.journal")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	j := &journal{file: file}
	started := time.Now()
	unknown, err := t.rage(ctx, j, s)
	if err != nil {
		return "", err
	}
	took := time.Since(started)
	verdict, err := t.judge(ctx, file.Name(), s, unknown)
	return fmt.Sprintf("%d leads in %v, %d kill -9, %d PostgreSQL crashes: %s", s.leads, took.Round(time.Second), s.kills, s.crashes, verdict), err
}

// rage sends all leads and spreads the faults over them.
func (t *town) rage(ctx context.Context, j *journal, s storm) (unknown int64, err error) {
	var next, acked, lost atomic.Int64
	whole := ctx // a program started under the group's would end with it
	group, ctx := errgroup.WithContext(ctx)
	for range s.clients {
		group.Go(func() error {
			for n := next.Add(1); n <= int64(s.leads); n = next.Add(1) {
				u, err := t.deliver(ctx, j, int(n))
				if err != nil {
					return err
				}
				lost.Add(int64(u))
				acked.Add(1)
			}
			return nil
		})
	}
	due := func(done, of int) bool { return acked.Load() >= int64(done+1)*int64(s.leads)/int64(of+1) }
	group.Go(func() error {
		for killed := 0; killed < s.kills; {
			if !due(killed, s.kills) {
				if err := pause(ctx); err != nil {
					return err
				}
				continue
			}
			if err := t.kill(whole, killed%2); err != nil {
				return err
			}
			killed++
		}
		return nil
	})
	group.Go(func() error {
		for crashed := 0; crashed < s.crashes; {
			if !due(crashed, s.crashes) {
				if err := pause(ctx); err != nil {
					return err
				}
				continue
			}
			if err := rig.Postgres(ctx, "kill"); err != nil {
				return err
			}
			if err := rig.Postgres(ctx, "start"); err != nil {
				return err
			}
			crashed++
		}
		return nil
	})
	err = group.Wait()
	return lost.Load(), err
}

// mailPatience is how long mails may still take when all leads are in: a program
// killed while sending leaves its mails to the others after a minute.
const mailPatience = 4 * time.Minute

func (t *town) judge(ctx context.Context, path string, s storm, unknown int64) (string, error) {
	sent, acked, err := readJournal(path)
	if err != nil {
		return "", err
	}
	found, dup, altered, spam := 0, 0, 0, 0
	rows, err := t.rows(ctx)
	if err != nil {
		return "", err
	}
	texts := map[string]int{}
	for _, row := range rows {
		texts[row.message]++
		if texts[row.message] > 1 {
			dup++
		}
		if row.status == "spam" {
			spam++
		}
		message := sent[row.key]
		if message == nil || message["name"] != row.name || message["email"] != row.email || message["phone"] != row.phone || message["message"] != row.message {
			altered++
		}
		if _, ok := acked[row.key]; ok {
			found++
		}
	}
	lost := len(acked) - found
	mailLost, mailDup, err := t.awaitMails(ctx, len(rows))
	verdict := fmt.Sprintf("acked=%d found=%d lost=%d dup=%d altered=%d quarantined=%d unknown=%d resolved=%d mail_lost=%d mail_dup=%d",
		len(acked), found, lost, dup, altered, spam, unknown, unknown, mailLost, mailDup)
	if err == nil && (len(acked) != s.leads || lost+dup+altered+spam+mailLost != 0) {
		err = fmt.Errorf("promise broken: %s", verdict)
	}
	return verdict, err
}

func readJournal(path string) (sent map[string]map[string]any, acked map[string]string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = file.Close() }()
	sent, acked = map[string]map[string]any{}, map[string]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, nil, err
		}
		if e.Step == "send" {
			sent[e.Key] = e.Message
		} else {
			acked[e.Key] = e.Answer
		}
	}
	return sent, acked, nil
}

type row struct{ key, name, email, phone, message, status string }

func (t *town) rows(ctx context.Context) ([]row, error) {
	conn, err := pgx.Connect(ctx, t.database)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(ctx) }()
	found, err := conn.Query(ctx, `SELECT idempotency_key, name, email, phone, comment, status FROM feedback`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, func(r pgx.CollectableRow) (out row, err error) {
		err = r.Scan(&out.key, &out.name, &out.email, &out.phone, &out.message, &out.status)
		return out, err
	})
}

// awaitMails waits until the owner was told of every lead.
func (t *town) awaitMails(ctx context.Context, want int) (lost, dup int, err error) {
	ctx, cancel := context.WithTimeout(ctx, mailPatience)
	defer cancel()
	for {
		all := t.mails.All()
		distinct := map[string]bool{}
		for _, m := range all {
			distinct[m.ID()] = true
		}
		if lost, dup = want-len(distinct), len(all)-len(distinct); lost == 0 {
			return lost, dup, nil
		}
		if ctx.Err() != nil {
			return lost, dup, nil
		}
		_ = pause(ctx)
	}
}
