// Package picture draws what the site shows as pictures of its own making: QR
// codes (SVG and PNG) and share cards (JPEG). The same words always give the
// same bytes. It reads nothing but the fonts it carries, keeps nothing, fetches
// nothing, and takes no picture from outside: a card with a photograph is not
// its business, nor are the words and colours it is given.
package picture
