package server

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestWhatTheRulesHaveNotSeenDoesNotSlipInUnderAnotherSpelling(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, spelling := range []string{"Kind", "KIND", "\u212aind"} { // the last by the sign for kelvin
		message := s.request("Textile works")
		message[spelling] = "owner_feedback"
		a := s.send("k", message)
		assert.Equal(t, http.StatusUnprocessableEntity, a.StatusCode, spelling)
	}
	message := s.request("Textile works")
	message["kind"] = "owner_feedback"
	assert.Equal(t, http.StatusUnprocessableEntity, s.send("k", message).StatusCode)
	assert.Zero(t, s.count(`SELECT count(*) FROM feedback`))
}

func TestAddressesThatAreNoTextAreRefusedNotStumbledOver(t *testing.T) {
	t.Parallel()
	s := start(t).signIn()
	for call, want := range map[string]int{
		"GET /leads?q=%00":                    http.StatusBadRequest,
		"GET /leads/export?format=csv&q=%00":  http.StatusBadRequest,
		"GET /revisions?subject=posts&id=%ff": http.StatusBadRequest,
		"DELETE /account/sessions/%00":        http.StatusNotFound,
		"PATCH /posts/%ff":                    http.StatusNotFound,
		"POST /services/%00/undelete":         http.StatusNotFound,
	} {
		method, path, _ := strings.Cut(call, " ")
		assert.Equal(t, want, s.call(method, "/api/v1"+path, nil).StatusCode, call)
	}
	for key, want := range map[string]int{"a\xff": http.StatusUnprocessableEntity, "b": http.StatusCreated} {
		assert.Equal(t, want, s.send(key, s.request("Textile works")).StatusCode, key)
	}
	order := s.call(http.MethodPut, "/api/v1/services/order", `{"ids":["\u0000"]}`)
	assert.Equal(t, http.StatusUnprocessableEntity, order.StatusCode, string(order.body))
}

func TestABodyThatComesSlowlyIsWaitedFor(t *testing.T) {
	t.Parallel()
	s := start(t)
	body, slowly := io.Pipe()
	go func() { // longer than the framework would wait
		for _, piece := range []string{`{"email":"owner@example.com",`, `"password":`, `"wrong password"}`} {
			_, _ = io.WriteString(slowly, piece)
			time.Sleep(2 * time.Second)
		}
		_ = slowly.Close()
	}()
	assert.Equal(t, http.StatusUnauthorized, s.call(http.MethodPost, "/api/v1/session", body).StatusCode)
}
