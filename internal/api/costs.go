package api

import (
	"fmt"
	"net/http"
	"net/netip"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"parichay/internal/api/wire"
	"parichay/internal/kit/body"
	"parichay/internal/public/intake"
)

// cost is what an answer may cost at most, however often and by whomever it is
// asked for. Public pages, which come before the router, are all of an edition.
type cost string

const (
	constant cost = "constant" // from memory, as it lies there
	edition  cost = "edition"  // made once for an edition of the content, then from memory
	limited  cost = "limited"  // made for each request, when its kind has a turn; else 503 after a bounded wait
	private  cost = "private"  // the owner's alone, after a look at the session
)

const costKey, kindKey, limitKey, aloneKey = "cost", "kind", "limit", "alone"

// Bodies of strangers that may be longer than others: the longest message in a
// script of many bytes a letter, and what a passkey says of itself.
const (
	leadBody    = 128 << 10
	passkeyBody = 16 << 10
	orderBody   = 1 << 20 // ten thousand ids
	pageBody    = 4 << 20 // a page as a browser saves it
)

func costs(class cost) func(*huma.Operation) {
	return func(op *huma.Operation) { op.Metadata[costKey] = class }
}

// inTurn limits an operation to the turns of a kind.
func inTurn(kind *intake.Kind) func(*huma.Operation) {
	return func(op *huma.Operation) { op.Metadata[costKey], op.Metadata[kindKey] = limited, kind }
}

// alone limits an operation of the owner to the slots of a kind, from before its body is
// read: bodies that wait take memory, too.
func alone(kind *intake.Kind) func(*huma.Operation) {
	return func(op *huma.Operation) { op.Metadata[aloneKey] = kind }
}

// limit counts a call of a network, or refuses it.
type limit func(*intake.Door, netip.Prefix) error

func atMost(allow limit) func(*huma.Operation) {
	return func(op *huma.Operation) { op.Metadata[limitKey] = allow }
}

// takes is an operation whose body may have another length.
func takes(bytes int64) func(*huma.Operation) {
	return func(op *huma.Operation) { op.MaxBodyBytes = bytes }
}

// weigh refuses a router with a route of which nobody says what it costs.
func (s *Server) weigh(r chi.Routes) error {
	return chi.Walk(r, func(method, path string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if s.costs[method+" "+path] == "" {
			return fmt.Errorf("route %s %s has no cost class", method, path)
		}
		return nil
	})
}

// readBody has all of a body before anybody decodes it. Only what strangers send is
// counted: the owner may be slow. So may a thief, whose session is ended meanwhile: it is
// asked once more who sends it.
func (s *Server) readBody(ctx huma.Context, next func(huma.Context)) {
	op := ctx.Operation()
	room := s.bodies
	if op.Metadata[costKey] == private {
		room = nil
	}
	if kind, ok := op.Metadata[aloneKey].(*intake.Kind); ok {
		done, err := s.door.Slot(ctx.Context(), kind, networkOf(ctx.Context()))
		if err != nil {
			ctx.SetHeader("Connection", "close") // the body is not read before the answer
			_ = huma.WriteErr(s.api, ctx, http.StatusInternalServerError, "", err)
			return
		}
		defer done()
	}
	if op.MaxBodyBytes > 0 {
		r, w := humachi.Unwrap(ctx)
		err := body.Whole(w, r, op.MaxBodyBytes, room, networkOf(r.Context()))
		if who, _ := op.Metadata[accessKey].(access); err == nil && who != open && r.ContentLength != 0 {
			err = s.admitOwner(ctx.Context(), callerOf(ctx.Context()), who, op.Path)
		}
		if err != nil {
			_ = huma.WriteErr(s.api, ctx, http.StatusInternalServerError, "", err)
			return
		}
	}
	next(ctx)
}

// wholeForm does the same for a form without script.
func (s *Server) wholeForm(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := body.Whole(w, r, maxForm, s.bodies, networkOf(r.Context())); err != nil {
			wire.Write(w, wire.ProblemOf(err))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// takeTurn lets a limited operation wait for its turn.
func (s *Server) takeTurn(ctx huma.Context, next func(huma.Context)) {
	if kind, ok := ctx.Operation().Metadata[kindKey].(*intake.Kind); ok {
		done, err := s.door.Slot(ctx.Context(), kind, networkOf(ctx.Context()))
		if err != nil {
			_ = huma.WriteErr(s.api, ctx, http.StatusInternalServerError, "", err)
			return
		}
		defer done()
	}
	next(ctx)
}
