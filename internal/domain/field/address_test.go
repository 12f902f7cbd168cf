package field

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"parichay/internal/kit/fault"
)

func TestHandleBecomesURLOfItsPlatformOnly(t *testing.T) {
	t.Parallel()
	for _, p := range platforms {
		rule := Rule{Kind: URL, Platform: p}
		typed := "surya"
		if p.Numbers {
			typed = "9825098250"
		}
		address, issue := rule.Clean("link", typed)
		assert.Nil(t, issue, p.Handle)
		again, issue := rule.Clean("link", address)
		assert.Nil(t, issue, address)
		assert.Equal(t, address, again, "cleaning a stored URL does not change it")
		for _, other := range platforms {
			if _, issue := (Rule{Kind: URL, Platform: other}).Clean("link", address); other != p {
				assert.Equal(t, &fault.Issue{Field: "link", Code: fault.OtherPlatform}, issue, "%s in a field of %s", address, other.Handle)
			}
		}
	}
}

func TestPlainURLFieldRefusesHandles(t *testing.T) {
	t.Parallel()
	rule := Rule{Kind: URL}
	for _, typed := range []string{"@surya", "surya", "9825098250"} {
		_, issue := rule.Clean("link", typed)
		assert.Equal(t, &fault.Issue{Field: "link", Code: fault.InvalidURL}, issue, typed)
	}
	address, issue := rule.Clean("link", "m.facebook.com/surya?fbclid=1")
	assert.Nil(t, issue)
	assert.Equal(t, "https://m.facebook.com/surya?fbclid=1", address)
}
