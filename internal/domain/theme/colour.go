package theme

import "parichay/internal/kit/oklch"

type (
	colour = oklch.RGB
	lch    = oklch.LCH
)

var (
	black = oklch.Hex(0x000000)
	white = oklch.Hex(0xFFFFFF)
	ink   = oklch.Hex(0x1C1917)
)
