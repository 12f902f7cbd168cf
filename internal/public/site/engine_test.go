package site

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/content"
	"parichay/internal/domain/profile"
	"parichay/internal/kit/headers"
	"parichay/internal/public/render"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
	"parichay/locales"
)

// node returns the path of the Node.js that builds the front end, or of the one in PATH.
func node(t *testing.T) string {
	t.Helper()
	const ours = "../../../node_modules/.bin/node"
	if _, err := os.Stat(ours); err == nil {
		return ours
	}
	path, err := exec.LookPath("node")
	require.NoError(t, err, "the comparison needs Node")
	return path
}

func TestEngineRendersTheSameHTMLAsNode(t *testing.T) {
	t.Parallel()
	s, dsn := openOn(t, time.Now)
	testdb.Exec(t, dsn, `UPDATE posts SET translations = '{}' WHERE id = 'reviews-and-replies'`)
	strange := profile.Default()
	strange.BrandName, strange.Tagline = `ક્ષ "quoted" <b>&amp; 👩‍👩‍👧`, strings.Repeat("લાંબોશબ્દ", 20)
	blocks := content.BuiltInBlocks()
	for _, values := range []content.Values{
		{"kind": "heading", "title": strange.BrandName},
		{"kind": "link", "title": strange.BrandName, "description": strange.Tagline, "address": "https://example.in/?a=1&b=2", "icon": "Gift", "accent": "yes"},
		{"kind": "link", "title": "Picture", "address": "tel:+919825098250", "image": "/placeholder.svg"},
		{"kind": "video", "title": "Video", "video": "https://youtu.be/dQw4w9WgXcQ", "poster": "/placeholder.svg"},
		{"kind": "text", "title": "Text", "text": "One\nTwo"},
	} {
		blocks = append(blocks, content.Item{Published: true, Values: values})
	}
	var boots []string
	for _, p := range []profile.Profile{profile.Default(), strange} {
		now := *s.live.current.Load()
		now.Content = postgres.Content{Version: 7, Profile: profile.Revision{ID: 7, Profile: p}, Blocks: blocks}
		var every []address
		for _, lang := range locales.All {
			for i := range publicPages {
				every = append(every, address{page: &publicPages[i], lang: lang, path: publicPages[i].path})
			}
			every = append(every,
				address{page: &postPage, lang: lang, path: "/blog/whatsapp-shop-window", arg: "whatsapp-shop-window"},
				address{page: &postPage, lang: lang, path: "/blog/reviews-and-replies", arg: "reviews-and-replies"},
				address{page: &projectPage, lang: lang, path: "/portfolio/saree-retailer-surat-social", arg: "saree-retailer-surat-social"},
				address{page: &postMissing, lang: lang}, address{page: &notFound, lang: lang}, address{page: &unavailable, lang: lang})
		}
		for _, a := range every {
			_, boot, err := s.boot(t.Context(), a, &now)
			require.NoError(t, err)
			boots = append(boots, marshal(t, boot))
		}
	}
	command := exec.CommandContext(t.Context(), node(t), "testdata/oracle.mjs")
	command.Stdin = strings.NewReader(marshal(t, map[string]any{"bundle": s.assets.Bundle(), "boots": boots}))
	command.Stderr = os.Stderr
	raw, err := command.Output()
	require.NoError(t, err)
	var want []string
	require.NoError(t, json.Unmarshal(raw, &want))
	require.Len(t, want, len(boots))
	for i, boot := range boots {
		got, err := s.engine.Render(t.Context(), []byte(boot), render.Urgent)
		require.NoError(t, err)
		assert.Equal(t, want[i], got)
	}
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return string(raw)
}

func TestPageThatCannotBeRenderedIsLeftToTheBrowser(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, func() time.Time { return now })
	good := s.samples
	for name, bundle := range map[string]string{
		"throws":        `globalThis.renderPage = () => { throw new Error("no") }`,
		"never ends":    `globalThis.renderPage = () => { for (;;); }`,
		"eats memory":   `globalThis.renderPage = () => { const a = []; for (;;) a.push(new Array(1e6).fill(1)); }`,
		"gives no text": `globalThis.renderPage = () => 7`,
	} {
		engine, err := render.NewEngine(bundle, func() bool { return false })
		require.NoError(t, err)
		s.samples = render.NewRenderer(s.assets, engine, headers.Page(s.assets.PublicCSP(render.Document{})))
		a := get(s, "/")
		assert.Equal(t, http.StatusServiceUnavailable, a.Code, "%s: clients without script retry, and no cache stores it", name)
		assert.Equal(t, "no-store 5", a.Header().Get("Cache-Control")+" "+a.Header().Get("Retry-After"), name)
		assert.Contains(t, a.Body.String(), `id="root" data-client`, name)
		assert.Contains(t, a.Body.String(), `"brandName":"Digital Market"`, name)
		engine.Close()
		now = now.Add(time.Minute)
	}
	now = now.Add(-time.Minute)
	s.samples = good
	assert.Contains(t, get(s, "/").Body.String(), `id="root" data-client`, "rendering is not retried for every visitor")
	now = now.Add(time.Minute)
	assert.NotContains(t, get(s, "/").Body.String(), `id="root" data-client`, "rendering is retried later")
}
