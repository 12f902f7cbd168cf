package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"parichay/internal/testkit/rig"
)

const (
	leadRounds  = 3
	leadsARound = 2000
	leadSenders = 32
	leadRatio   = 0.5
	slowFlush   = 4000 // microseconds that a commit waits before it flushes
	slowRate    = 300
)

// bareLead is a pgbench script that stores the same rows for a lead as the program.
const bareLead = `\set n random(1, 1000000000)
BEGIN;
INSERT INTO feedback (name, email, phone, comment, feedback_type, status, company, services, edition, language, page, source, consent, flag, idempotency_key, digest, reference_prefix)
VALUES ('Visitor ' || :n, 'v' || :n || '@example.in', '9825012345', 'We need posters and a page for our shop, number ' || :n, 'quote_request', 'pending', '', '{}', '', 'gu', '/gu/services', 'bench', '2026-11', '', gen_random_uuid()::text, decode(repeat('00', 32), 'hex'), 'DM') RETURNING id;
INSERT INTO form_tokens (nonce) VALUES (uuid_send(gen_random_uuid()));
INSERT INTO arrivals (network, text_hash) VALUES (uuid_send(gen_random_uuid()), uuid_send(gen_random_uuid()));
INSERT INTO river_job (args, kind, max_attempts, queue) VALUES ('{"id": 1}', 'bench_bare', 130, 'bench');
COMMIT;
`

// leads sends leads as fast as they are accepted, alternating with pgbench, which runs
// the same inserts. It repeats this with commits as slow as on a slow disk.
func leads(ctx context.Context, r *rig.Replica) (string, bool, error) {
	mails, err := rig.OpenMails(ctx, "")
	if err != nil {
		return "", false, err
	}
	defer mails.Stop()
	taker, err := rig.Start(ctx, r.Database, rig.ManyVisitors, "PARICHAY_SMTP_URL="+mails.URL())
	if err != nil {
		return "", false, err
	}
	defer taker.Stop()
	var ours, bare, ratios []float64
	for round := range leadRounds {
		b, err := pgbench(ctx, r.Database)
		if err != nil {
			return "", false, err
		}
		o, err := takeLeads(ctx, taker, round)
		if err != nil {
			return "", false, err
		}
		ours, bare, ratios = append(ours, o), append(bare, b), append(ratios, o/b)
	}
	if err := slowCommits(ctx, r.Database, slowFlush); err != nil {
		return "", false, err
	}
	defer func() { _ = slowCommits(context.WithoutCancel(ctx), r.Database, 0) }()
	slow, err := takeLeads(ctx, taker, leadRounds)
	return fmt.Sprintf("%.0f leads/s over HTTP against %.0f bare transactions/s of pgbench: ratio %.2f (medians of %d rounds; at least %.2f); %.0f/s when every commit takes %.0f ms longer (at least %d)",
		median(ours), median(bare), median(ratios), leadRounds, leadRatio, slow, slowFlush/1000.0, slowRate), median(ratios) >= leadRatio && slow >= slowRate, err
}

// slowCommits makes each transaction wait before its flush, to simulate a slow disk. In a
// group commit the leader waits, and the others wait with it.
func slowCommits(ctx context.Context, database string, microseconds int) error {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, sql := range []string{
		fmt.Sprintf(`ALTER SYSTEM SET commit_delay = %d`, microseconds), `ALTER SYSTEM SET commit_siblings = 0`, `SELECT pg_reload_conf()`,
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

var tps = regexp.MustCompile(`tps = ([\d.]+)`)

func pgbench(ctx context.Context, database string) (float64, error) {
	file := filepath.Join(os.TempDir(), "lead-"+rand.Text()+".sql")
	defer func() { _ = os.Remove(file) }()
	if err := os.WriteFile(file, []byte(bareLead), 0o600); err != nil {
		return 0, err
	}
	out, err := exec.CommandContext(ctx, "pgbench", "-n", "-M", "prepared", "-c", "8", "-j", "2", "-T", "4", "-f", file, database).CombinedOutput()
	found := tps.FindSubmatch(out)
	if err != nil || found == nil {
		return 0, fmt.Errorf("pgbench: %w: %s", err, out)
	}
	return strconv.ParseFloat(string(found[1]), 64)
}

// takeLeads opens the forms of a round and returns how many leads a second are accepted.
func takeLeads(ctx context.Context, r *rig.Replica, round int) (float64, error) {
	visitors := make([]*rig.Visitor, leadsARound)
	var opening errgroup.Group
	opening.SetLimit(leadSenders)
	for i := range visitors {
		visitors[i] = &rig.Visitor{Number: 1 + round*leadsARound + i, Key: rand.Text()}
		opening.Go(func() error { return visitors[i].Open(ctx, r) })
	}
	if err := errors.Join(opening.Wait(), visitors[leadsARound-1].Type(ctx)); err != nil {
		return 0, err
	}
	var next atomic.Int64
	start := time.Now()
	var sending errgroup.Group
	for range leadSenders {
		sending.Go(func() error {
			for i := next.Add(1) - 1; i < leadsARound; i = next.Add(1) - 1 {
				status, answer, err := visitors[i].Send(ctx, r, map[string]any{
					"kind": "quote_request", "name": fmt.Sprint("Visitor ", i), "email": fmt.Sprintf("v%d@example.in", i), "phone": "9825012345",
					"message": "We need posters and a page for our shop: " + rand.Text(), "language": "gu", "page": "/gu/services", "source": "bench", "consent": "2026-11",
				})
				if err != nil || status != http.StatusCreated {
					return fmt.Errorf("lead: %d %s %w", status, answer, err)
				}
			}
			return nil
		})
	}
	err := sending.Wait()
	return leadsARound / time.Since(start).Seconds(), err
}
