package api

import (
	"context"
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

// Backups is the state of the automatic backups.
type Backups struct {
	SetUp    bool       `json:"setUp" doc:"Whether the operator has configured a place for backups"`
	MadeAt   *time.Time `json:"madeAt,omitempty" doc:"When the last backup succeeded"`
	FailedAt *time.Time `json:"failedAt,omitempty" doc:"Since when backups have been failing; absent while they succeed"`
}

func (s inboxAPI) getBackups(ctx context.Context, _ *struct{}) (*wire.Reply[Backups], error) {
	if !s.config.Backups {
		return wire.ReplyWith(Backups{}, nil)
	}
	last, err := dump.LastBackups(ctx, s.store)
	return wire.ReplyWith(Backups{SetUp: true, MadeAt: last.MadeAt, FailedAt: last.FailedAt}, err)
}

// everything is held while an export runs: it reads all data, so only one runs at a time.
var everything = make(chan struct{}, 1)

// getEverything streams all data of the owner as one zip file.
func (s inboxAPI) getEverything(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	if _, err := s.store.Inbox.List(ctx, lead.Query{Limit: 1}); err != nil {
		return nil, err // an error cannot be reported once streaming has begun
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
		events.EndDownload(ctx.Context(), err)
	}}, nil
}

// Exporting is the progress of an export that this replica is making.
type Exporting struct {
	Doing string `json:"doing,omitempty" enum:"rows,pictures,pages" doc:"The current step; absent if no export is running"`
	Done  int64  `json:"done" doc:"How much of the step is done"`
	Of    int64  `json:"of" doc:"Approximate size of the step"`
}

func (s inboxAPI) getExporting(context.Context, *struct{}) (*wire.Reply[Exporting], error) {
	step := s.exporting.Load()
	if step == nil {
		return wire.ReplyWith(Exporting{}, nil)
	}
	done, of := step.Part()
	return wire.ReplyWith(Exporting{Doing: step.Doing, Done: done, Of: of}, nil)
}

// Pages is the public site in the form that an export copies to static files.
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
