package server

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/postgres"
	"parichay/internal/profile"
	"parichay/internal/render"
	"parichay/locales"
)

// node is the one the front end is built with, or the machine's own.
func node(t *testing.T) string {
	t.Helper()
	const ours = "../../node_modules/.bin/node"
	if _, err := os.Stat(ours); err == nil {
		return ours
	}
	path, err := exec.LookPath("node")
	require.NoError(t, err, "the comparison needs Node")
	return path
}

func TestTheEnginesHTMLIsNodesByteForByte(t *testing.T) {
	t.Parallel()
	s := start(t)
	strange := profile.Default()
	strange.BrandName, strange.Tagline = `ક્ષ "quoted" <b>&amp; 👩‍👩‍👧`, strings.Repeat("લાંબોશબ્દ", 20)
	var boots []string
	for _, p := range []profile.Profile{profile.Default(), strange} {
		now := *s.server.live.current.Load()
		now.Content = postgres.Content{Version: 7, Profile: profile.Revision{ID: 7, Profile: p}}
		var every []address
		for _, lang := range locales.All {
			for i := range publicPages {
				every = append(every, address{page: &publicPages[i], lang: lang, path: publicPages[i].path})
			}
			every = append(every,
				address{page: &postPage, lang: lang, path: "/blog/whatsapp-shop-window", arg: "whatsapp-shop-window"},
				address{page: &postPage, lang: lang, path: "/blog/reviews-and-replies", arg: "reviews-and-replies"},
				address{page: &postMissing, lang: lang}, address{page: &notFound, lang: lang}, address{page: &unavailable, lang: lang})
		}
		for _, a := range every {
			_, boot, err := s.server.boot(t.Context(), a, &now)
			require.NoError(t, err)
			boots = append(boots, marshal(t, boot))
		}
	}
	command := exec.CommandContext(t.Context(), node(t), "testdata/oracle.mjs")
	command.Stdin = strings.NewReader(marshal(t, map[string]any{"bundle": s.server.assets.Bundle(), "boots": boots}))
	command.Stderr = os.Stderr
	raw, err := command.Output()
	require.NoError(t, err)
	var want []string
	require.NoError(t, json.Unmarshal(raw, &want))
	require.Len(t, want, len(boots))
	for i, boot := range boots {
		got, err := s.server.engine.Render(t.Context(), []byte(boot))
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

func TestAPageWhoseRenderingFailsIsRenderedByTheBrowserAndTriedAgain(t *testing.T) {
	t.Parallel()
	s := start(t)
	good := s.server.renderer
	for name, bundle := range map[string]string{
		"throws":        `globalThis.renderPage = () => { throw new Error("no") }`,
		"never ends":    `globalThis.renderPage = () => { for (;;); }`,
		"eats memory":   `globalThis.renderPage = () => { const a = []; for (;;) a.push(new Array(1e6).fill(1)); }`,
		"gives no text": `globalThis.renderPage = () => 7`,
	} {
		engine, err := render.NewEngine(bundle)
		require.NoError(t, err)
		s.server.renderer = render.NewRenderer(s.server.assets, engine, s.server.pageHeaders())
		a := s.call(http.MethodGet, "/", nil)
		assert.Equal(t, http.StatusOK, a.StatusCode, name)
		assert.Contains(t, string(a.body), `id="root" data-client`, name)
		assert.Contains(t, string(a.body), `"brandName":"Digital Market"`, name)
		engine.Close()
	}
	s.server.renderer = good
	assert.NotContains(t, string(s.call(http.MethodGet, "/", nil).body), "data-client\"", "the failed page was not kept")
	assert.NotContains(t, string(s.call(http.MethodGet, "/", nil).body), `id="root" data-client`)
}
