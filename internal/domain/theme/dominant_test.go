package theme

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/assert"
)

// painted returns a picture of one colour with a square of another colour in it.
func painted(ground, square color.Color, side int) image.Image {
	picture := image.NewRGBA(image.Rect(0, 0, 320, 320))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	draw.Draw(picture, image.Rect(40, 40, 40+side, 40+side), image.NewUniform(square), image.Point{}, draw.Src)
	return picture
}

func TestDominantIgnoresGreyAndWhite(t *testing.T) {
	t.Parallel()
	blue, red := color.RGBA{0x1F, 0x5F, 0xC4, 0xFF}, color.RGBA{0xC0, 0x30, 0x20, 0xFF}
	assert.Equal(t, "#1F5FC4", Dominant(painted(color.White, blue, 60)), "white is ignored")
	assert.Equal(t, "#1F5FC4", Dominant(painted(color.Gray{90}, blue, 60)), "grey is ignored")
	assert.Equal(t, "#C03020", Dominant(painted(red, blue, 100)), "the larger area wins")
	assert.Equal(t, "#1F5FC4", Dominant(painted(color.RGBA{0xFD, 0xF6, 0xE9, 0xFF}, blue, 60)), "a pale tint is ignored")
}

func TestDominantOfColourlessPictureIsEmpty(t *testing.T) {
	t.Parallel()
	for name, picture := range map[string]image.Image{
		"grey": painted(color.White, color.Gray{60}, 100), "black": painted(color.Black, color.Black, 1),
		"a speck": painted(color.White, color.RGBA{0xFF, 0, 0, 0xFF}, 8), "transparent": painted(color.Transparent, color.Transparent, 1),
		"empty": image.NewRGBA(image.Rectangle{}),
	} {
		assert.Empty(t, Dominant(picture), name)
	}
}
