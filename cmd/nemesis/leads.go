package main

import (
	"bufio"
	"bytes"
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

	"parichay/internal/domain/lead"
	"parichay/internal/testkit/rig"
	"parichay/locales"
)

// storm says how many leads are sent, by how many clients, and how many faults occur meanwhile.
type storm struct{ leads, kills, crashes, clients int }

var (
	shortStorm = storm{leads: 400, kills: 6, crashes: 2, clients: 60}
	fullStorm  = storm{leads: 20000, kills: 200, crashes: 20, clients: 200}
)

// town consists of two replicas on one database and a mail server. Drills kill and restart the
// replicas.
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

// any returns one of the replicas, which may be stopping.
func (t *town) any() *rig.Replica {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.replicas[mathrand.IntN(len(t.replicas))]
}

// kill kills one replica and starts another in its place.
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

// journal is the senders' own record, synced to disk before each step.
type journal struct {
	mu   sync.Mutex
	file *os.File
}

type entry struct {
	Step    string // "send" before the first attempt, "unknown" after one without a response, "ack" after success
	Key     string
	Message map[string]any `json:",omitempty"`
	Began   time.Time      `json:",omitzero"` // start of the acknowledged attempt
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

// Every twentieth visitor gives a phone number alone: 1,000 in the full drill.
const callerEvery = 20

// reachByEither lets a message need a phone number or an email address, on both replicas.
func (t *town) reachByEither(ctx context.Context) error {
	r := t.replicas[0]
	if err := r.SignIn(ctx); err != nil {
		return err
	}
	revision, err := r.Revision(ctx)
	if err != nil {
		return err
	}
	response, body, err := r.Call(ctx, http.MethodPatch, "/api/v1/site", map[string]any{"revision": revision, "site": map[string]any{"formNeeds": lead.ByEither}})
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("choose what a message needs: %s", body)
	}
	if err != nil {
		return err
	}
	hint := []byte(locales.Text(locales.English, "lead.either"))
	return rig.Until(ctx, time.Minute, "forms that accept a phone number alone", func() bool {
		for _, r := range t.replicas {
			if _, form, err := r.Get(ctx, "/services/quote"); err != nil || !bytes.Contains(form, hint) {
				return false
			}
		}
		return true
	})
}

// deliver sends one message with one key until it is acknowledged.
func (t *town) deliver(ctx context.Context, j *journal, n int) error {
	v := &rig.Visitor{Number: n, Key: rand.Text()}
	for v.Open(ctx, t.any()) != nil {
		if err := pause(ctx); err != nil {
			return err
		}
	}
	if err := v.Type(ctx); err != nil {
		return err
	}
	message := rig.NewMessage(n)
	if n%callerEvery == 0 {
		message["email"] = ""
	}
	if err := j.write(entry{Step: "send", Key: v.Key, Message: message}); err != nil {
		return err
	}
	for {
		began := time.Now()
		status, answer, err := v.Send(ctx, t.any(), message)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil || status >= http.StatusInternalServerError:
			if err := j.write(entry{Step: "unknown", Key: v.Key}); err != nil {
				return err
			}
		case status == http.StatusCreated:
			return j.write(entry{Step: "ack", Key: v.Key, Began: began})
		case status != http.StatusTooManyRequests: // 429: an honest sender waits and retries
			return fmt.Errorf("lead %d: status %d: %s", n, status, answer)
		}
		if err := pause(ctx); err != nil {
			return err
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

// leads sends messages while replicas are killed and PostgreSQL crashes. Then it compares
// three records: the senders' journal, the database and the mail server.
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
	if err := t.reachByEither(ctx); err != nil {
		return "", err
	}
	file, err := os.CreateTemp("", "leads-*.journal")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	j := &journal{file: file}
	started := time.Now()
	if err := t.rage(ctx, j, s); err != nil {
		return "", err
	}
	took := time.Since(started)
	verdict, err := t.judge(ctx, file.Name(), s)
	return fmt.Sprintf("%d leads in %v, %d kill -9, %d PostgreSQL crashes: %s", s.leads, took.Round(time.Second), s.kills, s.crashes, verdict), err
}

// rage sends all leads and causes the faults at regular intervals, counted in acknowledged leads.
func (t *town) rage(ctx context.Context, j *journal, s storm) error {
	var next, acked atomic.Int64
	whole := ctx // a replica that is started with the group's context would end with the group
	group, ctx := errgroup.WithContext(ctx)
	for range s.clients {
		group.Go(func() error {
			for n := next.Add(1); n <= int64(s.leads); n = next.Add(1) {
				if err := t.deliver(ctx, j, int(n)); err != nil {
					return err
				}
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
	return group.Wait()
}

// mailPatience is how long mails may take after the last lead: other replicas take over
// the mails of a killed one after a minute.
const mailPatience = 4 * time.Minute

func (t *town) judge(ctx context.Context, path string, s storm) (string, error) {
	sent, err := readJournal(path)
	if err != nil {
		return "", err
	}
	rows, err := t.rows(ctx)
	if err != nil {
		return "", err
	}
	c := compare(sent, rows)
	mailLost, mailDup, err := t.awaitMails(ctx, len(rows))
	verdict := fmt.Sprintf("%s by_phone_alone=%d mail_lost=%d mail_dup=%d", c, c.callers, mailLost, mailDup)
	if err == nil && (c.acked != s.leads || c.callers != s.leads/callerEvery || c.broken() || mailLost != 0) {
		err = fmt.Errorf("promise broken: %s", verdict)
	}
	return verdict, err
}

// sending is the journal's record of one lead.
type sending struct {
	message map[string]any
	unknown int       // attempts without a response
	acked   time.Time // start of the acknowledged attempt
}

// count is the result of comparing journal and database.
type count struct {
	acked, found, dup, altered, quarantined int

	callers           int // found leads with a phone number alone
	attempts, unknown int // attempts without a response, and their leads
	stored, absent    int // number of those leads that were, or were not, stored when the acknowledged attempt began
}

// unresolved returns the number of leads for which an attempt got no response and which are not
// both acknowledged and stored unaltered.
func (c count) unresolved() int { return c.unknown - c.stored - c.absent }

func (c count) broken() bool {
	return c.acked != c.found || c.dup+c.altered+c.quarantined+c.unresolved() != 0
}

func (c count) String() string {
	return fmt.Sprintf("acked=%d found=%d lost=%d dup=%d altered=%d quarantined=%d unknown=%d (attempts=%d) resolved=%d (stored=%d absent_then_retried=%d)",
		c.acked, c.found, c.acked-c.found, c.dup, c.altered, c.quarantined, c.unknown, c.attempts, c.stored+c.absent, c.stored, c.absent)
}

func compare(sent map[string]*sending, rows []row) count {
	var c count
	for _, one := range sent {
		c.attempts += one.unknown
		if one.unknown > 0 {
			c.unknown++
		}
		if !one.acked.IsZero() {
			c.acked++
		}
	}
	texts := map[string]bool{}
	for _, row := range rows {
		if texts[row.message] {
			c.dup++
			continue
		}
		texts[row.message] = true
		if row.status == "spam" {
			c.quarantined++
		}
		one := sent[row.key]
		if one == nil || one.message["name"] != row.name || one.message["email"] != row.email || one.message["phone"] != row.phone || one.message["message"] != row.message {
			c.altered++
			continue
		}
		if one.acked.IsZero() {
			continue
		}
		c.found++
		if row.email == "" {
			c.callers++
		}
		switch {
		case one.unknown == 0:
		case row.created.Before(one.acked):
			c.stored++
		default:
			c.absent++
		}
	}
	return c
}

func readJournal(path string) (map[string]*sending, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	sent := map[string]*sending{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, err
		}
		switch e.Step {
		case "send":
			sent[e.Key] = &sending{message: e.Message}
		case "unknown":
			sent[e.Key].unknown++
		case "ack":
			sent[e.Key].acked = e.Began
		}
	}
	return sent, lines.Err()
}

type row struct {
	key, name, email, phone, message, status string
	created                                  time.Time
}

func (t *town) rows(ctx context.Context) ([]row, error) {
	conn, err := pgx.Connect(ctx, t.database)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(ctx) }()
	found, err := conn.Query(ctx, `SELECT idempotency_key, name, email, phone, comment, status, created_at FROM feedback`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, func(r pgx.CollectableRow) (out row, err error) {
		err = r.Scan(&out.key, &out.name, &out.email, &out.phone, &out.message, &out.status, &out.created)
		return out, err
	})
}

// awaitMails waits until the owner is notified of every lead.
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
