package importer

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"strings"
)

// What is looked at of such a file. A page is among the first parts.
const (
	maxHead  = 16 << 10 // bytes before the parts
	maxParts = 1000
)

// unpacked is the page in a file as phones save it (MHTML: a mail whose first part of
// HTML is the page, without its scripts); any other file is itself.
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
