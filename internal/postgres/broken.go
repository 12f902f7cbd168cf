package postgres

import (
	"errors"
	"io"
	"strings"
)

// isBrokenPipe recognises a connection that ended under us. pgconn reports a
// connection already closed by an earlier failure with a plain string.
func isBrokenPipe(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(err.Error(), "conn closed")
}
