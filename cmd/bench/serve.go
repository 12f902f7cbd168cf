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
	"syscall"
	"time"

	"parichay/internal/testkit/rig"
)

const (
	serveRounds    = 10
	serveSeconds   = 2
	serveRatio     = 0.90 // at least
	serveProcessor = 1.15 // at most
)

// serve loads a few URLs with wrk, alternating with a bare handler that writes the same
// body and headers. CPU time per request is steadier than requests per second, which
// depend on other load of the machine.
func serve(ctx context.Context, r *rig.Replica) (string, bool, error) {
	paths, err := serveAddresses(ctx, r)
	if err != nil {
		return "", false, err
	}
	verdict, ok := fmt.Sprintf("ratios to a bare net/http handler with the same body and headers, medians of %d interleaved rounds (requests/s at least %.2f, CPU time per request at most %.2f):", serveRounds, serveRatio, serveProcessor), true
	for _, path := range paths {
		rate, cost, err := serveOne(ctx, r, path)
		if err != nil {
			return "", false, fmt.Errorf("%s: %w", path, err)
		}
		verdict += fmt.Sprintf("\n     %-42.42s %s", path, rate.against()+", "+cost.against())
		ok = ok && rate.ratio() >= serveRatio && cost.ratio() <= serveProcessor
	}
	return verdict, ok, nil
}

// serveAddresses returns the paths of the home page in English and Gujarati, an article,
// a cover and an icon.
func serveAddresses(ctx context.Context, r *rig.Replica) ([]string, error) {
	all := []string{"/", "/gu"}
	for _, shown := range []struct{ on, pattern string }{{"/blog", `href="(/blog/[^"?]+)"`}, {"/portfolio", `src="(/cover/[^"]+)"`}} {
		_, page, err := r.Get(ctx, shown.on)
		if err != nil {
			return nil, err
		}
		found := regexp.MustCompile(shown.pattern).FindSubmatch(page)
		if found == nil {
			return nil, fmt.Errorf("%s shows no %s", shown.on, shown.pattern)
		}
		all = append(all, string(found[1]))
	}
	return append(all, "/icon/192.png"), nil
}

// figures are measurements of the program (ours) and of the bare handler (theirs), which were
// taken alternately.
type figures struct {
	unit         string
	ours, theirs []float64
}

func (f *figures) ratio() float64 {
	ratios := make([]float64, len(f.ours))
	for i := range ratios {
		ratios[i] = f.ours[i] / f.theirs[i]
	}
	return median(ratios)
}

func (f *figures) against() string {
	return fmt.Sprintf("%.2f (%.0f of %.0f %s)", f.ratio(), median(f.ours), median(f.theirs), f.unit)
}

func serveOne(ctx context.Context, r *rig.Replica, path string) (rate, cost *figures, err error) {
	// Within the first second the program replaces the fast compression with a better one. The
	// baseline must write the bytes of the better one.
	if _, err := wrk(ctx, r.URL+path, 2); err != nil {
		return nil, nil, err
	}
	response, body, err := r.Get(ctx, path, "Accept-Encoding", rig.Browser)
	if err != nil {
		return nil, nil, err
	}
	bare, stop, err := baseline(ctx, response.Header, body)
	if err != nil {
		return nil, nil, err
	}
	defer stop()
	rate, cost = &figures{unit: "requests/s"}, &figures{unit: "µs"}
	measure := func(url string, used func() (time.Duration, error)) (perSecond, each float64, err error) {
		before, err := used()
		if err != nil {
			return 0, 0, err
		}
		perSecond, err = wrk(ctx, url+path, serveSeconds)
		if err != nil {
			return 0, 0, err
		}
		after, err := used()
		return perSecond, float64((after - before).Microseconds()) / (perSecond * serveSeconds), err
	}
	for range serveRounds {
		theirRate, theirCost, err := measure(bare, ownProcessor)
		if err != nil {
			return nil, nil, err
		}
		ourRate, ourCost, err := measure(r.URL, r.CPU)
		if err != nil {
			return nil, nil, err
		}
		rate.ours, rate.theirs = append(rate.ours, ourRate), append(rate.theirs, theirRate)
		cost.ours, cost.theirs = append(cost.ours, ourCost), append(cost.theirs, theirCost)
	}
	return rate, cost, nil
}

// ownProcessor returns the CPU time of this process, which includes the bare handler.
func ownProcessor() (time.Duration, error) {
	var used syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), err
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
		"-H", "Accept-Encoding: gzip, deflate, br", "-H", "User-Agent: Mozilla/5.0 (Linux; Android 14) Chrome/130", url).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("wrk: %w: %s", err, out)
	}
	if regexp.MustCompile(`Non-2xx|Socket errors`).Match(out) {
		return 0, fmt.Errorf("wrk saw errors: %s", out)
	}
	found := perSecond.FindSubmatch(out)
	if found == nil {
		return 0, errors.New("wrk printed no rate")
	}
	return strconv.ParseFloat(string(found[1]), 64)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
