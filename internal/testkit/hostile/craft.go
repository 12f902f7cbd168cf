package hostile

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/jpeg"
	"slices"
)

// segment returns a segment of a JPEG.
func segment(marker byte, body []byte) []byte {
	out := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2))
	return append(out, body...)
}

// frameJPEG returns a JPEG with a frame header and the given number of empty scans.
func frameJPEG(marker byte, width, height uint16, components byte, scans int) []byte {
	frame := []byte{8}
	frame = binary.BigEndian.AppendUint16(frame, height)
	frame = binary.BigEndian.AppendUint16(frame, width)
	frame = append(frame, components)
	start := []byte{components}
	for i := range components {
		frame = append(frame, i+1, 0x11, 0)
		start = append(start, i+1, 0)
	}
	out := append([]byte{0xff, 0xd8}, segment(marker, frame)...)
	for range scans {
		out = append(out, segment(0xda, append(bytes.Clone(start), 0, 63, 0))...)
		out = append(out, 0)
	}
	return append(out, 0xff, 0xd9)
}

// hiddenFrame returns a JPEG in which a decoder finds another frame than a program that only
// walks the segments. A decoder skips the restart marker, which has no length, reads the large
// progressive frame and ignores the small one as metadata. A program that expects a length
// after every marker skips the large frame and reads the small one.
func hiddenFrame(width, height uint16) []byte {
	const markers, head = 2, 4 // bytes of a marker, and of a segment's marker and length
	scan := []byte{0xff, 0xda}
	small, _, _ := bytes.Cut(Photo(64, 48)[markers:], scan)
	large := bytes.Replace(frameJPEG(0xc2, width, height, 3, 1), []byte{0, 63, 0}, []byte{0, 0, 0}, 1) // the first scan of a progressive frame has no more
	frame, rest, _ := bytes.Cut(large[markers:], scan)
	hidden := append(bytes.Clone(frame), segment(0xe1, small)[:head]...)
	out := append([]byte{0xff, 0xd8}, segment(0xd0, hidden)...)
	return slices.Concat(out, small, scan, rest)
}

// scans returns a progressive JPEG with n scans.
func scans(n int) []byte { return frameJPEG(0xc2, 64, 48, 3, n) }

// stretched returns a small JPEG whose header claims another size. Only decoding reveals that
// the data do not match.
func stretched(width, height uint16) []byte {
	out := Photo(64, 48)
	frame := bytes.Index(out, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(out[frame+5:], height)
	binary.BigEndian.PutUint16(out[frame+7:], width)
	return out
}

// shortened returns a large JPEG with a proper end marker but without its last rows. A decoder
// allocates all memory before it notices.
func shortened(width, height int) []byte {
	var out bytes.Buffer
	must(jpeg.Encode(&out, image.NewYCbCr(image.Rect(0, 0, width, height), image.YCbCrSubsampleRatio420), nil))
	return append(out.Bytes()[:out.Len()*19/20], 0xff, 0xd9)
}

// chunk returns a chunk of a PNG.
func chunk(kind string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, kind...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

func pngOf(width, height uint32, depth, colour byte, data []byte) []byte {
	header := binary.BigEndian.AppendUint32(nil, width)
	header = binary.BigEndian.AppendUint32(header, height)
	header = append(header, depth, colour, 0, 0, 0)
	out := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", header)...)
	out = append(out, chunk("IDAT", data)...)
	return append(out, chunk("IEND", nil)...)
}

// emptyPNG returns a PNG with one byte of data.
func emptyPNG(width, height uint32, depth, colour byte) []byte {
	return pngOf(width, height, depth, colour, deflated(1))
}

// overfullPNG returns a PNG of a hundred pixels with n bytes of data.
func overfullPNG(n int) []byte { return pngOf(10, 10, 8, 6, deflated(n)) }

func deflated(n int) []byte {
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	zeros := make([]byte, 64<<10)
	for n > 0 {
		wrote, err := z.Write(zeros[:min(n, len(zeros))])
		must(err)
		n -= wrote
	}
	must(z.Close())
	return out.Bytes()
}

// zeroPNG returns a valid PNG of zeros, which is much larger when decoded.
func zeroPNG(width, height int, depth byte) []byte {
	return pngOf(uint32(width), uint32(height), depth, 6, deflated(height*(1+4*width*int(depth)/8)))
}

// losslessWebP returns a lossless WebP with a header and no pixels.
func losslessWebP(width, height uint32) []byte {
	body := binary.LittleEndian.AppendUint32([]byte{0x2f}, width-1|(height-1)<<14)
	body = append(body, 0, 0, 0)
	out := append([]byte("WEBPVP8L"), binary.LittleEndian.AppendUint32(nil, uint32(len(body)))...)
	out = append(out, body...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(out))), out...)
}
