package site

import (
	"slices"
	"sync"
)

// mostNexts bounds how many items a replica remembers the next one of; beyond that
// it begins anew.
const mostNexts = 20_000

// nexts remembers of items, by scope, which one their page leads on to, so that it is
// made anew when that one changes.
type nexts struct {
	mu sync.RWMutex
	of map[string]string
}

// after is the scope of what a page leads on to, if it was drawn.
func (n *nexts) after(scope string) string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.of[scope]
}

// put remembers it.
func (n *nexts) put(scope, next string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.of == nil || len(n.of) >= mostNexts {
		n.of = map[string]string{}
	}
	n.of[scope] = next
}

// pageLinks are the pages that page current of last leads to: the first, the last, and on
// both sides the nearest round numbers of each size. They are few, and so are the
// steps between any two pages.
func pageLinks(current, last int) []int {
	pages := []int{1, current, last}
	for power := 1; power < last; power *= 10 {
		for _, size := range []int{power, 2 * power, 5 * power} {
			before, after := (current-1)/size*size, (current/size+1)*size
			pages = append(pages, max(1, before), min(after, last))
		}
	}
	slices.Sort(pages)
	return slices.Compact(pages)
}
