// Package draw generates the site's images: QR codes (SVG and PNG), share cards (JPEG), covers
// of items (SVG and JPEG), icons (PNG) and stands to print (PDF). The same input always gives
// the same bytes. It reads only its embedded fonts, stores nothing and fetches nothing: stored
// pictures are passed in, see Studio.
package draw
