// Package archives implements the API handlers of backups and of the export of all data.
package archives

import (
	"context"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"parichay/internal/api/events"
	"parichay/internal/api/wire"
	"parichay/internal/domain/lead"
	"parichay/internal/kit/fault"
	"parichay/internal/ops/backup"
	"parichay/internal/store/dump"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
)

// Archives holds the handlers, which package api registers.
type Archives struct {
	Store    *postgres.Store
	Pictures *media.Store
	BaseURL  *url.URL
	Program  string              // the program's version
	SetUp    bool                // automatic backups are configured
	Pages    func() backup.Pages // the public site, as this server serves it
	Running  *Running
	Now      func() time.Time
}

// Running is the state of the export that this replica is making. An export reads all data, so
// only one runs at a time.
type Running struct {
	Alone sync.Mutex                  // held while an export runs
	Step  atomic.Pointer[backup.Step] // nil: no export is running
}

// Backups is the state of the automatic backups.
type Backups struct {
	SetUp    bool       `json:"setUp" doc:"Whether the operator has configured a place for backups"`
	MadeAt   *time.Time `json:"madeAt,omitempty" doc:"When the last backup succeeded"`
	FailedAt *time.Time `json:"failedAt,omitempty" doc:"Since when backups have been failing; absent while they succeed"`
}

// Backups returns the state of the automatic backups.
func (s Archives) Backups(ctx context.Context, _ *struct{}) (*wire.Reply[Backups], error) {
	if !s.SetUp {
		return wire.ReplyWith(Backups{}, nil)
	}
	last, err := dump.LastBackups(ctx, s.Store)
	return wire.ReplyWith(Backups{SetUp: true, MadeAt: last.MadeAt, FailedAt: last.FailedAt}, err)
}

// Export streams all data of the owner as one zip file.
func (s Archives) Export(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	if _, err := s.Store.Inbox.List(ctx, lead.Query{Limit: 1}); err != nil {
		return nil, err // tested here, because an error cannot be reported once streaming has begun
	}
	if !s.Running.Alone.TryLock() {
		return nil, fault.TooMany{RetrySeconds: 60}
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		defer s.Running.Alone.Unlock()
		_, w := humachi.Unwrap(ctx)
		name := backup.ExportName(s.BaseURL.Host, s.Now())
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
		w.Header().Set("Content-Type", "application/zip")
		patient, err := events.Unhurried(w)
		if err != nil {
			panic(http.ErrAbortHandler) // the connection is gone
		}
		out := backup.NewZip(patient)
		export := backup.Export{Program: s.Program, Pages: s.Pages(), Progress: func(step backup.Step) { s.Running.Step.Store(&step) }}
		defer s.Running.Step.Store(nil)
		_, err = export.Write(ctx.Context(), s.Store, s.Pictures, out)
		if err == nil {
			err = out.Close()
		}
		events.EndDownload(ctx.Context(), err)
	}}, nil
}

// Exporting is the progress of the export that this replica is making.
type Exporting struct {
	Doing string `json:"doing,omitempty" enum:"rows,pictures,pages" doc:"The current step; absent if no export is running"`
	Done  int64  `json:"done" doc:"How much of the step is done"`
	Of    int64  `json:"of" doc:"Approximate size of the step"`
}

// Progress returns the progress of the running export.
func (s Archives) Progress(context.Context, *struct{}) (*wire.Reply[Exporting], error) {
	step := s.Running.Step.Load()
	if step == nil {
		return wire.ReplyWith(Exporting{}, nil)
	}
	done, of := step.Part()
	return wire.ReplyWith(Exporting{Doing: step.Doing, Done: done, Of: of}, nil)
}
