# Varnish in front of Parichay. It caches pages as the program's headers allow. After every save the program purges the
# changed pages by Surrogate-Key. While the program is down, Varnish serves stale pages.
# On Debian, install varnish and varnish-modules. Set for the program:
#   PARICHAY_PURGE_URL=http://127.0.0.1:6081   (the address of Varnish)
#   PARICHAY_PURGE_SECRET=...                  (the content of /etc/varnish/purge.secret)
#   PARICHAY_TRUSTED_PROXIES=127.0.0.1/32
# Write the secret before Varnish starts, readable only by Varnish's user; without it every PURGE is refused:
#   openssl rand -hex 32 | sudo install -m 0400 -o vcache /dev/stdin /etc/varnish/purge.secret
# The secret is needed because a TLS proxy on this machine also connects from 127.0.0.1.
# Tested by `make drills ARGS=edge`.
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
