package theme

import (
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/oklch"
)

func TestFirstThemeIsTheStyleSheet(t *testing.T) {
	t.Parallel()
	assert.Equal(t, Sona, Themes[0].ID)
	assert.Equal(t, Look{}, Of(Themes[0].Own()))
	assert.Same(t, &Themes[0], Find("brass"))
}

func TestEveryThemesChoicesAreOptions(t *testing.T) {
	t.Parallel()
	for _, theme := range Themes {
		own := theme.Own()
		assert.Contains(t, Modes, own.Mode, theme.ID)
		assert.Contains(t, Backdrops, own.Backdrop, theme.ID)
		assert.Contains(t, Shapes, own.Shape, theme.ID)
		_, ok := oklch.Parse(own.Accent)
		assert.True(t, ok, theme.ID)
	}
}

func TestEveryThemeHasALightAndADarkPaper(t *testing.T) {
	t.Parallel()
	for _, theme := range Themes[1:] {
		light, ok := oklch.Parse(theme.Light)
		require.True(t, ok, theme.ID)
		dark, ok := oklch.Parse(theme.Dark)
		require.True(t, ok, theme.ID)
		assert.Greater(t, light.LCH().L, 0.94, theme.ID)
		assert.Less(t, dark.LCH().L, 0.30, theme.ID)
	}
}

// themePromises asserts every contrast that the palette of a theme must have.
func themePromises(t *testing.T, id string, accent colour, p palette, pixels []colour) {
	t.Helper()
	promises(t, accent, p)
	all := p.behind(pixels)
	for name, c := range map[string]colour{"text": p.text, "muted text": p.muted, "the accent's ink": p.ink, "the open sign": p.chat, "an error": p.danger} {
		if !readable(textContrast, all...)(c) {
			t.Errorf("%s %s: %s %s is too faint", id, accent, name, c)
		}
	}
	for _, c := range p.cards {
		if !readable(7, c)(ink) {
			t.Errorf("%s %s: text is too faint on a card of %s", id, accent, c)
		}
	}
	// A picture behind white letters is under the token dim, which covers 70 % of it.
	if !readable(textContrast, white.Under(p.veil, 0.7))(white) {
		t.Errorf("%s %s: the veil %s is too bright", id, accent, p.veil)
	}
}

func TestEveryThemeIsReadableWithEveryAccent(t *testing.T) {
	t.Parallel()
	for _, theme := range Themes[1:] {
		for _, accent := range append(accents(t, 4, 26), of(t, theme.Accent)) {
			for _, pixels := range [][]colour{nil, extreme} {
				themePromises(t, theme.ID, accent, lightOn(of(t, theme.Light), accent, pixels), pixels)
				themePromises(t, theme.ID, accent, darkOn(of(t, theme.Dark), accent, pixels), pixels)
			}
			if t.Failed() {
				return
			}
		}
	}
}

func TestThemesStyleSetsOnlyRootProperties(t *testing.T) {
	t.Parallel()
	rule := `:root\{(color-scheme:[a-z ]+;)?(--[a-z-]+:(#[0-9A-F]{6,8}|[0-9]+px);?)*\}`
	plain := regexp.MustCompile(`^` + rule + `(@media\(prefers-color-scheme:dark\)\{` + rule + `\})?$`)
	for _, theme := range Themes[1:] {
		for _, mode := range Modes {
			for _, shape := range Shapes {
				look := Of(Choice{theme.ID, "", mode, theme.Backdrop, shape})
				assert.Regexp(t, plain, look.Style)
				assert.Less(t, len(look.Style), 2300, theme.ID)
				assert.Equal(t, theme.Frame, *look.Frame)
			}
		}
	}
}

func TestAnotherShapeThanTheThemesOwnChangesItsRadii(t *testing.T) {
	t.Parallel()
	malai := Find("malai").Own()
	assert.Contains(t, Of(malai).Style, "--radius-button:14px;--radius-card:20px;")
	malai.Shape = Square
	assert.Contains(t, Of(malai).Style, "--radius-button:2px;--radius-card:2px;")
	malai.Shape = Pill
	assert.Contains(t, Of(malai).Style, "--radius-button:9999px;--radius-card:20px;")
}

func TestNoTwoThemesLookAlike(t *testing.T) {
	t.Parallel()
	var seen []string
	for _, theme := range Themes {
		style := Of(theme.Own()).Style
		assert.False(t, slices.Contains(seen, style), theme.ID)
		seen = append(seen, style)
	}
}
