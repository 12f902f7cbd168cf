package main

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"parichay/internal/ops/backup"
	"parichay/internal/ops/multisite"
)

// logEvery is how often a log is told of long work; a terminal sees every step.
const logEvery = 10 * time.Second

// meter shows how far long work has come: on a terminal in one line that is
// written over, in a log in a plain line now and then.
type meter struct {
	to       io.Writer
	what     string
	terminal bool
	begun    time.Time // of what is being done now
	doing    string
	said     time.Time
}

func newMeter(to io.Writer, what string) *meter {
	return &meter{to: to, what: what, said: time.Now(), terminal: multisite.Terminal(to)}
}

func (m *meter) step(s backup.Step) {
	if s.Doing != m.doing && (m.begun.IsZero() || s.OfBytes == 0 || s.Doing != "rows") { // rows of a backup follow pictures: their time counts together
		m.begun = time.Now()
	}
	m.doing = s.Doing
	if !m.terminal && time.Since(m.said) < logEvery {
		return
	}
	m.said = time.Now()
	text := m.what + ": " + s.Doing
	if s.OfPictures > 0 {
		text += fmt.Sprintf(", %s of %s pictures", grouped(s.Pictures), grouped(s.OfPictures))
	}
	if s.Rows > 0 {
		text += fmt.Sprintf(", %s of about %s rows", grouped(s.Rows), grouped(s.OfRows))
	}
	if s.OfPages > 0 {
		text += fmt.Sprintf(", %s of about %s pages", grouped(s.Pages), grouped(s.OfPages))
	}
	text += ", " + size(s.Bytes)
	if s.OfBytes > 0 {
		text += " of " + size(s.OfBytes)
	}
	if done, of := s.Part(); done > 0 && time.Since(m.begun) > time.Second {
		left := time.Duration(float64(time.Since(m.begun)) * float64(of-done) / float64(done))
		text += fmt.Sprintf(", about %s left", left.Round(time.Second))
	}
	if m.terminal {
		fmt.Fprintf(m.to, "\r\x1b[K%s", text)
		return
	}
	fmt.Fprintln(m.to, text)
}

// line says something that stays.
func (m *meter) line(text string) {
	if m.terminal {
		fmt.Fprint(m.to, "\r\x1b[K")
	}
	fmt.Fprintln(m.to, m.what+": "+text)
}

// size is a number of bytes for people.
func size(bytes int64) string {
	for _, unit := range []struct {
		of   int64
		name string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if bytes >= unit.of {
			return fmt.Sprintf("%.1f %s", float64(bytes)/float64(unit.of), unit.name)
		}
	}
	return strconv.FormatInt(bytes, 10) + " B"
}

// grouped writes 100000 as 100,000.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
