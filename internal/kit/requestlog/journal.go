// Package journal is the program's log: how a line looks, what every line of a
// request has, and what no line may have: the address of whoever sent it.
package requestlog

import (
	"context"
	"io"
	"log"
	"log/slog"
	"net/netip"
	"regexp"
	"strings"

	"parichay/internal/kit/loglimit"
)

// Format is how lines are written.
type Format string

// For people and for programs.
const (
	Text Format = "text"
	JSON Format = "json"
)

// New writes lines of a level and above to w, as many as the log may be told.
func New(w io.Writer, format Format, level slog.Level) slog.Handler {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: shortened}
	var lines slog.Handler
	if format == JSON {
		options.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
			if a.Value.Kind() == slog.KindDuration { // else a count of nanoseconds that nobody reads
				a.Value = slog.StringValue(a.Value.Duration().String())
			}
			return shortened(groups, a)
		}
		lines = slog.NewJSONHandler(w, options)
	} else {
		lines = slog.NewTextHandler(w, options)
	}
	return loglimit.New(signed{lines})
}

// longest bounds what one value adds to a line: some of them are what strangers sent.
const longest = 1000

func shortened(_ []string, a slog.Attr) slog.Attr {
	if text := a.Value.String(); len(text) > longest && a.Key != "stack" {
		a.Value = slog.StringValue(strings.ToValidUTF8(text[:longest], "") + "…")
	}
	return a
}

// signed says of every line to which request it belongs.
type signed struct{ slog.Handler }

// Handle implements slog.Handler.
func (h signed) Handle(ctx context.Context, r slog.Record) error {
	if q := from(ctx); q != nil {
		line := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
		r.Attrs(func(a slog.Attr) bool { line.AddAttrs(q.hide(a)); return true })
		line.AddAttrs(slog.String("request", q.id[0]))
		r = line
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h signed) WithAttrs(attrs []slog.Attr) slog.Handler { return signed{h.Handler.WithAttrs(attrs)} }

// WithGroup implements slog.Handler.
func (h signed) WithGroup(name string) slog.Handler { return signed{h.Handler.WithGroup(name)} }

// hide puts a network in the place of the sender's address: the errors of connections
// have it.
func (q *request) hide(a slog.Attr) slog.Attr {
	if kind := a.Value.Kind(); kind != slog.KindString && kind != slog.KindAny || q.peer == "" {
		return a
	}
	if text := a.Value.String(); strings.Contains(text, q.peer) {
		a.Value = slog.StringValue(q.hidden(text))
	}
	return a
}

// another finds a port behind an address.
var another = regexp.MustCompile(`^\]?:(\d+)`)

// hidden is a text without the sender's address. The same address of a network of our own
// with another port is no visitor, but somebody beside a proxy, such as the database's server.
func (q *request) hidden(text string) string {
	var out strings.Builder
	peer, err := netip.ParseAddr(q.peer)
	ours := err == nil && (peer.IsLoopback() || peer.IsPrivate())
	for {
		before, after, found := strings.Cut(text, q.peer)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		if port := another.FindStringSubmatch(after); ours && port != nil && port[1] != q.port {
			out.WriteString(q.peer)
		} else {
			out.WriteString(network(q.peer))
		}
		text = after
	}
}

// Networks are as wide as a provider's customers share, so that nobody is told apart.
const bits4, bits6 = 24, 48

// Network is what of an address the log may be told.
func Network(address netip.Addr) netip.Prefix {
	address = address.Unmap().WithZone("")
	bits := bits6
	if address.Is4() {
		bits = bits4
	}
	prefix, _ := address.Prefix(bits) // of no address, none
	return prefix
}

func network(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return "…"
	}
	return Network(parsed).String()
}

// Connections is the log of what goes wrong before there is a request, such as a
// broken handshake.
func Connections() *log.Logger { return log.New(connections{}, "", 0) }

type connections struct{}

// addresses finds what may be one in a message of the library.
var addresses = regexp.MustCompile(`\[?[0-9a-fA-F]*[:.][0-9a-fA-F:.]+(%\w+)?\]?(:\d+)?`)

// Write implements io.Writer.
func (connections) Write(line []byte) (int, error) {
	text := addresses.ReplaceAllStringFunc(strings.TrimSpace(string(line)), func(found string) string {
		bare := strings.TrimRight(found, ":.")
		rest := found[len(bare):]
		if at, err := netip.ParseAddrPort(bare); err == nil {
			return Network(at.Addr()).String() + rest
		}
		if at, err := netip.ParseAddr(strings.Trim(bare, "[]")); err == nil {
			return Network(at).String() + rest
		}
		return found
	})
	slog.Warn("connection", "error", text)
	return len(line), nil
}
