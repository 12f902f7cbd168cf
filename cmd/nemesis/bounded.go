package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"parichay/internal/testkit/rig"
)

// grown starts one program on a database of the given size.
func grown(ctx context.Context, size rig.Size, settings ...string) (*rig.Replica, func(), error) {
	database, remove, err := rig.GrownDatabase(ctx, size)
	if err != nil {
		return nil, nil, err
	}
	r, err := rig.Start(ctx, database, settings...)
	if err != nil {
		remove()
		return nil, nil, err
	}
	return r, func() { r.Stop(); remove() }, nil
}

// format requests articles whose names are format strings.
func format(ctx context.Context) (string, error) {
	const asks, mostMemory, mostLog = 20, 5.0, 10 << 10
	r, end, err := grown(ctx, rig.Public)
	if err != nil {
		return "", err
	}
	defer end()
	name := strings.Repeat("%251000000[1]d", 22)
	paths := []string{"/blog/" + name, "/gu/blog/" + name, "/api/v1/posts/" + name, "/api/v1/page?path=/blog/" + name, "/card/blog/" + name + "/AAAAAAAAAAAA.jpg"}
	for i := range asks { // harmless requests come first, so that before includes the memory that any request keeps
		if _, _, err := r.Get(ctx, strings.ReplaceAll(paths[i%len(paths)], name, "nothing")); err != nil {
			return "", err
		}
	}
	if err := r.ForgetMost(); err != nil {
		return "", err
	}
	before, _, err := r.Memory()
	if err != nil {
		return "", err
	}
	log := r.Logged()
	for i := range asks {
		response, _, err := r.Get(ctx, paths[i%len(paths)])
		if err != nil || response.StatusCode >= http.StatusInternalServerError {
			return "", fmt.Errorf("ask %d: %w", i, errors.Join(err, errors.New(paths[i%len(paths)])))
		}
	}
	_, most, err := r.Memory()
	if err != nil {
		return "", err
	}
	log = r.Logged() - log
	return rig.Judged(fmt.Sprintf("%d requests with format strings as names: memory %+.1f MiB (below %+.0f), log %d bytes (below %d)", asks, most-before, mostMemory, log, mostLog),
		most-before < mostMemory, log < mostLog)
}

// phones simulates a thousand people behind one carrier's address. Each keeps a
// connection and views ten pages.
func phones(ctx context.Context) (string, error) {
	people, views := rig.Number("phones", 1000), []string{"/", "/services", "/portfolio", "/blog", "/download", "/gu", "/hi", "/gu/blog", "/contact.vcf", "/"}
	r, end, err := grown(ctx, rig.Public)
	if err != nil {
		return "", err
	}
	defer end()
	lines := make([]*rig.Line, people)
	for i := range lines {
		if lines[i], err = r.Dial(ctx); err != nil {
			return "", fmt.Errorf("connection %d: %w", i, err)
		}
		defer lines[i].Close() //nolint:gocritic // all of them stay open until the end
	}
	var served, refused, broken atomic.Int64
	for _, path := range views { // in lockstep, so that every connection is idle between two views
		var group errgroup.Group
		for _, line := range lines {
			group.Go(func() error {
				status, err := line.Get(path)
				switch {
				case err != nil:
					broken.Add(1)
				case status != http.StatusOK:
					refused.Add(1)
				default:
					served.Add(1)
				}
				return nil
			})
		}
		_ = group.Wait()
	}
	_, most, err := r.Memory()
	if err != nil {
		return "", err
	}
	return rig.Judged(fmt.Sprintf("%d phones behind one address, %d views each on one connection: %d of %d served, %d refused, %d connections broken; memory at most %.0f MiB",
		people, len(views), served.Load(), people*len(views), refused.Load(), broken.Load(), most), served.Load() == int64(people*len(views)))
}
