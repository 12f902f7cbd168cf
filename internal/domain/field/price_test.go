package field

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParsePriceReadsEveryKindOfPrice(t *testing.T) {
	for text, want := range map[string]PriceRange{
		"45000":       {Low: 45000},
		"1":           {Low: 1},
		"45000+":      {Low: 45000, From: true},
		"45000-90000": {Low: 45000, High: 90000},
		"ask":         {},
	} {
		got, ok := ParsePrice(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, got, text)
	}
}
