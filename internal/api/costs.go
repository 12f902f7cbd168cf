package api

import (
	"fmt"
	"net/http"
	"net/netip"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"parichay/internal/api/inbox"
	"parichay/internal/api/signin"
	"parichay/internal/api/wire"
	"parichay/internal/kit/body"
	"parichay/internal/public/intake"
)

// cost is a class of routes by the work that a request can cause. Public pages, which are
// served before the router, all have the class edition.
type cost string

const (
	constant cost = "constant" // served unchanged from memory
	edition  cost = "edition"  // rendered once per edition of the content, then served from memory
	limited  cost = "limited"  // computed for each request under a queue slot; 503 after a bounded wait
	private  cost = "private"  // for the owner only, after a session lookup
)

const costKey, kindKey, limitKey, aloneKey, laterKey = "cost", "kind", "limit", "alone", "later"

// Body size limits of routes that need more than the default.
const (
	leadBody    = 384 << 10 // the longest message and answers, in a script that takes many bytes per letter
	passkeyBody = 16 << 10  // a WebAuthn response
	orderBody   = 1 << 20   // ten thousand ids
	pageBody    = 4 << 20   // a page saved by a browser
)

func costs(class cost) func(*huma.Operation) {
	return func(op *huma.Operation) { op.Metadata[costKey] = class }
}

// inTurn makes each call of an open operation wait for a queue slot of a kind.
func inTurn(kind *intake.Kind) func(*huma.Operation) {
	return func(op *huma.Operation) { op.Metadata[costKey], op.Metadata[kindKey] = limited, kind }
}

// inTurnLater is inTurn for an operation whose handler reads the body, and takes the slot after that,
// because a slow sender would hold it.
func inTurnLater(kind *intake.Kind) func(*huma.Operation) {
	return func(op *huma.Operation) { inTurn(kind)(op); op.Metadata[laterKey] = true }
}

// alone makes each call of an owner's operation wait for a queue slot of a kind. The slot is
// taken before the body is read, because the bodies of waiting calls would take memory.
func alone(kind *intake.Kind) func(*huma.Operation) {
	return func(op *huma.Operation) { op.Metadata[aloneKey] = kind }
}

// limit counts a call from a network, or returns an error if there were too many.
type limit func(*intake.Door, netip.Prefix) error

func atMost(allow limit) func(*huma.Operation) {
	return func(op *huma.Operation) { op.Metadata[limitKey] = allow }
}

// takes sets the body size limit of an operation.
func takes(bytes int64) func(*huma.Operation) {
	return func(op *huma.Operation) { op.MaxBodyBytes = bytes }
}

// weigh returns an error if a route has no cost class.
func (s *Server) weigh(r chi.Routes) error {
	return chi.Walk(r, func(method, path string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if s.costs[method+" "+path] == "" {
			return fmt.Errorf("route %s %s has no cost class", method, path)
		}
		return nil
	})
}

// readBody reads the whole body before it is decoded. Only bodies of open routes count towards
// the memory limit of strangers' bodies, because the owner may send slowly. After the body was
// read, the session is checked again, because the owner may have ended it while a thief was
// sending.
func (s *Server) readBody(ctx huma.Context, next func(huma.Context)) {
	op := ctx.Operation()
	room := s.bodies
	if op.Metadata[costKey] == private {
		room = nil
	}
	if kind, ok := op.Metadata[aloneKey].(*intake.Kind); ok {
		done, err := s.door.Slot(ctx.Context(), kind, wire.NetworkOf(ctx.Context()))
		if err != nil {
			ctx.SetHeader("Connection", "close") // otherwise the server would read the body before it sends the response
			_ = huma.WriteErr(s.api, ctx, http.StatusInternalServerError, "", err)
			return
		}
		defer done()
	}
	if op.MaxBodyBytes > 0 {
		r, w := humachi.Unwrap(ctx)
		err := body.Whole(w, r, op.MaxBodyBytes, room, wire.NetworkOf(r.Context()))
		if who, _ := op.Metadata[accessKey].(access); err == nil && who != open && r.ContentLength != 0 {
			err = s.admitOwner(ctx.Context(), signin.CallerOf(ctx.Context()), who, op.Path)
		}
		if err != nil {
			_ = huma.WriteErr(s.api, ctx, http.StatusInternalServerError, "", err)
			return
		}
	}
	next(ctx)
}

// wholeForm reads the whole body of a form that is posted without JavaScript, unless it comes with
// pictures, which its handler reads one at a time.
func (s *Server) wholeForm(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.visitors.Streams(r) {
			next.ServeHTTP(w, r)
			return
		}
		if err := body.Whole(w, r, inbox.MaxForm, s.bodies, wire.NetworkOf(r.Context())); err != nil {
			wire.Write(w, wire.ProblemOf(err))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// takeTurn makes a limited operation wait for its queue slot.
func (s *Server) takeTurn(ctx huma.Context, next func(huma.Context)) {
	if kind, ok := ctx.Operation().Metadata[kindKey].(*intake.Kind); ok && ctx.Operation().Metadata[laterKey] == nil {
		done, err := s.door.Slot(ctx.Context(), kind, wire.NetworkOf(ctx.Context()))
		if err != nil {
			_ = huma.WriteErr(s.api, ctx, http.StatusInternalServerError, "", err)
			return
		}
		defer done()
	}
	next(ctx)
}
