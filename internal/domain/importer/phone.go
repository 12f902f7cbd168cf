package importer

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"strings"
)

// Limits of MHTML files. The page is among the first parts.
const (
	maxHead  = 16 << 10 // bytes before the parts
	maxParts = 1000
)

// unpacked returns the page in an MHTML file, as phones save it: a mail whose first HTML
// part is the page without scripts. Any other file is returned unchanged.
func unpacked(file []byte) []byte {
	if head := file[:min(len(file), maxHead)]; !bytes.Contains(head, []byte("\n\n")) && !bytes.Contains(head, []byte("\r\n\r\n")) {
		return file
	}
	message, err := mail.ReadMessage(bytes.NewReader(file))
	if err != nil {
		return file
	}
	kind, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil || !strings.HasPrefix(kind, "multipart/") {
		return file
	}
	parts := multipart.NewReader(message.Body, params["boundary"])
	for range maxParts {
		part, err := parts.NextPart()
		if err != nil {
			return file
		}
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			if page, err := io.ReadAll(part); err == nil {
				return page
			}
		}
	}
	return file
}
