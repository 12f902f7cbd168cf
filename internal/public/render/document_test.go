package render

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/theme"
	"parichay/locales"
)

func written(t *testing.T, doc Document) string {
	t.Helper()
	out, err := assets(t).write(doc, "<p>Hello</p>")
	require.NoError(t, err)
	return string(out)
}

func TestStaticDocumentHasNeitherScriptsNorData(t *testing.T) {
	t.Parallel()
	doc := Document{Lang: locales.English, Page: "home", Boot: []byte(`{"a":1}`), Head: Head{Data: []string{`{"@type":"Thing"}`}}}
	usual := written(t, doc)
	assert.Contains(t, usual, `<html lang="en" data-entry="/assets/public.js" data-chunks="/assets/home.js /assets/mount.js" data-dialogs="/assets/dialog.js"><head>`)
	assert.Contains(t, usual, `<script type="application/json" id="boot">{"a":1}</script>`)
	assert.Contains(t, usual, `<script type="application/ld+json">{"@type":"Thing"}</script>`)
	assert.Contains(t, usual, `<meta name="theme-color" content="#ffffff">`)
	assert.NotContains(t, usual, "data-client")
	doc.Static, doc.Look.Themes = true, []theme.Colour{{Colour: "#123456"}}
	static := written(t, doc)
	assert.NotContains(t, static, "data-entry")
	assert.NotContains(t, static, `id="boot"`)
	assert.Contains(t, static, `<meta name="theme-color" content="#123456">`)
	assert.NotContains(t, static, "#ffffff")
}

func TestVisitsAreCountedOnlyOnPagesWithAPath(t *testing.T) {
	t.Parallel()
	assert.NotContains(t, written(t, Document{Lang: locales.English}), "data-counted")
	for prefix, want := range map[locales.Lang]string{"": "/blog/%E0%AA%95", locales.Gujarati: "/gu/blog/%E0%AA%95"} {
		page := written(t, Document{Lang: locales.Gujarati, Head: Head{Path: "/blog/ક", Prefix: prefix}})
		assert.Contains(t, page, `data-counted`)
		assert.Contains(t, page, `<noscript><img src="/api/v1/visits/view.gif?p=`+want+`" alt="" hidden></noscript>`)
	}
	assert.Contains(t, written(t, Document{Lang: locales.Gujarati, Head: Head{Path: "/", Prefix: locales.Gujarati}}), `?p=/gu"`)
}

func TestPageOffersItsOtherLanguages(t *testing.T) {
	t.Parallel()
	others := []locales.Lang{locales.English, locales.Hindi}
	assert.Contains(t, written(t, Document{Head: Head{Path: "/blog", Others: others}}), ` data-others="en hi" data-tail="/blog"`)
	assert.Contains(t, written(t, Document{Head: Head{Path: "/", Others: others}}), ` data-others="en hi" data-tail=""`)
	assert.NotContains(t, written(t, Document{Head: Head{Path: "/blog"}}), `data-others`)
}

func TestStaticPageShowsWhatAScriptWouldReveal(t *testing.T) {
	t.Parallel()
	page, err := assets(t).Still(locales.Hindi, `<p data-reveal="">One</p><noscript>No script</noscript><p>Two</p>`)
	require.NoError(t, err)
	assert.Equal(t, `<!doctype html>
<html lang="hi"><head><meta charset="utf-8"><link rel="stylesheet" href="/assets/public.css"></head><body inert><div id="root"><p>One</p><p>Two</p></div></body></html>`, page)
}

func TestAdminDocumentLoadsAllFilesAtOnce(t *testing.T) {
	t.Parallel()
	a := assets(t)
	page, err := a.Admin()
	require.NoError(t, err)
	assert.Contains(t, string(page), `<link rel="stylesheet" href="/assets/admin.css"><link rel="modulepreload" href="/assets/shared.js"><script type="module" src="/assets/admin.js"></script>`)
	assert.Contains(t, a.AdminCSP(), "img-src 'self' data: blob: https:;")
	assert.Contains(t, a.AdminCSP(), "; require-trusted-types-for 'script'; trusted-types parichay ProseMirrorClipboard;")
}

func TestOnlyPagesWithAThemeInlineTheRulesThatDrawIt(t *testing.T) {
	t.Parallel()
	all, serif, ends := "[data-cards] .row{}", `[data-font="serif"]{}`, themesEnd+".home{}.cover{}}"
	press, sides := "[data-font=press] .name{}", ":is([data-head=left],[data-head=poster]) .head{}"
	rest, themes := splitThemes("a{}" + all + serif + press + sides + ends + "b{}")
	assert.Equal(t, "a{}b{}", rest)
	a := Assets{themes: themes}
	with := func(page string, frame theme.Frame) string {
		return a.themesOf(Document{Page: page, Look: theme.Look{Frame: &frame}})
	}
	assert.Empty(t, a.themesOf(Document{Page: homePage}))
	assert.Equal(t, all+ends, with(homePage, theme.Frame{}))
	assert.Equal(t, all+serif+sides+ends, with(homePage, theme.Frame{Head: "poster", Font: "serif"}))
	assert.Equal(t, all+serif, with("blog", theme.Frame{Head: "poster", Font: "serif"}))
}

func TestOnlyPagesWithABackdropInlineTheRuleThatDrawsIt(t *testing.T) {
	t.Parallel()
	all, soft, dots, ends := "[data-cards] .row{}", "[data-back=gradient]{}", "[data-back=pattern]{}", themesEnd+".home{}}"
	_, themes := splitThemes(all + soft + dots + ends)
	a := Assets{themes: themes}
	assert.Equal(t, dots, a.themesOf(Document{Page: homePage, Look: theme.Look{Backdrop: theme.Pattern}}), "in the default theme")
	assert.Equal(t, all+soft, a.themesOf(Document{Page: "blog", Look: theme.Look{Backdrop: theme.Gradient, Frame: &theme.Frame{}}}))
}
