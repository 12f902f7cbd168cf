package site

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPageLinksReachAnyPageInFewClicks(t *testing.T) {
	t.Parallel()
	for last, most := range map[int]int{2: 1, 3: 1, 10: 3, 250: 6, 2500: 8} {
		clicks, reached := map[int]int{1: 0}, []int{1}
		for i := 0; i < len(reached); i++ {
			links := pageLinks(reached[i], last)
			assert.LessOrEqual(t, len(links), 30)
			assert.Contains(t, links, reached[i])
			for _, page := range links {
				if _, seen := clicks[page]; !seen {
					clicks[page] = clicks[reached[i]] + 1
					reached = append(reached, page)
				}
			}
		}
		assert.Len(t, clicks, last, "every page of the list, and no other")
		for page, n := range clicks {
			assert.LessOrEqual(t, n, most, "page %d of %d", page, last)
		}
	}
}
