package content_test

import (
	"encoding/json"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/api/wire"
	"parichay/internal/domain/content"
	"parichay/internal/domain/importer"
	"parichay/internal/testkit/apitest"
)

const importPath = "/api/v1/blocks/import"

func savedPage(t *testing.T, name string) map[string]any {
	t.Helper()
	file, err := os.ReadFile("../../domain/importer/testdata/" + name)
	require.NoError(t, err)
	return map[string]any{"file": string(file)}
}

// summary describes an offer in one line: what was found and what it would become.
func summary(o importer.Offer) string {
	line := string(o.Kind) + ": "
	switch {
	case o.Issue != nil:
		line += "refused, " + o.Issue.Field + " " + string(o.Issue.Code)
	case o.Field != "":
		line += o.Field + " = " + o.Value
	default:
		parts := []string{}
		for _, key := range []string{"kind", "title", "description", "text", "address", "video"} {
			if text := o.Block.Text(key); text != "" {
				parts = append(parts, text)
			}
		}
		line += strings.Join(parts, " | ")
	}
	if o.There {
		line += " (there)"
	}
	return line
}

func TestAnImportPreviewListsEveryFinding(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	for name, want := range map[string][]string{
		"linktree-links.html": {
			"name: brandName = Surya Sarees",
			"about: tagline = Sarees from Surat",
			"heading: heading | New this week",
			"link: link | સાડીની કિંમત | PDF, two pages | https://surya.example/prices.pdf",
			"video: link | How we weave | https://www.youtube.com/watch?v=abc", // too short for a video id
			"video: link | Reel: how a saree is folded | https://www.instagram.com/reel/abc/",
			"social: socialLinks.instagram = https://instagram.com/suryasarees",
			"social: socialLinks.whatsapp = https://wa.me/919825098250",
			"social: contact.email = hello@surya.example",
		},
		"linktree-account.html": {
			"name: brandName = tajibakery",
			"link: link | Order by phone | tel:+919825098250",
			"link: link | Menu | https://taji.example/menu",
			"link: refused, address invalid_url",
			"social: socialLinks.twitter = https://x.com/tajibakery",
		},
		"linktree-drawn.html": {
			"name: brandName = Hariyali Nursery",
			"social: socialLinks.instagram = https://instagram.com/hariyali",
			"heading: heading | Plants",
			"link: link | Winter flowers | https://hariyali.example/winter",
		},
		"linkstack.json": {
			"name: brandName = Surya Sarees",
			"about: tagline = Sarees from Surat",
			"social: socialLinks.instagram = https://instagram.com/suryasarees",
			"heading: heading | New this week",
			"link: link | Price list | https://surya.example/prices.pdf",
			"link: link | Write to us | mailto:hello@surya.example",
			"text: text | Surya Sarees | Closed on Sunday",
			"link: link | Call | tel:+919825098250",
		},
		"littlelink.html": {
			"name: brandName = Surya Sarees",
			"about: tagline = Sarees from Surat",
			"link: link | Instagram | https://instagram.com/suryasarees",
			"link: link | Write to us | mailto:hello@surya.example",
			"video: link | How we weave | https://youtu.be/abc",
		},
	} {
		a := s.Call(http.MethodPost, importPath, savedPage(t, name))
		require.Equal(t, http.StatusOK, a.StatusCode, string(a.Raw))
		var found importer.Offers
		a.Into(t, &found)
		lines := []string{}
		for _, o := range found.Offers {
			lines = append(lines, summary(o))
		}
		assert.Equal(t, want, lines, name)
		assert.Equal(t, content.Blocks.Most-len(content.BuiltInBlocks()), found.Room)
	}
	assert.Zero(t, s.Count(`SELECT count(*) FROM item_revisions`))
	assert.Equal(t, 1, s.Count(`SELECT count(*) FROM website_content`))
}

func TestAnImportRecognizesWhatWasImportedBefore(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t).SignIn()
	page := savedPage(t, "linktree-links.html")
	var found, again importer.Offers
	s.Call(http.MethodPost, importPath, page).Into(t, &found)
	made := 0
	for _, o := range found.Offers {
		if o.Block != nil {
			made++
			s.Item(t, http.MethodPost, "blocks", map[string]any{"values": o.Block, "published": made > 1}, "Idempotency-Key", o.Title)
		}
	}
	var stored wire.StoredSite
	s.Call(http.MethodGet, "/api/v1/site/stored", nil).Into(t, &stored)
	save := map[string]any{"revision": stored.Revision, "site": map[string]any{"socialLinks": map[string]any{"instagram": "https://instagram.com/suryasarees"}}}
	require.Equal(t, http.StatusOK, s.Call(http.MethodPatch, "/api/v1/site", save).StatusCode)

	s.Call(http.MethodPost, importPath, page).Into(t, &again)
	for _, o := range again.Offers {
		assert.Equal(t, o.Block != nil || o.Field == "socialLinks.instagram", o.There, summary(o))
	}
	assert.Equal(t, found.Room-made, again.Room)
}

func TestAnImportRefusesUnknownOrLongFiles(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	page := savedPage(t, "littlelink.html")
	assert.Equal(t, http.StatusUnauthorized, s.Call(http.MethodPost, importPath, page).StatusCode)
	s.SignIn()
	unknown := s.Call(http.MethodPost, importPath, map[string]any{"file": "<p>Dear diary</p>"})
	assert.Equal(t, http.StatusUnprocessableEntity, unknown.StatusCode)
	assert.Equal(t, "unknown_file", unknown.Problem(t).Code)

	raw, err := json.Marshal(page)
	require.NoError(t, err)
	const limit = 4 << 20 // the longest page that the route takes
	padded := func(length int) string { return string(raw) + strings.Repeat(" ", length-len(raw)) }
	longest := s.Call(http.MethodPost, importPath, padded(limit-1))
	assert.Equal(t, http.StatusOK, longest.StatusCode, string(longest.Raw))
	assert.Equal(t, http.StatusRequestEntityTooLarge, s.Call(http.MethodPost, importPath, padded(limit+1)).StatusCode)
}

// peakHeap returns the maximum growth of the heap in bytes while f runs. It makes the garbage
// collector run often, so that garbage hardly counts.
func peakHeap(f func()) (peak uint64) {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	read := func() uint64 {
		metrics.Read(heap)
		return heap[0].Value.Uint64()
	}
	runtime.GC()
	runtime.GC() // frees what the first run left in pools
	before := read()
	peak = before
	done := make(chan struct{})
	go func() { f(); close(done) }()
	for {
		select {
		case <-done:
			return peak - before
		case <-time.After(100 * time.Microsecond):
			peak = max(peak, read())
		}
	}
}

// TestImportingAHostileFileTakesLittleMemory is not parallel, because it measures the heap of
// the whole process.
func TestImportingAHostileFileTakesLittleMemory(t *testing.T) { //nolint:paralleltest // other tests use memory, too
	s := apitest.Start(t).SignIn()
	nested := strings.Repeat("<div data-testid=LinkHeader>", 480)
	page, err := json.Marshal(map[string]any{"file": nested + strings.Repeat("word ", 780_000)})
	require.NoError(t, err)
	var a apitest.Answer
	peak := peakHeap(func() { a = s.Call(http.MethodPost, importPath, page) })
	require.Equal(t, http.StatusOK, a.StatusCode, string(a.Raw))
	assert.Greater(t, peak, uint64(len(page)))
	assert.Less(t, peak, uint64(64<<20))
}
