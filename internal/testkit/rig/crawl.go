package rig

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

var location = regexp.MustCompile(`<loc>([^<]+)</loc>`)

// Known lists the paths of the sitemap, or of all sitemaps if it is an index.
func (r *Replica) Known(ctx context.Context) ([]string, error) {
	paths, err := r.known(ctx, "/sitemap.xml")
	if err == nil && len(paths) == 0 {
		err = errors.New("the sitemap is empty because the site has only sample content: call TakeOver first")
	}
	return paths, err
}

func (r *Replica) known(ctx context.Context, sitemap string) (paths []string, err error) {
	var text strings.Builder
	if _, err := r.Read(ctx, sitemap, &text); err != nil {
		return nil, err
	}
	index := strings.Contains(text.String(), "<sitemapindex")
	for _, found := range location.FindAllStringSubmatch(text.String(), -1) {
		path := cmp.Or(strings.TrimPrefix(found[1], r.URL), "/")
		if !index {
			paths = append(paths, path)
			continue
		}
		part, err := r.known(ctx, path)
		if err != nil {
			return nil, err
		}
		paths = append(paths, part...)
	}
	return paths, nil
}

// Crawl views every path once, with the given number of concurrent clients. It retries after
// 503 and returns the number of such responses; any other status but 200 is an error.
func (r *Replica) Crawl(ctx context.Context, clients int, paths []string) (refused int, err error) {
	var next, later atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range clients {
		group.Go(func() error {
			for i := int(next.Add(1)) - 1; i < len(paths); i = int(next.Add(1)) - 1 {
				for {
					response, _, err := r.Get(ctx, paths[i], "Accept-Encoding", Browser, "User-Agent", "robot")
					if err != nil {
						return err
					}
					if response.StatusCode == http.StatusOK {
						break
					}
					if response.StatusCode != http.StatusServiceUnavailable || later.Add(1) > int64(len(paths)) {
						return fmt.Errorf("%s: %s", paths[i], response.Status)
					}
				}
			}
			return nil
		})
	}
	err = group.Wait()
	return int(later.Load()), err
}
