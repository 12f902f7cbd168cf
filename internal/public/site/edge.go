package site

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"parichay/internal/domain/content"
	"parichay/internal/kit/headers"
	"parichay/internal/store/postgres"
	"parichay/locales"
)

// CacheAge is how long a CDN may cache a page; refreshing is how long after that it may still
// serve the page while it fetches a newer one.
const (
	CacheAge   = 24 * time.Hour
	refreshing = 10 * time.Second
)

// SurrogateKeys returns the purge keys of scopes, such as "profile list-posts
// item-posts-an-id".
func SurrogateKeys(scopes []string) string {
	keys := make([]string, len(scopes))
	for i, scope := range scopes {
		list, item, one := strings.Cut(scope, "/")
		switch {
		case scope == postgres.ProfileScope:
			keys[i] = scope
		case one:
			keys[i] = "item-" + list + "-" + url.QueryEscape(item)
		default:
			keys[i] = "list-" + list
		}
	}
	return strings.Join(keys, " ")
}

// atTheEdge returns the headers with which a CDN may cache a response that depends on list and
// scopes. The CDN may cache it until it would change without a save, and purges it by the keys
// of the scopes. atTheEdge returns nil if the CDN must not cache the response, for example
// because the program does not purge the CDN.
func (s *Site) atTheEdge(list *content.Collection, scopes []string) http.Header {
	if now := s.live.current.Load(); !s.config.Purged || now.kept != nil || now.notice != "" {
		return nil
	}
	keep := min(CacheAge, s.untilItChanges(list)-refreshing)
	if keep < refreshing {
		return nil
	}
	seconds := func(d time.Duration) string { return strconv.Itoa(int(d.Seconds())) }
	return http.Header{
		"Cache-Control": {"public, max-age=0, s-maxage=" + seconds(keep) + ", stale-while-revalidate=" + seconds(refreshing) + ", " + headers.WhileDown},
		"Surrogate-Key": {SurrogateKeys(scopes)},
	}
}

// untilItChanges returns how long a page that shows list stays the same if nobody saves
// anything; see snapshot.edition.
func (s *Site) untilItChanges(list *content.Collection) time.Duration {
	now := s.Today()
	next := time.Date(now.Year()+1, 1, 1, 0, 0, 0, 0, locales.India)
	if s.live.current.Load().daily(list) {
		next = time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, locales.India)
	}
	if moment, comes := s.live.current.Load().momentsOf(list).Next(now); comes && moment.Before(next) {
		next = moment
	}
	return next.Sub(now)
}
