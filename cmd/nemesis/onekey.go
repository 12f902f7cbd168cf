package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"sync"

	"parichay/internal/testkit/rig"
)

const oneKeyPosts = 1000

// onekey posts one message a thousand times at once, to two replicas.
func onekey(ctx context.Context) (string, error) {
	t, end, err := openTown(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	first := &rig.Visitor{Number: 1, Key: rand.Text()}
	if err := errors.Join(first.Open(ctx, t.replicas[0]), first.Type(ctx)); err != nil {
		return "", err
	}
	message := rig.NewMessage(1)
	answers := make(chan string, oneKeyPosts)
	gate := make(chan struct{})
	var wait sync.WaitGroup
	for i := range oneKeyPosts {
		again := *first
		again.Number = i // a phone that changes its network retries from another address
		wait.Go(func() {
			<-gate
			status, body, err := again.Send(ctx, t.replicas[i%2], maps.Clone(message))
			if err != nil || status != http.StatusCreated {
				body = fmt.Appendf(nil, "%d %s %v", status, body, err)
			}
			answers <- string(body)
		})
	}
	close(gate)
	wait.Wait()
	close(answers)
	distinct := map[string]int{}
	for answer := range answers {
		distinct[answer]++
	}
	var rows, jobs int
	if err := t.sql(ctx, `SELECT (SELECT count(*) FROM feedback), (SELECT count(*) FROM river_job WHERE kind = 'lead_notice')`, &rows, &jobs); err != nil {
		return "", err
	}
	verdict := fmt.Sprintf("%d posts with one key at once to two replicas: rows=%d mail_jobs=%d different_answers=%d", oneKeyPosts, rows, jobs, len(distinct))
	if rows != 1 || jobs != 1 || len(distinct) != 1 {
		return "", fmt.Errorf("%s: %v", verdict, distinct)
	}
	return verdict, nil
}
