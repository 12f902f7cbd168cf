package render

import (
	"bytes"
	"net/http"
)

// Answer records what a handler wrote, to be cached or passed on.
type Answer struct {
	Headers http.Header
	Status  int
	Body    bytes.Buffer
}

// Header implements http.ResponseWriter.
func (a *Answer) Header() http.Header { return a.Headers }

// WriteHeader implements http.ResponseWriter.
func (a *Answer) WriteHeader(status int) { a.Status = status }

// Write implements http.ResponseWriter.
func (a *Answer) Write(body []byte) (int, error) { return a.Body.Write(body) }
