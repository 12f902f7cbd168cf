package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestLeadWithoutAResponseIsJudgedByTheStoredRow(t *testing.T) {
	t.Parallel()
	began := time.Now()
	whole := func(text string) map[string]any {
		return map[string]any{"name": "n", "email": "e", "phone": "p", "message": text}
	}
	stored := func(key, text string, created time.Time) row {
		return row{key: key, name: "n", email: "e", phone: "p", message: text, status: "new", created: created}
	}
	for name, c := range map[string]struct {
		sent   sending
		rows   []row
		want   count
		broken bool
	}{
		"stored by the unanswered attempt": {sending{whole("m"), 2, began}, []row{stored("k", "m", began.Add(-time.Second))}, count{acked: 1, found: 1, attempts: 2, unknown: 1, stored: 1}, false},
		"stored by the retry":              {sending{whole("m"), 1, began}, []row{stored("k", "m", began.Add(time.Second))}, count{acked: 1, found: 1, attempts: 1, unknown: 1, absent: 1}, false},
		"every attempt was answered":       {sending{whole("m"), 0, began}, []row{stored("k", "m", began.Add(time.Second))}, count{acked: 1, found: 1}, false},
		"acknowledged but missing":         {sending{whole("m"), 1, began}, nil, count{acked: 1, attempts: 1, unknown: 1}, true},
		"stored but never acknowledged":    {sending{whole("m"), 1, time.Time{}}, []row{stored("k", "m", began)}, count{attempts: 1, unknown: 1}, true},
		"neither stored nor acknowledged":  {sending{whole("m"), 1, time.Time{}}, nil, count{attempts: 1, unknown: 1}, true},
		"stored with another text":         {sending{whole("m"), 1, began}, []row{stored("k", "x", began)}, count{acked: 1, altered: 1, attempts: 1, unknown: 1}, true},
		"two rows, one with another key":   {sending{whole("m"), 1, began}, []row{stored("k", "m", began), stored("l", "m", began)}, count{acked: 1, found: 1, dup: 1, attempts: 1, unknown: 1, absent: 1}, true},
		"a row that nobody sent":           {sending{whole("m"), 0, began}, []row{stored("k", "m", began), stored("l", "x", began)}, count{acked: 1, found: 1, altered: 1}, true},
	} {
		got := compare(map[string]*sending{"k": &c.sent}, c.rows)
		assert.Equal(t, c.want, got, name)
		assert.Equal(t, c.broken, got.broken(), name)
	}
}
