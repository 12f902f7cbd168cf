// Package odd is the drill with requests that no browser sends, over plain TCP. None may
// cause a 5xx, expose a file, be read as two requests, or leak memory.
package odd

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parichay/internal/testkit/rig"
)

// request is a raw request and its expected outcome: exactly one response. want lists the accepted
// statuses; if it is empty, any status below 500 is accepted.
type request struct {
	name string
	raw  string
	want []int
	none bool // the connection may be closed without a response, or wait for more
}

const (
	patience   = 4 * time.Second
	mostMemory = 8.0 // MiB of growth in the end
)

var statusLine = regexp.MustCompile(`(?m)^HTTP/1\.[01] ([0-9]{3}) `)

// leaks are texts from files and stack traces that no response may contain.
var leaks = []string{"root:x:", "[core]", "goroutine ", "PARICHAY_DATABASE_URL", "package main", "runtime/panic"}

// Odd sends all odd requests and checks the responses, the log and the memory.
func Odd(ctx context.Context) (string, error) {
	database, remove, err := rig.Database(ctx)
	if err != nil {
		return "", err
	}
	defer remove()
	r, err := rig.Start(ctx, database)
	if err != nil {
		return "", err
	}
	defer r.Kill()
	cookie, err := signIn(ctx, r)
	if err != nil {
		return "", err
	}
	address := strings.TrimPrefix(r.URL, "http://")
	all := slices.Concat(framing(address), heads(), paths(), bodies(), jsons(r.URL, cookie))
	for _, warm := range all[:10] {
		_, _ = send(ctx, address, warm.raw)
	}
	before, _, err := r.Memory()
	if err != nil {
		return "", err
	}
	var wrong []string
	counted := map[int]int{}
	for _, q := range all {
		answer, err := send(ctx, address, q.raw)
		if err != nil && !q.none {
			wrong = append(wrong, q.name+": "+err.Error())
			continue
		}
		status, trouble := judge(q, answer)
		counted[status]++
		if trouble != "" {
			wrong = append(wrong, fmt.Sprintf("%s: %s: %.120q", q.name, trouble, answer))
		}
	}
	if err := r.Await(ctx, http.StatusOK); err != nil {
		return "", fmt.Errorf("after all requests: %w", err)
	}
	for _, line := range []string{"panic", `"level":"ERROR"`, "level=ERROR"} {
		if r.Said(line) {
			wrong = append(wrong, "the log contains "+line)
		}
	}
	after, err := memoryBack(ctx, r, before)
	if err != nil {
		wrong = append(wrong, fmt.Sprintf("memory %+.1f MiB: %v", after-before, err))
	}
	verdict := fmt.Sprintf("%d requests that no browser sends: statuses %v, %d wrong, memory %+.1f MiB (below %+.0f), still running", len(all), counted, len(wrong), after-before, mostMemory)
	if len(wrong) > 0 {
		return "", errors.New(verdict + "\n" + strings.Join(wrong, "\n"))
	}
	return verdict, nil
}

// memoryBack waits until the program's memory is back to normal. An idle program collects
// garbage only every two minutes, so memoryBack sends it ordinary requests.
func memoryBack(ctx context.Context, r *rig.Replica, before float64) (after float64, err error) {
	var gone error
	err = rig.Until(ctx, 30*time.Second, "memory back", func() bool {
		for range 20 {
			_, _, _ = r.Get(ctx, "/api/v1/site")
		}
		after, _, gone = r.Memory()
		return gone != nil || after-before < mostMemory
	})
	return after, cmp.Or(gone, err)
}

// judge checks a response.
func judge(q request, answer []byte) (status int, trouble string) {
	found := statusLine.FindAllSubmatch(answer, -1)
	if len(found) > 0 {
		status, _ = strconv.Atoi(string(found[0][1])) // the pattern guarantees digits
	}
	for _, leak := range leaks {
		if bytes.Contains(answer, []byte(leak)) {
			return status, "contains " + leak
		}
	}
	switch {
	case len(found) == 0 && !q.none:
		return 0, "no response"
	case len(found) > 1:
		return status, "was read as several requests"
	case status >= 500 && !slices.Contains(q.want, status):
		return status, "caused a server error"
	case len(found) > 0 && len(q.want) > 0 && !slices.Contains(q.want, status):
		return status, fmt.Sprintf("got %d, want one of %v", status, q.want)
	}
	return status, ""
}

// send writes a request and reads until the connection is closed.
func send(ctx context.Context, address, raw string) ([]byte, error) {
	line, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	defer func() { _ = line.Close() }()
	if err := line.SetDeadline(time.Now().Add(patience)); err != nil {
		return nil, err
	}
	go func() { _, _ = io.WriteString(line, raw) }() // in the background, because the server may respond before it has read everything
	answer, err := io.ReadAll(io.LimitReader(line, 4<<20))
	var slow net.Error
	if errors.As(err, &slow) && slow.Timeout() {
		return answer, errors.New("the connection stays open")
	}
	return answer, nil // a reset after the response is fine
}

func signIn(ctx context.Context, r *rig.Replica) (cookie string, err error) {
	answer, body, err := r.Call(ctx, http.MethodPost, "/api/v1/session", rig.Owner())
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("sign in: %s", body)
	}
	if err != nil {
		return "", err
	}
	for _, c := range answer.Cookies() {
		cookie += c.Name + "=" + c.Value + "; "
	}
	return cookie + "x=y", nil
}

// ask builds an ordinary request that closes its connection.
func ask(method, target string, headers ...string) string {
	return method + " " + target + " HTTP/1.1\r\nHost: odd.example\r\nConnection: close\r\n" + strings.Join(headers, "\r\n") + ending(len(headers)) + "\r\n"
}

func ending(headers int) string {
	if headers == 0 {
		return ""
	}
	return "\r\n"
}

func framing(address string) []request {
	second := "GET /admin/smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
	bad := []int{http.StatusBadRequest, http.StatusNotImplemented}
	head := "POST /api/v1/leads HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
	return []request{
		{name: "length and chunks", raw: head + "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG"},
		{name: "length and chunks with a second request", raw: head + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + second},
		{name: "two lengths", raw: head + "Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}" + second, want: bad},
		{name: "a list of lengths", raw: head + "Content-Length: 2, 3\r\n\r\n{}", want: bad},
		{name: "a negative length", raw: head + "Content-Length: -1\r\n\r\n", want: bad},
		{name: "a length with a sign", raw: head + "Content-Length: +2\r\n\r\n{}", want: bad},
		{name: "an endless length", raw: head + "Content-Length: 99999999999999999999\r\n\r\n", want: bad},
		{name: "a length that is too large", raw: head + "Content-Length: 9000000000000000000\r\n\r\n{}"},
		{name: "an unknown coding", raw: head + "Transfer-Encoding: cow\r\n\r\n", want: []int{400, 501}, none: true},
		{name: "chunks twice", raw: head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", want: []int{400, 501}},
		{name: "chunked in disguise", raw: head + "Transfer-Encoding: \x0bchunked\r\nContent-Length: 2\r\n\r\n{}", want: []int{400, 501}},
		{name: "a space before the colon", raw: head + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", want: bad},
		{name: "an extension of a chunk", raw: head + "Transfer-Encoding: chunked\r\n\r\n2;" + strings.Repeat("x", 4000) + "\r\n{}\r\n0\r\n\r\n"},
		{name: "a chunk size that is not a number", raw: head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"},
		{name: "the largest chunk size", raw: head + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}", none: true},
		{name: "a trailer", raw: head + "Transfer-Encoding: chunked\r\nTrailer: Cookie\r\n\r\n2\r\n{}\r\n0\r\nCookie: x=y\r\n\r\n"},
		{name: "folded headers", raw: "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-A: b\r\n c\r\n\r\n"},
		{name: "a folded first header", raw: "GET / HTTP/1.1\r\n Host: x\r\n\r\n", want: bad},
		{name: "bare line feeds", raw: "GET / HTTP/1.1\nHost: x\nConnection: close\n\n"},
		{name: "a bare return in a value", raw: ask("GET", "/", "X-A: b\rX-B: c"), want: bad},
		{name: "NUL in a value", raw: ask("GET", "/", "X-A: b\x00c"), want: bad},
		{name: "a header without a name", raw: ask("GET", "/", ": x"), want: bad},
		{name: "absolute form of another site", raw: "GET http://evil.example/admin HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"},
		{name: "absolute form of this site", raw: "GET http://" + address + "/healthz HTTP/1.1\r\nHost: " + address + "\r\nConnection: close\r\n\r\n", want: []int{200}},
		{name: "a proxy's request", raw: "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\nConnection: close\r\n\r\n", want: []int{400, 404, 405}},
		{name: "asterisk form", raw: "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", want: []int{200, 400, 404, 405}},
		{name: "no host", raw: "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", want: bad},
		{name: "two hosts", raw: "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", want: bad},
		{name: "a host with a path", raw: "GET / HTTP/1.1\r\nHost: a/../../etc\r\nConnection: close\r\n\r\n"},
		{name: "an old version", raw: "GET / HTTP/1.0\r\n\r\n"},
		{name: "no version", raw: "GET /\r\n\r\n", want: bad},
		{name: "a future version", raw: "GET / HTTP/9.9\r\nHost: x\r\n\r\n", want: []int{400, 505}, none: true},
		{name: "the HTTP/2 preface", raw: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", want: []int{400, 405, 505}, none: true},
		{name: "a TLS client hello", raw: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", want: bad, none: true},
		{name: "garbage", raw: "\x00\xff\xfe" + strings.Repeat("\x01", 500) + "\r\n\r\n", want: bad, none: true},
		{name: "a method with a NUL", raw: "G\x00T / HTTP/1.1\r\nHost: x\r\n\r\n", want: bad},
		{name: "a long method", raw: strings.Repeat("A", 5000) + " / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", want: []int{400, 404, 405, 431}},
		{name: "an upgrade to an unsupported protocol", raw: ask("GET", "/", "Upgrade: h2c, websocket", "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA")},
		{name: "an expectation", raw: "POST /api/v1/leads HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 200-maybe\r\nContent-Length: 2\r\n\r\n{}", want: []int{417}},
	}
}

func heads() []request {
	many := func(n int, line func(int) string) (all []string) {
		for i := range n {
			all = append(all, line(i))
		}
		return all
	}
	tooMuch := []int{http.StatusRequestHeaderFieldsTooLarge}
	ranges := strings.TrimSuffix(strings.Repeat("0-,", 2000), ",")
	return []request{
		{name: "ten thousand headers", raw: ask("GET", "/", many(10_000, func(i int) string { return fmt.Sprintf("X-%d: y", i) })...), want: tooMuch},
		{name: "a header of a megabyte", raw: ask("GET", "/", "X-A: "+strings.Repeat("x", 1<<20)), want: tooMuch},
		{name: "a cookie of 12 KB", raw: ask("GET", "/api/v1/session", "Cookie: parichay_session="+strings.Repeat("x", 12<<10)), want: []int{200}},
		{name: "a huge cookie", raw: ask("GET", "/api/v1/session", "Cookie: parichay_session="+strings.Repeat("x", 64<<10)), want: tooMuch},
		{name: "a repeated cookie", raw: ask("GET", "/api/v1/session", many(300, func(int) string { return "Cookie: parichay_session=x; parichay_session=y" })...), want: []int{200}},
		{name: "a malformed cookie", raw: ask("GET", "/api/v1/session", "Cookie: ;;;=\x80\xff; parichay_session=\"; =; ;"), want: []int{200}},
		{name: "many ranges", raw: ask("GET", "/favicon.svg", "Range: bytes="+ranges), want: []int{200, 206, 416}},
		{name: "overlapping ranges", raw: ask("GET", "/profile.jpg", "Range: bytes=0-9,0-9,0-9,0-9,0-9,5-999999"), want: []int{200, 206, 416}},
		{name: "a reversed range", raw: ask("GET", "/profile.jpg", "Range: bytes=9-0"), want: []int{200, 416}},
		{name: "a range beyond the end", raw: ask("GET", "/profile.jpg", "Range: bytes=99999999999999999999-"), want: []int{200, 416}},
		{name: "a TRACE", raw: ask("TRACE", "/", "Cookie: parichay_session=secret"), want: []int{405}},
		{name: "an unknown method", raw: ask("BREW", "/"), want: []int{405}},
		{name: "a method override", raw: ask("POST", "/", "X-HTTP-Method-Override: GET"), want: []int{403, 405}},
		{name: "a URL override", raw: ask("GET", "/", "X-Original-URL: /admin", "X-Rewrite-URL: /admin")},
		{name: "very many encodings", raw: ask("GET", "/", "Accept-Encoding: "+strings.Repeat("br;q=0.1,", 1000)), want: []int{200}},
		{name: "very many languages", raw: ask("GET", "/", "Accept-Language: "+strings.Repeat("gu-IN;q=0.1,", 1000)), want: []int{200}},
		{name: "very many entity tags", raw: ask("GET", "/", "If-None-Match: "+strings.Repeat(`"x",`, 2000)), want: []int{200, 304}},
		{name: "malformed times", raw: ask("GET", "/", "If-Modified-Since: \xff\xfe, 99 Foo 0000", "If-Range: x"), want: []int{200}},
		{name: "malformed client addresses", raw: ask("GET", "/", "X-Forwarded-For: "+strings.Repeat("1.2.3.4,", 1000), "Forwarded: for=\"[::1\"", "X-Real-IP: \x00"), want: []int{400}},
		{name: "a malformed traceparent", raw: ask("GET", "/", "Traceparent: 00-"+strings.Repeat("z", 4000), "Tracestate: ="), want: []int{200}},
	}
}

func paths() (all []request) {
	gone := []int{http.StatusBadRequest, http.StatusNotFound, http.StatusMovedPermanently, http.StatusPermanentRedirect, http.StatusTemporaryRedirect}
	for _, path := range []string{
		"/..%2f..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd", "/../../../../etc/passwd", "/assets/../../etc/passwd", "/assets/..%2f..%2fgo.mod", "/assets/%2e%2e%2f%2e%2e%2fgo.mod", "/media/..%2f..%2fetc%2fpasswd",
		"/media/public/..%2f..%2fprivate/content", "/media/private/content", "/media//etc/passwd", "/media/public/posts/%00.jpg", "/..;/admin", "/admin/..;/", "/%252e%252e%252fetc/passwd", `/..\..\etc\passwd`, "/..%5c..%5cetc%5cpasswd",
		"/.git/config", "/.env", "/.htaccess", "/go.mod", "/web/dist/index.html", "/.well-known/../.git/config", "/WEB-INF/web.xml", "/server-status", "/debug/pprof/", "/metrics", "/blog/%00", "/blog/%ff", "/blog/..%2f..%2fadmin", "/blog/" + strings.Repeat("a", 8<<10),
		"/" + strings.Repeat("a/", 4<<10), "/" + strings.Repeat("%2e%2e%2f", 500), "/icon/..%2f512.png", "/qr/..%2fprint.svg", "/card/..%2f..%2fx.jpg", "/cover/%00/x.svg", "/sitemap/../x", "/sitemap/99999999999999999999.xml", "/q/%2e%2e", "/l/%00", "/draft/..%2fx", "/assets/", "/assets/%00.js", "/assets/CON", "/api/v1/../../admin", "/api/v1/site/", "/api/v1//site", "/API/V1/site", "/Admin", "/admin%00", "/admin%2f", "/\xff", "/%", "/%zz", "/?%zz=%", "/nowhere?" + strings.Repeat("a=b&", 3000), "/a\tb", "/a b",
	} {
		want := gone
		if path == "/?%zz=%" {
			want = []int{200, 400}
		}
		all = append(all, request{name: fmt.Sprintf("path %.60q", path), raw: ask("GET", path), want: want})
	}
	for _, path := range []string{"//admin", "///evil.example", `/\evil.example`, "/admin/../", "/admin/./dashboard", "/./", "//"} {
		all = append(all, request{name: fmt.Sprintf("path %.60q", path), raw: ask("GET", path)})
	}
	return all
}

func zipped(n int) string {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(make([]byte, n))
	_ = z.Close()
	return out.String()
}

func bodies() (all []request) {
	send := func(name, target, body string, want []int, headers ...string) {
		headers = append(headers, "Content-Length: "+strconv.Itoa(len(body)))
		all = append(all, request{name: name, raw: ask("POST", target, headers...) + body, want: want})
	}
	refused := []int{400, 413, 415, 422}
	send("a gzip bomb", "/api/v1/leads", zipped(32<<20), refused, "Content-Encoding: gzip", "Content-Type: application/json")
	send("a small gzip bomb", "/api/v1/leads", zipped(90<<10), refused, "Content-Encoding: gzip", "Content-Type: application/json")
	send("no type", "/api/v1/leads", `{}`, refused)
	send("a wrong type", "/api/v1/leads", `{}`, refused, "Content-Type: text/plain")
	send("a malformed type", "/api/v1/leads", `{}`, refused, "Content-Type: ;;;")
	send("XML", "/api/v1/leads", `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>`, refused, "Content-Type: application/xml")
	send("CBOR", "/api/v1/leads", "\xa1\x64kind\x65quote", refused, "Content-Type: application/cbor")
	send("YAML", "/api/v1/leads", "a: &a [*a]", refused, "Content-Type: application/yaml")
	send("a form instead of JSON", "/api/v1/session", "email=a&password=b", refused, "Content-Type: application/x-www-form-urlencoded")
	// Every posted form counts towards the network's limit, which this drill exceeds.
	form := []int{400, 413, 415, 422, 429}
	send("a form of many fields", "/services/quote", strings.Repeat("a=b&", 20_000), form, "Content-Type: application/x-www-form-urlencoded")
	send("a malformed form", "/services/quote", "%zz=%&;;=\x00\xff", form, "Content-Type: application/x-www-form-urlencoded")
	send("very many parts", "/services/quote", strings.Repeat("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n", 1500)+"--b--\r\n", form, "Content-Type: multipart/form-data; boundary=b")
	send("parts without a boundary", "/services/quote", "--x--", form, "Content-Type: multipart/form-data")
	send("a malformed beacon", "/api/v1/visits", "\x00\xff{", []int{204, 400, 413, 422}, "Content-Type: text/plain")
	send("a beacon of a megabyte", "/api/v1/visits", strings.Repeat("x", 1<<20), []int{204, 400, 413, 422}, "Content-Type: text/plain")
	all = append(all,
		request{name: "a body with GET", raw: ask("GET", "/", "Content-Length: 2") + "{}", want: []int{200}},
		request{name: "a long body with GET", raw: ask("GET", "/api/v1/site", "Content-Length: 1000000") + strings.Repeat("x", 1_000_000), want: []int{200, 413}},
		request{name: "a body that ends early", raw: "POST /api/v1/leads HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{}", none: true},
	)
	return all
}

// jsons are difficult JSON bodies, sent to public routes and, with a session, to the
// owner's.
func jsons(origin, cookie string) (all []request) {
	text := func(value any) string {
		raw, err := json.Marshal(value)
		if err != nil {
			panic(err) // the values are constant
		}
		return string(raw)
	}
	bodies := map[string]string{
		"nothing": "", "a blank": " ", "null": "null", "a number": "1", "a text": `"x"`, "a list": "[]", "true": "true", "not closed": `{"kind":`, "closed twice": `{}}`, "two": `{}{}`, "a comma": `{"a":1,}`, "a comment": `{/**/}`, "single quotes": `{'a':1}`,
		"depth": strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), "depth of objects": strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000), "depth that ends": strings.Repeat(`{"values":`, 10_000),
		"keys twice": `{"kind":"quote_request","kind":"owner_feedback","name":"a","name":"b"}`, "keys in capitals": `{"KIND":"owner_feedback","Name":"x","STATUS":"won"}`, "unknown keys": `{"status":"won","rating":5,"id":1,"isAdmin":true,"flag":""}`,
		"a number beyond": `{"revision":1e999,"kind":1e999}`, "a small number beyond": `{"revision":-1e-999}`, "not a number": `{"revision":NaN}`, "infinity": `{"revision":-Infinity}`, "minus nothing": `{"revision":-0}`, "a long number": `{"revision":` + strings.Repeat("9", 5000) + `}`, "hex": `{"revision":0x10}`, "a fraction": `{"revision":1.5}`,
		"many items": `{"services":[` + strings.TrimSuffix(strings.Repeat(`"a",`, 20_000), ",") + `],"ids":[` + strings.TrimSuffix(strings.Repeat(`"a",`, 100_000), ",") + `]}`, "many keys": `{` + strings.TrimSuffix(strings.Repeat(`"a":1,`, 20_000), ",") + `}`,
		"a prototype": `{"__proto__":{"kind":"x"},"constructor":{"prototype":{}},"values":{"__proto__":"x"},"site":{"__proto__":{"a":"b"}},"translations":{"__proto__":{"a":"b"}}}`,
		"a mark":      "\ufeff{}", "trailing": `{} x`, "trailing NUL": "{}\x00", "a lone surrogate": `{"name":"\ud800","message":"\udc00","values":{"title":"\ud800"},"site":{"brandName":"\udfff"}}`, "NUL": `{"name":"\u0000","email":"\u0000","password":"\u0000","message":"a\u0000b","values":{"title":"\u0000"},"site":{"brandName":"a\u0000b"},"label":"\u0000","code":"\u0000","token":"\u0000","note":"\u0000"}`, "bytes that are no text": "{\"name\":\"\xff\xfe\",\"email\":\"\xc0\xaf\",\"password\":\"\xff\",\"values\":{\"title\":\"\xff\"},\"site\":{\"brandName\":\"\xed\xa0\x80\"}}",
		"another kind of value":   text(map[string]any{"name": []int{1}, "email": map[string]int{}, "password": 1, "message": true, "services": "x", "values": []int{}, "site": "x", "translations": []int{}, "revision": "x", "label": 1, "ids": "x"}),
		"languages that are none": `{"language":"../en","translations":{"../en":{"title":"x"},"EN":{"title":"x"}},"values":{},"site":{},"revision":1}`,
	}
	for _, name := range slices.Sorted(maps.Keys(bodies)) {
		body := bodies[name]
		for _, to := range []struct{ method, path string }{
			{"POST", "/api/v1/leads"},
			{"POST", "/api/v1/session"},
			{"POST", "/api/v1/session/second"},
			{"POST", "/api/v1/session/passkey"},
			{"PUT", "/api/v1/reset"},
			{"POST", "/api/v1/setup"},
			{"POST", "/api/v1/visits"},
			{"PATCH", "/api/v1/site"},
			{"POST", "/api/v1/posts"},
			{"POST", "/api/v1/blocks"},
			{"PUT", "/api/v1/services/order"},
			{"POST", "/api/v1/posts/several"},
			{"POST", "/api/v1/preview?path=/&lang=en"},
			{"POST", "/api/v1/codes"},
			{"POST", "/api/v1/leads/own"},
			{"POST", "/api/v1/leads/1001/notes"},
			{"PATCH", "/api/v1/leads/1001"},
			{"POST", "/api/v1/report-links"},
			{"PUT", "/api/v1/leads/settings"},
			{"POST", "/api/v1/account/confirm"},
			{"POST", "/api/v1/blocks/import"},
		} {
			all = append(all, request{name: to.method + " " + to.path + " with " + name, raw: ask(to.method, to.path, "Content-Type: application/json", "Origin: "+origin, "Idempotency-Key: "+strings.ReplaceAll(name, " ", "-"), "Cookie: "+cookie, "Content-Length: "+strconv.Itoa(len(body))) + body})
		}
	}
	return all
}
