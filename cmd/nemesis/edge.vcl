# Varnish before the program: it keeps what the program says may be kept, empties it by what a page reads (Surrogate-Key), and serves what it
# has while the program is away, as long as stale-if-error says.
vcl 4.1;
import std;

backend default {
	.host = "127.0.0.1";
	.port = "PORT";
	.probe = { .url = "/healthz"; .interval = 1s; .timeout = 1s; .window = 3; .threshold = 2; .initial = 2; }
}

acl purgers { "127.0.0.1"; }

sub vcl_recv {
	if (req.method == "PURGE") {
		if (client.ip !~ purgers) { return (synth(405)); }
		ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, "[\s,]+", "|") + ")(\s|$)");
		return (synth(200));
	}
	if (req.method != "GET" && req.method != "HEAD" || req.url ~ "^/(api|admin)(/|$)") { return (pass); }
	unset req.http.Cookie;
	if (std.healthy(req.backend_hint)) { set req.grace = 10s; }
	return (hash);
}

sub vcl_backend_response {
	if (beresp.http.Cache-Control ~ "stale-if-error=\d+") {
		set beresp.grace = std.duration(regsub(beresp.http.Cache-Control, ".*stale-if-error=(\d+).*", "\1s"), 0s);
	}
	if (beresp.ttl > KEEP) { set beresp.ttl = KEEP; }
	# A broken answer must not replace what is known.
	if (beresp.status >= 500 && bereq.is_bgfetch) { return (abandon); }
}

sub vcl_deliver {
	set resp.http.X-Cache = "miss";
	if (obj.hits > 0) { set resp.http.X-Cache = "hit"; }
}
