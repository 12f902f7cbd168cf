# Varnish before Parichay: it keeps what the program says may be kept, is told after every save which pages to ask for anew (Surrogate-Key),
# and shows what it has while the program is away. Debian: varnish and varnish-modules. Start the program with
# PARICHAY_PURGE_URL=http://127.0.0.1:6081 (Varnish's own address), PARICHAY_PURGE_SECRET and PARICHAY_TRUSTED_PROXIES=127.0.0.1/32.
# The same secret is in the file /etc/varnish/purge.secret, which only Varnish's user can read; write it before Varnish starts:
#   openssl rand -hex 32 | sudo install -m 0400 -o vcache /dev/stdin /etc/varnish/purge.secret
# Without that file every PURGE is refused. A TLS proxy on the same machine comes from 127.0.0.1, too: its address proves nothing.
# Drilled by `make drills ARGS=edge`.
vcl 4.1;
import std;
import xkey;

backend default {
	.host = "127.0.0.1";
	.port = "8080";
	.probe = { .url = "/healthz"; .interval = 1s; .timeout = 1s; .window = 3; .threshold = 2; .initial = 2; }
}

acl purgers { "127.0.0.1"; }

sub vcl_recv {
	if (req.method == "PURGE") {
		if (client.ip !~ purgers) { return (synth(405)); }
		# Varnish adds the client's address: two of them, or Forwarded, is a request that a proxy passed on.
		if (req.http.X-Forwarded-For ~ "," || req.http.Forwarded) { return (synth(405)); }
		if (!req.http.X-Purge-Secret || req.http.X-Purge-Secret != regsub(std.fileread("/etc/varnish/purge.secret"), "\s+$", "")) { return (synth(405)); }
		xkey.softpurge(req.http.Surrogate-Key); # what is there stays for when the program is away
		return (synth(200));
	}
	unset req.http.X-Purge-Secret;
	# The owner sees a save at once.
	if (req.http.Cookie ~ "parichay_session=") { return (pass); }
	if ((req.method != "GET" && req.method != "HEAD") || req.url ~ "^/(api|admin)(/|$)") { return (pass); }
	unset req.http.Cookie;
	if (std.healthy(req.backend_hint) && req.restarts == 0) { set req.grace = 0s; }
	return (hash);
}

sub vcl_backend_response {
	set beresp.http.xkey = beresp.http.Surrogate-Key;
	if (beresp.http.Cache-Control ~ "stale-if-error=\d+") {
		set beresp.grace = std.duration(regsub(beresp.http.Cache-Control, ".*stale-if-error=(\d+).*", "\1s"), 0s);
	}
	# A broken answer must not replace what is known.
	if (beresp.status >= 500 && bereq.is_bgfetch) { return (abandon); }
}

sub vcl_deliver {
	# The program went just now: what is there will do.
	if (resp.status >= 500 && req.restarts == 0 && req.method == "GET") { return (restart); }
	unset resp.http.Surrogate-Key;
	unset resp.http.xkey;
	set resp.http.X-Cache = "miss";
	if (obj.hits > 0) { set resp.http.X-Cache = "hit"; }
}
