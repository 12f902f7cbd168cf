package server

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"parichay/internal/lead"
	"parichay/internal/stream"
	"parichay/locales"
)

// getExport streams all leads a query picks. Memory stays flat however many there
// are, and so does the answer's deadline: each step has its own.
func (s inboxAPI) getExport(ctx context.Context, in *struct {
	LeadQuery
	Format string `query:"format" enum:"csv,json" default:"csv"`
},
) (*huma.StreamResponse, error) {
	q := in.query()
	if _, err := s.store.Inbox.List(ctx, lead.Query{Limit: 1}); err != nil {
		return nil, err // said while it can still be said
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		_, w := humachi.Unwrap(ctx)
		h := w.Header()
		name := "leads-" + s.config.Now().In(locales.India).Format(time.DateOnly) + "." + in.Format
		h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
		out := bufio.NewWriterSize(w, 64<<10)
		write := s.exportJSON
		h.Set("Content-Type", "application/json; charset=utf-8")
		if in.Format == "csv" {
			write = s.exportCSV
			h.Set("Content-Type", "text/csv; charset=utf-8")
		}
		control := http.NewResponseController(w)
		err := write(ctx.Context(), q, out, func() error { return control.SetWriteDeadline(time.Now().Add(stream.Patience)) })
		if err == nil {
			err = out.Flush()
		}
		if err != nil {
			slog.WarnContext(ctx.Context(), "export ended early", "error", err)
			panic(http.ErrAbortHandler) // half a file must not look whole
		}
	}}, nil
}

func (s inboxAPI) exportCSV(ctx context.Context, q lead.Query, out io.Writer, step func() error) error {
	if _, err := io.WriteString(out, lead.BOM); err != nil {
		return err
	}
	if err := lead.WriteCSV(out, lead.CSVColumns...); err != nil {
		return err
	}
	return s.store.Work.Inbox.Each(ctx, q, func(page []lead.Stored, history map[int64][]lead.Step) error {
		if err := step(); err != nil {
			return err
		}
		for i := range page {
			if err := lead.WriteCSV(out, page[i].CSVRow(s.reference(page[i].Prefix, page[i].ID), history[page[i].ID])...); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s inboxAPI) exportJSON(ctx context.Context, q lead.Query, out io.Writer, step func() error) error {
	separator := "["
	err := s.store.Work.Inbox.Each(ctx, q, func(page []lead.Stored, history map[int64][]lead.Step) error {
		if err := step(); err != nil {
			return err
		}
		for i := range page {
			raw, err := json.Marshal(s.leadKept(page[i], history[page[i].ID]))
			if err != nil {
				return err
			}
			if _, err := io.WriteString(out, separator+"\n"+string(raw)); err != nil {
				return err
			}
			separator = ","
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, strings.TrimRight(separator, ",")+"\n]\n")
	return err
}
