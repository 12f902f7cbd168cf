// Package requestlog sets up the program's log, adds the request id to every line of a
// request and counts requests. It never logs a visitor's full IP address, path or query.
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

// Format is the format of log lines.
type Format string

// Text is for people, JSON for programs.
const (
	Text Format = "text"
	JSON Format = "json"
)

// New returns a rate-limited handler that writes lines of level and above to w.
func New(w io.Writer, format Format, level slog.Level) slog.Handler {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: shortened}
	var lines slog.Handler
	if format == JSON {
		options.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
			if a.Value.Kind() == slog.KindDuration { // slog would write nanoseconds
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

// longest bounds the length of one value, because some values come from visitors.
const longest = 1000

func shortened(_ []string, a slog.Attr) slog.Attr {
	if text := a.Value.String(); len(text) > longest && a.Key != "stack" {
		a.Value = slog.StringValue(strings.ToValidUTF8(text[:longest], "") + "…")
	}
	return a
}

// signed adds the request id to every line.
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

// hide replaces the sender's address in a value with its subnet. Connection errors contain the
// address.
func (q *request) hide(a slog.Attr) slog.Attr {
	if kind := a.Value.Kind(); kind != slog.KindString && kind != slog.KindAny || q.peer == "" {
		return a
	}
	if text := a.Value.String(); strings.Contains(text, q.peer) {
		a.Value = slog.StringValue(q.hidden(text))
	}
	return a
}

// portAfter matches the port that follows an address.
var portAfter = regexp.MustCompile(`^\]?:(\d+)`)

// hidden returns text with the sender's address replaced by its subnet. A loopback or private
// address with a different port stays readable: it does not belong to a visitor but to a service
// such as the database server.
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
		if port := portAfter.FindStringSubmatch(after); ours && port != nil && port[1] != q.port {
			out.WriteString(q.peer)
		} else {
			out.WriteString(network(q.peer))
		}
		text = after
	}
}

// Prefix lengths of logged subnets. They cover many customers of a provider, so that nobody is
// identified.
const bits4, bits6 = 24, 48

// Network returns the subnet of an address. Only the subnet may be logged.
func Network(address netip.Addr) netip.Prefix {
	address = address.Unmap().WithZone("")
	bits := bits6
	if address.Is4() {
		bits = bits4
	}
	prefix, _ := address.Prefix(bits) // an invalid address has the zero prefix
	return prefix
}

func network(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return "…"
	}
	return Network(parsed).String()
}

// Connections returns a logger for http.Server, which reports errors that occur before there
// is a request, such as a failed TLS handshake. The logger replaces addresses with subnets.
func Connections() *log.Logger { return log.New(connections{}, "", 0) }

type connections struct{}

// addresses matches possible IP addresses in a message of net/http.
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
	slog.Warn("connection failed", "error", text)
	return len(line), nil
}
