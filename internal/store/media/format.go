package media

import (
	"encoding/binary"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"

	"golang.org/x/image/webp"
)

// format is one kind of picture that is taken. SVG is none: it is a program.
type format struct {
	contentType string
	magic       string // a dot stands for any byte
	config      func(io.Reader) (image.Config, error)
	decode      func(io.Reader) (image.Image, error)

	// inspect walks the file from its first byte to its last without decoding
	// it, and says how much memory decoding would take, or that the file is not
	// whole. What follows the end of a picture (a script, an archive) makes it
	// not whole.
	inspect func(raw []byte, c image.Config) (memory int64, whole bool)
}

// Only the first picture of a GIF is decoded: gif.DecodeAll would allocate all
// frames of a file of 34 bytes.
var formats = []format{
	{"image/jpeg", "\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode, inspectJPEG},
	{"image/png", "\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode, inspectPNG},
	{"image/gif", "GIF8.a", gif.DecodeConfig, gif.Decode, inspectGIF},
	{"image/webp", "RIFF....WEBP", webp.DecodeConfig, webp.Decode, inspectWebP},
}

// Types lists the types of content that are taken.
func Types() []string {
	types := make([]string, len(formats))
	for i, f := range formats {
		types[i] = f.contentType
	}
	return types
}

// sniff finds the format by the file's first bytes, whatever it is called.
func sniff(raw []byte) (format, bool) {
	for _, f := range formats {
		if f.opens(raw) {
			return f, true
		}
	}
	return format{}, false
}

func (f format) opens(raw []byte) bool {
	if len(raw) < len(f.magic) {
		return false
	}
	for i := range len(f.magic) {
		if f.magic[i] != '.' && f.magic[i] != raw[i] {
			return false
		}
	}
	return true
}

// cursor reads a file piece by piece and remembers when there was too little.
type cursor struct {
	rest  []byte
	short bool
}

func (c *cursor) take(n int) []byte {
	if n < 0 || n > len(c.rest) {
		c.rest, c.short = nil, true
		return nil
	}
	piece := c.rest[:n]
	c.rest = c.rest[n:]
	return piece
}

func (c *cursor) byte() byte {
	if piece := c.take(1); piece != nil {
		return piece[0]
	}
	return 0
}

func (c *cursor) big16() int {
	if piece := c.take(2); piece != nil {
		return int(binary.BigEndian.Uint16(piece))
	}
	return 0
}

// ended reports that the file had everything and nothing more.
func (c *cursor) ended() bool { return !c.short && len(c.rest) == 0 }

func pixels(c image.Config) int64 { return int64(c.Width) * int64(c.Height) }

// inspectGIF walks the blocks. Decoding takes one byte a pixel, and as much
// again for interlaced rows.
func inspectGIF(raw []byte, config image.Config) (int64, bool) {
	c := &cursor{rest: raw[6:]}
	c.table(c.screen())
	for !c.short {
		switch c.byte() {
		case 0x21: // extension
			c.take(1)
			c.blocks()
		case 0x2c: // picture
			c.take(8)
			c.table(c.byte())
			c.take(1)
			c.blocks()
		case 0x3b: // end
			return 2 * pixels(config), c.ended()
		default:
			return 0, false
		}
	}
	return 0, false
}

// screen reads a GIF's logical screen and returns the flags of its colour table.
func (c *cursor) screen() byte {
	c.take(4)
	flags := c.byte()
	c.take(2)
	return flags
}

// table passes a GIF's colour table.
func (c *cursor) table(flags byte) {
	if flags&0x80 != 0 {
		c.take(3 << (flags&7 + 1))
	}
}

// blocks passes a GIF's chain of data blocks.
func (c *cursor) blocks() {
	for {
		n := c.byte()
		if n == 0 {
			return
		}
		c.take(int(n))
	}
}

// inspectWebP walks the chunks. Lossless pictures and alpha planes are decoded
// through two buffers of four bytes a pixel.
func inspectWebP(raw []byte, config image.Config) (int64, bool) {
	if int64(binary.LittleEndian.Uint32(raw[4:]))+8 != int64(len(raw)) {
		return 0, false
	}
	c := &cursor{rest: raw[12:]}
	memory := 2 * pixels(config)
	for len(c.rest) > 0 {
		head := c.take(8)
		if head == nil {
			return 0, false
		}
		n := int64(binary.LittleEndian.Uint32(head[4:]))
		c.take(int(n + n%2))
		if id := string(head[:4]); id == "VP8L" || id == "ALPH" {
			memory += 8 * pixels(config)
		} else if strings.HasPrefix(id, "ANI") || id == "ANMF" {
			return 0, false // moving pictures: the decoder has no first frame to give
		}
	}
	return memory, c.ended()
}
