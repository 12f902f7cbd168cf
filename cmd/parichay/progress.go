package main

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"parichay/internal/ops/backup"
	"parichay/internal/ops/multisite"
)

// logEvery is how often progress is written to a log; a terminal shows every step.
const logEvery = 10 * time.Second

// meter shows the progress of a long task: on a terminal in one line that is
// overwritten, in a log as a line now and then.
type meter struct {
	to       io.Writer
	task     string
	terminal bool
	begun    time.Time // of the current stage
	doing    string
	printed  time.Time
}

func newMeter(to io.Writer, task string) *meter {
	return &meter{to: to, task: task, printed: time.Now(), terminal: multisite.Terminal(to)}
}

func (m *meter) step(s backup.Step) {
	// The rows of a backup follow its pictures: one estimate covers both.
	if s.Doing != m.doing && (m.begun.IsZero() || s.OfBytes == 0 || s.Doing != "rows") {
		m.begun = time.Now()
	}
	m.doing = s.Doing
	if !m.terminal && time.Since(m.printed) < logEvery {
		return
	}
	m.printed = time.Now()
	text := m.task + ": " + s.Doing
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

// line prints a line that is not overwritten.
func (m *meter) line(text string) {
	if m.terminal {
		fmt.Fprint(m.to, "\r\x1b[K")
	}
	fmt.Fprintln(m.to, m.task+": "+text)
}

// size formats a number of bytes.
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

// grouped formats 100000 as 100,000.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
