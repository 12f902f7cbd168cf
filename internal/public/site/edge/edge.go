// Package edge is what caches in front of the program are told: how long they may keep a
// page, and by which names they are emptied of it.
package edge

import (
	"net/url"
	"strings"
	"time"

	"parichay/internal/store/postgres"
)

// How long a cache in front may keep a page, and for how long after that it may show
// it while it asks for a newer one.
const (
	Kept       = 24 * time.Hour
	Refreshing = 10 * time.Second
)

// Keys names scopes to caches: "profile list-posts item-posts-an-id".
func Keys(scopes []string) string {
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
