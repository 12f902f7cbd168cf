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

// format is an accepted file format. SVG is not accepted, because it can contain scripts.
type format struct {
	contentType string
	magic       string // a dot matches any byte
	config      func(io.Reader) (image.Config, error)
	decode      func(io.Reader) (image.Image, error)

	// inspect walks the whole file without decoding it. It returns the memory that
	// decoding would take, and whether the file is complete. Data after the end of the
	// picture (a script, an archive) makes a file incomplete, unless it is a JPEG.
	inspect func(raw []byte, c image.Config) (memory int64, whole bool)
}

// Only the first frame of a GIF is decoded: gif.DecodeAll would allocate all frames, which may be
// huge even for a file of 34 bytes.
var formats = []format{
	{"image/jpeg", "\xff\xd8\xff", jpeg.DecodeConfig, jpeg.Decode, inspectJPEG},
	{"image/png", "\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode, inspectPNG},
	{"image/gif", "GIF8.a", gif.DecodeConfig, gif.Decode, inspectGIF},
	{"image/webp", "RIFF....WEBP", webp.DecodeConfig, webp.Decode, inspectWebP},
}

// Types lists the accepted content types.
func Types() []string {
	types := make([]string, len(formats))
	for i, f := range formats {
		types[i] = f.contentType
	}
	return types
}

// sniff detects the format from the file's first bytes.
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

// cursor reads a file piece by piece and remembers whether it was too short.
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

// ended reports whether the file was long enough and is fully read.
func (c *cursor) ended() bool { return !c.short && len(c.rest) == 0 }

func pixels(c image.Config) int64 { return int64(c.Width) * int64(c.Height) }

// inspectGIF walks the blocks. Decoding takes one byte per pixel, and the same again for interlaced
// rows.
func inspectGIF(raw []byte, config image.Config) (int64, bool) {
	c := &cursor{rest: raw[6:]}
	c.table(c.screen())
	for !c.short {
		switch c.byte() {
		case 0x21: // extension
			c.take(1)
			c.blocks()
		case 0x2c: // frame
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

// table skips a GIF's colour table.
func (c *cursor) table(flags byte) {
	if flags&0x80 != 0 {
		c.take(3 << (flags&7 + 1))
	}
}

// blocks skips a GIF's chain of data blocks.
func (c *cursor) blocks() {
	for {
		n := c.byte()
		if n == 0 {
			return
		}
		c.take(int(n))
	}
}

// inspectWebP walks the chunks. Decoding lossless pictures and alpha planes takes two buffers of
// four bytes per pixel.
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
			return 0, false // an animation: the decoder cannot return its first frame
		}
	}
	return memory, c.ended()
}
