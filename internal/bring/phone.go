package bring

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"strings"
)

// unpacked is the page in a file as phones save it (MHTML: a mail whose first part of
// HTML is the page, without its scripts); any other file is itself.
func unpacked(file []byte) []byte {
	message, err := mail.ReadMessage(bytes.NewReader(file))
	if err != nil {
		return file
	}
	kind, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil || !strings.HasPrefix(kind, "multipart/") {
		return file
	}
	for parts := multipart.NewReader(message.Body, params["boundary"]); ; {
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
}
