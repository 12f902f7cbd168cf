package api

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"parichay/internal/api/events"
	"parichay/internal/api/wire"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/ops/backup"
	"parichay/internal/public/site"
	"parichay/internal/store/dump"
	"parichay/locales"
)

// Backups is how backups that are made by themselves go.
type Backups struct {
	SetUp    bool       `json:"setUp" doc:"Whether the operator has named a place for them"`
	MadeAt   *time.Time `json:"madeAt,omitempty" doc:"When the last one was made"`
	FailedAt *time.Time `json:"failedAt,omitempty" doc:"Since when none could be made; absent while they succeed"`
}

func (s inboxAPI) getBackups(ctx context.Context, _ *struct{}) (*wire.Reply[Backups], error) {
	if !s.config.Backups {
		return wire.ReplyWith(Backups{}, nil)
	}
	last, err := dump.LastBackups(ctx, s.store)
	return wire.ReplyWith(Backups{SetUp: true, MadeAt: last.MadeAt, FailedAt: last.FailedAt}, err)
}

// everything is under way at most once: it reads all there is.
var everything = make(chan struct{}, 1)

// getEverything streams all that is the owner's to carry elsewhere, as one zip.
func (s inboxAPI) getEverything(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	if _, err := s.store.Inbox.List(ctx, lead.Query{Limit: 1}); err != nil {
		return nil, err // said while it can still be said
	}
	select {
	case everything <- struct{}{}:
	default:
		return nil, fault.TooMany{RetrySeconds: 60}
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer func() { <-everything }()
		_, w := humachi.Unwrap(ctx)
		name := backup.ExportName(s.config.BaseURL.Host, s.config.Now())
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
		w.Header().Set("Content-Type", "application/zip")
		patient, err := events.Unhurried(w)
		if err != nil {
			panic(http.ErrAbortHandler) // the connection is gone
		}
		out := backup.NewZip(patient)
		export := backup.Export{Program: s.config.Program, Pages: s.Pages(), Progress: func(step backup.Step) { s.exporting.Store(&step) }}
		defer s.exporting.Store(nil)
		_, err = export.Write(ctx.Context(), s.store, s.pictures, out)
		if err == nil {
			err = out.Close()
		}
		endExport(ctx.Context(), err)
	}}, nil
}

// Exporting is how far an export has come that this replica makes.
type Exporting struct {
	Doing string `json:"doing,omitempty" enum:"rows,pictures,pages" doc:"Absent: no export is being made"`
	Done  int64  `json:"done" doc:"How much of that is done"`
	Of    int64  `json:"of" doc:"About how much there is of it"`
}

func (s inboxAPI) getExporting(context.Context, *struct{}) (*wire.Reply[Exporting], error) {
	step := s.exporting.Load()
	if step == nil {
		return wire.ReplyWith(Exporting{}, nil)
	}
	done, of := step.Part()
	return wire.ReplyWith(Exporting{Doing: step.Doing, Done: done, Of: of}, nil)
}

// endExport breaks the connection off after an error: half a file must not look whole.
func endExport(ctx context.Context, err error) {
	if err != nil {
		slog.WarnContext(ctx, "export ended early", "error", err)
		panic(http.ErrAbortHandler)
	}
}

// Pages are the public site, to be copied into plain files.
func (s *Server) Pages() backup.Pages {
	p := backup.PagesOf(s, s.config.BaseURL)
	p.Count = s.site.Count
	for _, lang := range locales.All {
		p.Start = append(p.Start, site.Prefixed(lang, "/"))
		for i := range site.Forms {
			p.Forms = append(p.Forms, site.Forms[i].Path(lang))
		}
	}
	return p
}
