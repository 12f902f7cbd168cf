package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"time"

	"parichay/internal/rig"
)

const (
	serveRounds = 7
	serveRatio  = 0.90
)

// serve loads "/" with wrk and, in turns, a bare handler that writes the same
// body with the same headers.
func serve(ctx context.Context, r *rig.Replica) (string, bool, error) {
	// The better compression replaces the quick one within the first second; the
	// baseline must write the same bytes.
	if _, err := wrk(ctx, r.URL, 2); err != nil {
		return "", false, err
	}
	response, body, err := r.Get(ctx, "/", "Accept-Encoding", rig.Browser)
	if err != nil {
		return "", false, err
	}
	bare, stop, err := baseline(ctx, response.Header, body)
	if err != nil {
		return "", false, err
	}
	defer stop()
	var ratios, ours, theirs []float64
	for range serveRounds {
		b, err := wrk(ctx, bare, 4)
		if err != nil {
			return "", false, err
		}
		o, err := wrk(ctx, r.URL, 4)
		if err != nil {
			return "", false, err
		}
		ratios, ours, theirs = append(ratios, o/b), append(ours, o), append(theirs, b)
	}
	return fmt.Sprintf("%.0f requests/s against %.0f of a bare net/http handler with the same body and headers: %.2f of it (medians of %d interleaved rounds; at least %.2f)",
		median(ours), median(theirs), median(ratios), serveRounds, serveRatio), median(ratios) >= serveRatio, nil
}

func baseline(ctx context.Context, headers http.Header, body []byte) (url string, stop func(), err error) {
	headers = headers.Clone()
	headers.Del("Date") // net/http writes its own
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{ReadHeaderTimeout: 5 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		maps.Copy(w.Header(), headers)
		_, _ = w.Write(body)
	})}
	go func() { _ = server.Serve(listener) }()
	return "http://" + listener.Addr().String(), func() { _ = server.Close() }, nil
}

var perSecond = regexp.MustCompile(`Requests/sec:\s+([\d.]+)`)

func wrk(ctx context.Context, url string, seconds int) (float64, error) {
	out, err := exec.CommandContext(ctx, "wrk", "-t2", "-c64", "-d"+strconv.Itoa(seconds)+"s",
		"-H", "Accept-Encoding: gzip, deflate, br", "-H", "User-Agent: Mozilla/5.0 (Linux; Android 14) Chrome/130", url+"/").CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("wrk: %w: %s", err, out)
	}
	if regexp.MustCompile(`Non-2xx|Socket errors`).Match(out) {
		return 0, fmt.Errorf("wrk saw errors: %s", out)
	}
	found := perSecond.FindSubmatch(out)
	if found == nil {
		return 0, errors.New("wrk said no rate")
	}
	return strconv.ParseFloat(string(found[1]), 64)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
