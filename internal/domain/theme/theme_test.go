package theme

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLookOfDefaultOrUnknownChoicesIsEmpty(t *testing.T) {
	t.Parallel()
	for _, c := range []Choice{{}, {Sona, Gold, Light, Particles, Pill}, {"brass", "#daa520", "sepia", "clouds", "star"}, {Sona, "gold", Light, "plain", Pill}} {
		assert.Equal(t, Look{}, Of(c), c)
	}
}

func TestOnlyABackdropThatHasARuleOfItsOwnIsInTheLook(t *testing.T) {
	t.Parallel()
	for _, backdrop := range Backdrops {
		for _, id := range []string{Sona, "malai"} {
			want := map[string]string{Gradient: Gradient, Pattern: Pattern}[backdrop]
			assert.Equal(t, want, Of(Choice{Theme: id, Accent: Gold, Mode: Light, Backdrop: backdrop, Shape: Pill}).Backdrop, backdrop)
		}
	}
}

// A gradient of the default theme begins with the colour of its lines.
func TestTextIsReadableOnTheGradientOfTheDefaultTheme(t *testing.T) {
	t.Parallel()
	for _, text := range extremes {
		accent := of(t, text)
		c := Choice{Theme: Sona, Accent: text, Backdrop: Gradient}
		for _, p := range []palette{c.light(accent), c.dark(accent)} {
			for name, shown := range map[string]colour{"text": p.text, "muted text": p.muted, "the accent's ink": p.ink, "the open sign": p.chat} {
				assert.True(t, readable(textContrast, p.line)(shown), "%s: %s %s on %s", text, name, shown, p.line)
			}
		}
	}
}

func TestStyleSetsOnlyRootProperties(t *testing.T) {
	t.Parallel()
	plain := regexp.MustCompile(`^(:root\{(color-scheme:[a-z ]+;?)?(--[a-z-]+:(#[0-9A-F]{6,8}|[0-9]+px);?)*\})(@media\(prefers-color-scheme:dark\)\{:root\{(--color-[a-z-]+:#[0-9A-F]{6,8};?)+\}\})?$`)
	for _, accent := range append(extremes, `#12345"`, "</style>", "red;}") {
		for _, mode := range Modes {
			for _, backdrop := range Backdrops {
				for _, shape := range Shapes {
					if style := Of(Choice{Sona, accent, mode, backdrop, shape}).Style; style != "" {
						assert.Regexp(t, plain, style)
						assert.Less(t, len(style), 1200)
					}
				}
			}
		}
	}
}

func TestDarkPageDeclaresColorScheme(t *testing.T) {
	t.Parallel()
	dark := Of(Choice{Sona, "#10B981", Dark, "plain", Pill})
	assert.True(t, strings.HasPrefix(dark.Style, ":root{color-scheme:dark;--color-gold:#19BC84;"), dark.Style)
	assert.Equal(t, []Colour{{"", "#0B120E"}}, dark.Themes)
	both := Of(Choice{Sona, "#10B981", Phone, "plain", Pill})
	assert.Contains(t, both.Style, "color-scheme:light dark;")
	assert.Equal(t, []Colour{{whenLight, "#FFFFFF"}, {whenDark, "#0B120E"}}, both.Themes)
}

// tokens.css defines the default page and all property names.
func TestEveryPropertyExistsInStyleSheet(t *testing.T) {
	t.Parallel()
	sheet, err := os.ReadFile("../../../web/src/tokens.css")
	require.NoError(t, err)
	for _, style := range []string{Of(Choice{Sona, "#10B981", Phone, Photo, "square"}).Style, Of(Choice{Sona, "#10B981", Dark, Photo, "rounded"}).Style} {
		for _, name := range regexp.MustCompile(`--[a-z-]+:`).FindAllString(style, -1) {
			assert.Contains(t, string(sheet), "  "+name, name)
		}
	}
}

func TestStyleSheetsUseTheVeilsOpacity(t *testing.T) {
	t.Parallel()
	photo, err := os.ReadFile("../../../web/src/features/backdrop/backdrop.tsx")
	require.NoError(t, err)
	assert.Contains(t, string(photo), "bg-page opacity-"+strconv.Itoa(int(100*Veil))+" ", "of a photo")
	glow, err := os.ReadFile("../../../web/src/public.css")
	require.NoError(t, err)
	assert.Contains(t, string(glow), "opacity: 0."+strconv.Itoa(100-int(100*Veil))+";", "of a glow")
}

func TestGoldMatchesStyleSheet(t *testing.T) {
	t.Parallel()
	sheet, err := os.ReadFile("../../../web/src/tokens.css")
	require.NoError(t, err)
	for _, line := range []string{
		"--color-gold: #daa520;", "--color-gold-light: #e9bc45;", "--color-gold-deep: #b8860b;", "--color-gold-ink: #7a5a0a;", "--color-ink: #1c1917;",
		"--color-muted: #57534e;", "--color-faint: #a8a29e;", "--color-ivory: #fffbf2;", "--color-line: #efe4c8;", "--color-edge: #8a7f66;",
		"--color-chat: #0e7a4b;", "--color-danger: #b42318;", "--color-danger-soft: #fef3f2;", "--radius-well: 12px;", "--radius-card: 18px;",
	} {
		assert.Contains(t, string(sheet), line, line)
	}
}

func TestEveryAccentReachesTheMinimumContrast(t *testing.T) {
	t.Parallel()
	for _, accent := range extremes {
		r := RatiosOf(Choice{Accent: accent})
		assert.GreaterOrEqual(t, min(r.Button, r.White, r.Dark), textContrast, accent)
	}
	gold := RatiosOf(Choice{Accent: Gold})
	assert.InDelta(t, 6.4, gold.White, 0.05)
}

// Hard-coded white would stay white in dark mode.
func TestNoPublicComponentHardCodesWhite(t *testing.T) {
	t.Parallel()
	// A QR code needs white, and surfaces on a picture are dark in both modes.
	meant := []string{"features/download/qr-code.tsx", "features/profile/cover.tsx", "features/profile/own-block.tsx"}
	seen := 0
	src := os.DirFS("../../../web/src")
	for _, pattern := range []string{"ui/*.tsx", "features/*/*.tsx", "pages/*.tsx"} {
		files, err := fs.Glob(src, pattern)
		require.NoError(t, err)
		for _, file := range files {
			text, err := fs.ReadFile(src, file)
			require.NoError(t, err)
			seen++
			if !slices.Contains(meant, file) && !strings.HasPrefix(file, "features/admin/") {
				assert.NotContains(t, string(text), "-white", "%s: use card, page or on-gold", file)
			}
		}
	}
	assert.Greater(t, seen, 50)
}
