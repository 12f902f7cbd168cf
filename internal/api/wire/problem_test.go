package wire

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/assert"

	"parichay/internal/kit/fault"
)

const inside = "postgres://shop:hunter2@db/site: relation \"feedback\" does not exist"

func TestASlowBodyIsReportedAsAClientError(t *testing.T) {
	t.Parallel()
	assert.Equal(t, NewProblem(http.StatusRequestTimeout, "too_slow"), ProblemOf(fmt.Errorf("save: %w", fault.ErrTooSlow)))
}

func TestAnUnexpectedErrorRevealsNoDetails(t *testing.T) {
	t.Parallel()
	const want = `{"type":"about:blank","title":"Internal Server Error","status":500,"code":"internal"}`
	for name, handler := range map[string]http.HandlerFunc{
		"an error": func(w http.ResponseWriter, _ *http.Request) {
			Write(w, ProblemOf(fmt.Errorf("read leads: %w", errors.New(inside))))
		},
		"a panic":             func(http.ResponseWriter, *http.Request) { panic(inside) },
		"a panic of an error": func(http.ResponseWriter, *http.Request) { panic(errors.New(inside)) },
	} {
		r := chi.NewRouter()
		r.Use(Recoverer)
		r.Get("/", handler)
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody))
		assert.Equal(t, http.StatusInternalServerError, w.Code, name)
		assert.JSONEq(t, want, w.Body.String(), name)
		for header, values := range w.Header() {
			assert.NotContains(t, fmt.Sprint(values), "feedback", header)
		}
	}
}
