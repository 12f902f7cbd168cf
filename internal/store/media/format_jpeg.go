package media

import (
	"bytes"
	"image"
)

// maxScans limits the scans of a progressive JPEG. Encoders make about ten, but ten thousand fit
// into a small file, and each goes over the whole picture.
const maxScans = 64

// JPEG markers.
const (
	markerRST0  = 0xd0
	markerRST7  = 0xd7
	markerEOI   = 0xd9
	markerSOS   = 0xda
	markerAPP0  = 0xe0
	markerAPP14 = 0xee
)

// jpegFile holds what inspectJPEG finds in a file.
type jpegFile struct {
	scans       int
	progressive bool
	jfif        bool
	adobeRGB    bool
	components  []jpegComponent
	width       int64
	height      int64
}

type jpegComponent struct {
	id   byte
	h, v int64
}

// inspectJPEG walks the segments to the end-of-image marker, where the decoder stops, too. Phones
// append data to their photos; it is never decoded or stored.
func inspectJPEG(raw []byte, _ image.Config) (int64, bool) {
	c := &cursor{rest: raw[2:]}
	var f jpegFile
	for !c.short {
		if c.byte() != 0xff {
			return 0, false
		}
		marker := c.byte()
		for marker == 0xff { // fill bytes
			marker = c.byte()
		}
		if marker == markerEOI {
			return f.memory(), !c.short && f.scans > 0 && f.scans <= maxScans && len(f.components) > 0
		}
		if marker == 0 || marker >= markerRST0 && marker <= markerRST7 {
			return 0, false // has no length; the decoder would skip it and read other segments than this loop
		}
		segment := c.take(c.big16() - 2)
		if segment == nil {
			return 0, false
		}
		f.note(marker, segment)
		if marker == markerSOS {
			f.scans++
			c.pass()
		}
	}
	return 0, false
}

// pass skips a scan's data up to the next marker.
func (c *cursor) pass() {
	for {
		i := bytes.IndexByte(c.rest, 0xff)
		if i < 0 || i+1 >= len(c.rest) {
			c.take(len(c.rest) + 1)
			return
		}
		if next := c.rest[i+1]; next != 0 && (next < markerRST0 || next > markerRST7) && next != 0xff {
			c.take(i)
			return
		} else if next == 0xff {
			c.take(i + 1)
		} else {
			c.take(i + 2)
		}
	}
}

func (f *jpegFile) note(marker byte, segment []byte) {
	switch {
	case marker == markerAPP0 && bytes.HasPrefix(segment, []byte("JFIF\x00")):
		f.jfif = true
	case marker == markerAPP14 && bytes.HasPrefix(segment, []byte("Adobe")) && len(segment) >= 12:
		f.adobeRGB = segment[11] == 0
	case marker >= 0xc0 && marker <= 0xc2: // frame header; the decoder refuses other kinds and a second one
		f.progressive = marker == 0xc2
		c := &cursor{rest: segment}
		c.take(1)
		f.height, f.width = int64(c.big16()), int64(c.big16())
		n := int(c.byte())
		f.components = nil
		for range n {
			id, sampling := c.byte(), c.byte()
			c.take(1)
			f.components = append(f.components, jpegComponent{id, int64(sampling >> 4), int64(sampling & 15)})
		}
	}
}

// memory returns what the decoder allocates: one byte per sample, four more per sample for the
// coefficients of a progressive file, and a copy if the samples are not in YCbCr.
func (f *jpegFile) memory() int64 {
	var h, v, samples int64 = 1, 1, 0
	for _, c := range f.components {
		h, v = max(h, c.h), max(v, c.v)
	}
	columns, rows := (f.width+8*h-1)/(8*h), (f.height+8*v-1)/(8*v)
	for _, c := range f.components {
		samples += columns * rows * c.h * c.v * 64
	}
	memory := samples
	if f.progressive {
		memory += 4 * samples
	}
	if len(f.components) == 4 || f.isRGB() {
		memory += 4 * f.width * f.height
	}
	return memory
}

func (f *jpegFile) isRGB() bool {
	c := f.components
	return len(c) == 3 && !f.jfif && (f.adobeRGB || c[0].id == 'R' && c[1].id == 'G' && c[2].id == 'B')
}
