package inbox

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"parichay/internal/api/events"
	"parichay/internal/api/signin"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/locales"
)

// Export streams all leads that match a query as a file. Memory use does not grow with the
// number of leads, and each write has its own deadline.
func (s Inbox) Export(ctx context.Context, in *struct {
	LeadQuery
	Format string       `query:"format" enum:"csv,json" default:"csv"`
	Lang   locales.Lang `query:"lang" default:"en" doc:"Language of the CSV's headings and of the names of forms and statuses"`
},
) (*huma.StreamResponse, error) {
	q, token := in.query(), signin.CallerOf(ctx).Token
	if _, err := s.Store.Inbox.List(ctx, lead.Query{Limit: 1}); err != nil {
		return nil, err // tested here, because an error cannot be reported once streaming has begun
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		_, w := humachi.Unwrap(ctx)
		h := w.Header()
		name := "leads-" + s.Now().In(locales.India).Format(time.DateOnly) + "." + in.Format
		h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
		patient, err := events.Unhurried(w)
		if err != nil {
			panic(http.ErrAbortHandler) // the connection is gone
		}
		out := bufio.NewWriterSize(patient, 64<<10)
		write := s.exportJSON
		h.Set("Content-Type", "application/json; charset=utf-8")
		if in.Format == "csv" {
			write = func(out io.Writer, all each) error { return s.exportCSV(out, in.Lang, all) }
			h.Set("Content-Type", "text/csv; charset=utf-8")
		}
		err = write(out, func(row func(lead.Stored, []lead.Step) error) error {
			return s.Store.Work.Inbox.Each(ctx.Context(), q, func(page []lead.Stored, history map[int64][]lead.Step) error {
				if !s.Guard.StillIn(ctx.Context(), token) {
					return fault.ErrSignedOut
				}
				for i := range page {
					if err := row(page[i], history[page[i].ID]); err != nil {
						return err
					}
				}
				return nil
			})
		})
		if err == nil {
			err = out.Flush()
		}
		events.EndDownload(ctx.Context(), err)
	}}, nil
}

func (s Inbox) exportJSON(out io.Writer, all each) error {
	separator := "["
	err := all(func(l lead.Stored, history []lead.Step) error {
		raw, err := json.Marshal(s.leadKept(l, history))
		if err != nil {
			return err
		}
		_, err = io.WriteString(out, separator+"\n"+string(raw))
		separator = ","
		return err
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, strings.TrimRight(separator, ",")+"\n]\n")
	return err
}
