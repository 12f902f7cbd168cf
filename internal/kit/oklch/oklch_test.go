package oklch_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/kit/oklch"
)

var (
	black = oklch.RGB{}
	white = oklch.RGB{R: 255, G: 255, B: 255}
)

func TestOKLCHRoundTripKeepsColour(t *testing.T) {
	t.Parallel()
	for r := 0; r < 256; r += 15 {
		for g := 0; g < 256; g += 15 {
			for b := 0; b < 256; b += 15 {
				c := oklch.RGB{R: uint8(r), G: uint8(g), B: uint8(b)}
				back, err := c.LCH().RGB(), 1.0
				assert.InDelta(t, c.R, back.R, err, "%s", c)
				assert.InDelta(t, c.G, back.G, err, "%s", c)
				assert.InDelta(t, c.B, back.B, err, "%s", c)
			}
		}
	}
}

func TestParseAcceptsOnlySixHexDigits(t *testing.T) {
	t.Parallel()
	c, ok := oklch.Parse("#DAA520")
	require.True(t, ok)
	assert.Equal(t, oklch.Hex(0xDAA520), c)
	assert.Equal(t, "#DAA520", c.String())
	for _, text := range []string{"", "#FFF", "DAA5200", "#DAA52G", "#DAA5201", "#-12345", `#"><a>`, "#12_456"} {
		_, ok := oklch.Parse(text)
		assert.False(t, ok, text)
	}
}

func TestContrastFollowsWCAG(t *testing.T) {
	t.Parallel()
	assert.InDelta(t, 21, oklch.Contrast(black, white), 1e-9)
	assert.InDelta(t, 1, oklch.Contrast(white, white), 1e-9)
	assert.InDelta(t, 4.54, oklch.Contrast(oklch.Hex(0x767676), white), 0.005)
}

func TestLighterAndDarkerReachRequiredContrast(t *testing.T) {
	t.Parallel()
	for _, c := range []oklch.RGB{black, white, oklch.Hex(0xDAA520), oklch.Hex(0x0000FF), oklch.Hex(0x00FF00), oklch.Hex(0x808080)} {
		lighter := c.LCH().Lighter(func(c oklch.RGB) bool { return oklch.Contrast(c, black) >= 7 }).RGB()
		darker := c.LCH().Darker(func(c oklch.RGB) bool { return oklch.Contrast(c, white) >= 7 }).RGB()
		assert.GreaterOrEqual(t, oklch.Contrast(lighter, black), 7.0, "%s", c)
		assert.GreaterOrEqual(t, oklch.Contrast(darker, white), 7.0, "%s", c)
	}
	never := func(oklch.RGB) bool { return false }
	assert.Equal(t, white, black.LCH().Lighter(never).RGB(), "the search ends at white")
	assert.Equal(t, black, white.LCH().Darker(never).RGB())
}
