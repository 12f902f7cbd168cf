package backup

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStaticCopyGivesEachAddressItsOwnFile(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, at := range []string{"/", "/gu", "/blog", "/blog?shown=8", "/blog/shown-8", "/blog?page=2", "/blog/page-2", "/portfolio?page=2", "/feed.xml"} {
		name := fileOf(at)
		assert.Empty(t, files[name], "%s and %s are %s", at, files[name], name)
		files[name] = at
	}
}

func TestTwoPagesAreCopiedConcurrently(t *testing.T) {
	t.Parallel()
	meet := make(chan struct{})
	p := Pages{Start: []string{"/"}, Fetch: func(ctx context.Context, at string) (int, string, []byte, error) {
		switch at { // both must be in progress before either is answered
		case "/a":
			select {
			case meet <- struct{}{}:
			case <-ctx.Done():
			}
		case "/b":
			select {
			case <-meet:
			case <-ctx.Done():
			}
		}
		return http.StatusOK, "text/html", []byte(`<a href="/a">A</a><a href="/b">B</a>`), ctx.Err()
	}}
	var files []string
	require.NoError(t, p.each(t.Context(), func(name string, _ []byte) error {
		files = append(files, name)
		return nil
	}))
	assert.ElementsMatch(t, []string{"index.html", "a/index.html", "b/index.html"}, files)
}

func TestAFailedPageEndsTheCopy(t *testing.T) {
	t.Parallel()
	p := Pages{Start: []string{"/"}, Fetch: func(_ context.Context, at string) (int, string, []byte, error) {
		if at == "/b" {
			return 0, "", nil, assert.AnError
		}
		return http.StatusOK, "text/html", []byte(`<a href="/a">A</a><a href="/b">B</a>`), nil
	}}
	err := p.each(t.Context(), func(string, []byte) error { return nil })
	require.ErrorIs(t, err, assert.AnError)
	require.ErrorContains(t, err, "page /b")
}

func TestProgressFollowsTheCurrentPhase(t *testing.T) {
	t.Parallel()
	step := Step{Pictures: 1, OfPictures: 2, Rows: 3, OfRows: 4, Pages: 5, OfPages: 6, Bytes: 7}
	for doing, want := range map[string][2]int64{"pictures": {1, 2}, "rows": {3, 4}, "pages": {5, 6}} {
		step.Doing = doing
		done, of := step.Part()
		assert.Equal(t, want, [2]int64{done, of}, doing)
	}
}
