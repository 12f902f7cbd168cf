package media

import (
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"io"
)

// inspectPNG walks the chunks, verifies their checksums, and inflates the picture without storing
// it: a decompression bomb or a truncated file costs time but no memory.
func inspectPNG(raw []byte, config image.Config) (int64, bool) {
	c := &cursor{rest: raw[8:]}
	var header []byte
	var data []io.Reader
	for {
		size := c.take(4)
		if size == nil {
			return 0, false
		}
		n := int(binary.BigEndian.Uint32(size))
		chunk := c.take(4 + n)
		sum := c.take(4)
		if chunk == nil || sum == nil || crc32.ChecksumIEEE(chunk) != binary.BigEndian.Uint32(sum) {
			return 0, false
		}
		switch string(chunk[:4]) {
		case "IHDR":
			if header != nil || n != 13 {
				return 0, false
			}
			header = chunk[4:]
		case "IDAT":
			data = append(data, bytesReader(chunk[4:]))
		case "IEND":
			memory, want := pngSizes(header, config)
			if memory > maxMemory {
				return memory, true // refused anyway: skip inflating
			}
			return memory, c.ended() && inflates(io.MultiReader(data...), want)
		}
	}
}

// pngSizes returns the memory that the decoded picture takes and the length of its inflated rows.
func pngSizes(header []byte, c image.Config) (memory, inflated int64) {
	if header == nil {
		return 0, -1
	}
	depth, interlaced := int64(header[8]), header[12] == 1
	samples := map[byte]int64{0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[header[9]]
	rows := func(width, height int64) int64 {
		if width == 0 || height == 0 {
			return 0
		}
		return height * (1 + (width*samples*depth+7)/8)
	}
	w, h := int64(c.Width), int64(c.Height)
	memory = pixels(c) * 4
	if depth == 16 {
		memory *= 2
	}
	if !interlaced {
		return memory, rows(w, h)
	}
	memory += memory / 2 // the largest pass is decoded into its own buffer
	for _, p := range [7][4]int64{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}} {
		inflated += rows((w-p[0]+p[2]-1)/p[2], (h-p[1]+p[3]-1)/p[3])
	}
	return memory, inflated
}

// inflates reports whether a compressed stream inflates to exactly want bytes.
func inflates(r io.Reader, want int64) bool {
	z, err := zlib.NewReader(r)
	if err != nil {
		return false
	}
	defer z.Close()
	got, err := io.Copy(io.Discard, io.LimitReader(z, want+1))
	return err == nil && got == want
}
