// Package hostile generates malicious uploads, script payloads, and valid pictures for
// comparison. Tests and drills send them; the product does not import it. Everything is
// generated here; no third-party files are included.
package hostile

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
)

// File is an upload that must be refused, and the code it must be refused with.
type File struct {
	Name string
	Type string // as the sender declares it
	Body []byte
	Code string
}

// Codes of refused uploads.
const (
	wrongType = "media_type"
	tooLarge  = "media_too_large"
	broken    = "media_broken"
)

// Declared content types.
const (
	asJPEG = "image/jpeg"
	asPNG  = "image/png"
	asGIF  = "image/gif"
	asWebP = "image/webp"
	asSVG  = "image/svg+xml"
)

// Script is the payload that every polyglot tries to smuggle in.
const Script = `<script>document.title="carried through"</script>`

// Files returns all malicious uploads. Each tests for one weakness. They are generated once.
var Files = sync.OnceValue(func() []File {
	return slices.Concat(bombs(), polyglots(), mislabelled(), cut())
})

// bombs returns small files that need much memory or time to decode.
func bombs() []File {
	return []File{
		{"a GIF of 34 bytes, 65535 pixels a side", asGIF, []byte("GIF89a\xff\xff\xff\xff\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x02L\x01\x00;"), tooLarge},
		{"a lossless WebP of 16384 pixels a side", asWebP, losslessWebP(16384, 16384), tooLarge},
		{"a lossless WebP whose buffers would not fit", asWebP, losslessWebP(4000, 4000), tooLarge},
		{"a PNG whose sides multiply past 32 bits", asPNG, emptyPNG(255, 1_677_721_600, 8, 6), tooLarge},
		{"a PNG of 17 million pixels", asPNG, emptyPNG(4125, 4125, 8, 2), tooLarge},
		{"a PNG of zeros, 64 MB when decoded", asPNG, zeroPNG(4000, 4000, 8), tooLarge},
		{"a PNG with 16 bits a sample", asPNG, zeroPNG(2000, 2000, 16), tooLarge},
		{"a PNG whose data inflates for ever", asPNG, overfullPNG(64 << 20), broken},
		{"a progressive JPEG with ten thousand scans", asJPEG, scans(10_000), broken},
		{"a progressive JPEG whose coefficients would not fit", asJPEG, frameJPEG(0xc2, 4000, 4000, 3, 1), tooLarge},
		{"a CMYK JPEG that is copied while decoded", asJPEG, frameJPEG(0xc0, 4000, 4000, 4, 1), tooLarge},
		{"a JPEG whose real frame hides behind a restart marker", asJPEG, hiddenFrame(4000, 4000), broken},
		{"a body of more than five mebibytes", asJPEG, append(Photo(640, 480), make([]byte, 5<<20)...), tooLarge},
	}
}

// polyglots returns files that are valid in two formats.
func polyglots() []File {
	archive := "PK\x03\x04" + Script + "PK\x05\x06" + strings.Repeat("\x00", 18)
	return []File{
		{"a PNG with an archive behind it", asPNG, append(drawing(64, 48), archive...), broken},
		{"a GIF with an archive behind it", asGIF, append(Animation(1), archive...), broken},
		{"a GIF that is a script", asGIF, []byte("GIF89a=1;" + strings.Repeat(" ", 16) + "/*" + Script + "*/"), tooLarge},
		{"a WebP with a script behind it", asWebP, append(losslessWebP(16, 16), Script...), broken},
		{"a document with a JPEG inside", asJPEG, append([]byte("%PDF-1.4\n"), Photo(64, 48)...), wrongType},
		{"a program that begins like a JPEG", asJPEG, []byte("\xff\xd8\xff<?php system($_GET['c']); ?>"), broken},
	}
}

// mislabelled returns files whose type differs from the declared one.
func mislabelled() []File {
	svg := `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">` + Script + `</svg>`
	laughs := `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><svg>&b;</svg>`
	return []File{
		{"an SVG with a script", asSVG, []byte(svg), wrongType},
		{"an SVG called PNG", asPNG, []byte(svg), wrongType},
		{"an SVG of nested entities", asSVG, []byte(laughs), wrongType},
		{"a page called PNG", asPNG, []byte("<!doctype html>" + Script), wrongType},
		{"a PNG called JPEG", asJPEG, drawing(64, 48), wrongType},
		{"a JPEG called a page", "text/html", Photo(64, 48), wrongType},
		{"a bitmap", "image/bmp", append([]byte("BM"), make([]byte, 64)...), wrongType},
		{"a phone's HEIC", "image/heic", []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), wrongType},
		{"nothing at all", asPNG, nil, wrongType},
	}
}

// cut returns incomplete or damaged pictures.
func cut() []File {
	photo, drawn, moving := Photo(640, 480), drawing(640, 480), Animation(3)
	damaged := bytes.Clone(drawn)
	damaged[len(damaged)/2] ^= 0xff
	return []File{
		{"half a JPEG", asJPEG, photo[:len(photo)/2], broken},
		{"half a PNG", asPNG, drawn[:len(drawn)/2], broken},
		{"half a GIF", asGIF, moving[:len(moving)/2], broken},
		{"half a WebP", asWebP, losslessWebP(640, 480)[:24], broken},
		{"a PNG with one byte changed", asPNG, damaged, broken},
		{"a PNG with too few rows", asPNG, emptyPNG(1000, 1000, 8, 2), broken},
		{"a JPEG of 16 million pixels with data for a few", asJPEG, stretched(4000, 4000), broken},
		{"a JPEG of 16 million pixels, cut near its end", asJPEG, shortened(4000, 4000), broken},
		{"a JPEG without a scan", asJPEG, frameJPEG(0xc0, 64, 48, 3, 0), broken},
	}
}

// Photo returns a valid JPEG that resembles a photograph.
func Photo(width, height int) []byte {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	grain := rand.New(rand.NewPCG(1, 2))
	for y := range height {
		for x := range width {
			n := uint8(grain.UintN(16))
			m.SetRGBA(x, y, color.RGBA{uint8(200*x/width) + n, uint8(200*y/height) + n, 90 + n, 255})
		}
	}
	var out bytes.Buffer
	must(jpeg.Encode(&out, m, &jpeg.Options{Quality: 90}))
	return out.Bytes()
}

// WithCamera adds the metadata of a phone to a JPEG: orientation (1 to 8), location and a
// comment.
func WithCamera(photo []byte, orientation int) []byte {
	exif := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08")
	tag := func(id, kind uint16, count, value uint32) {
		exif = binary.BigEndian.AppendUint16(exif, id)
		exif = binary.BigEndian.AppendUint16(exif, kind)
		exif = binary.BigEndian.AppendUint32(exif, count)
		exif = binary.BigEndian.AppendUint32(exif, value)
	}
	exif = append(exif, 0, 2)
	tag(0x0112, 3, 1, uint32(orientation)<<16)
	tag(0x8825, 4, 1, 8+2+2*12+4)
	exif = append(exif, 0, 0, 0, 0, 0, 1)
	tag(1, 2, 2, uint32('N')<<24)
	exif = append(exif, 0, 0, 0, 0)
	out := bytes.Clone(photo[:2])
	out = append(out, segment(0xe1, exif)...)
	out = append(out, segment(0xfe, []byte("22.3039 N 70.8022 E "+Script))...)
	return append(out, photo[2:]...)
}

// drawing returns a valid PNG.
func drawing(width, height int) []byte {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range m.Pix {
		m.Pix[i] = byte(i * 7)
	}
	var out bytes.Buffer
	must(png.Encode(&out, m))
	return out.Bytes()
}

// Animation returns a valid GIF.
func Animation(frames int) []byte {
	g := &gif.GIF{}
	for i := range frames {
		m := image.NewPaletted(image.Rect(0, 0, 64, 48), palette.Plan9)
		for p := range m.Pix {
			m.Pix[p] = byte(p * (i + 3))
		}
		g.Image, g.Delay = append(g.Image, m), append(g.Delay, 10)
	}
	var out bytes.Buffer
	must(gif.EncodeAll(&out, g))
	return out.Bytes()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
