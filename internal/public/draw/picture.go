// Package picture draws what the site shows as pictures of its own making: QR
// codes (SVG and PNG), share cards (JPEG), covers of items (SVG and JPEG) and
// icons (PNG). The same words and pictures always give the same bytes. It reads
// nothing but the fonts it carries, keeps nothing and fetches nothing: pictures
// that were stored are handed to it, see Studio.
package draw
