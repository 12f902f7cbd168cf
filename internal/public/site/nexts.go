package site

import (
	"slices"
	"sync"
)

// mostNexts is how many entries nexts may have. When that number is reached, nexts is cleared.
const mostNexts = 20_000

// nexts maps the scope of an item's page to the scope of the item behind its "next" link. When
// that item changes, the page is rendered again.
type nexts struct {
	mu sync.RWMutex
	of map[string]string
}

// after returns the scope of the next item of a page; empty if the page has not been rendered
// yet.
func (n *nexts) after(scope string) string {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.of[scope]
}

// put stores the next item of a page.
func (n *nexts) put(scope, next string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.of == nil || len(n.of) >= mostNexts {
		n.of = map[string]string{}
	}
	n.of[scope] = next
}

// pageLinks returns the numbers of the pages that page current, of last pages, links to: the
// first, the last, and on both sides the nearest multiples of 1, 2, 5, 10, 20, 50 and so on.
// So each page has few links, and it takes few clicks from any page to any other.
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
