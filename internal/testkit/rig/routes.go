package rig

// Route is a public route with its most expensive request.
type Route struct {
	Pattern string // as in the router, without a language
	Request
}

// Phone is a typical visitor's User-Agent.
const Phone = "Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"

const (
	jsonType = "application/json"
	formType = "application/x-www-form-urlencoded"
)

// Routes lists all public routes, the most expensive first. A test of the server compares it
// with the router. For a route with many resources, each request asks for a different one.
var Routes = []Route{
	{"GET /sitemap.xml", Request{Path: "/sitemap.xml?#"}},
	{"GET /sitemap/*", Request{Path: "/sitemap/#.xml", Most: 60_000}},
	{"GET /api/v1/posts", Request{Path: "/api/v1/posts?lang=gu&limit=100&offset=#", Most: 9_900}},
	{"GET /feed.xml", Request{Path: "/feed.xml?#"}},
	{"GET /card/*", Request{Path: "/card/blog/article-#/AAAAAAAAAAAA.jpg", Most: 10_000}},
	{"GET /cover/*", Request{Path: "/cover/blog/article-#/x.svg", Most: 10_000}},
	{"GET /blog", Request{Path: "/blog?shown=#", Most: 10_000}},
	{"GET /blog/{id}", Request{Path: "/gu/blog/article-#", Most: 10_000}},
	{"GET /portfolio/{id}", Request{Path: "/gu/portfolio/case-#", Most: 500}},
	{"GET /services/{id}", Request{Path: "/gu/services/#", Most: 1_000_000}},
	{"GET /api/v1/page", Request{Path: "/api/v1/page?path=/gu/blog/article-#", Most: 10_000}},
	{"GET /api/v1/portfolio", Request{Path: "/api/v1/portfolio?lang=gu&limit=100&offset=#", Most: 500}},
	{"GET /api/v1/portfolio/{id}", Request{Path: "/api/v1/portfolio/case-#?lang=gu", Most: 500}},
	{"POST /api/v1/session", Request{Path: "/api/v1/session", Body: `{"email":"v#@example.in","password":"wrong #"}`, Headers: map[string]string{"Content-Type": jsonType}, Most: 1_000_000}},
	{"GET /draft/{token}", Request{Path: "/gu/draft/#", Most: 1_000_000}},
	{"GET /api/v1/report", Request{Path: "/api/v1/report?period=365d", Headers: map[string]string{"Report-Token": "#"}, Most: 1_000_000}},
	{"GET /services/quote", Request{Path: "/services/quote"}},
	{"GET /", Request{Path: "/?#"}},
	{"GET /services", Request{Path: "/gu/services?#"}},
	{"GET /portfolio", Request{Path: "/portfolio?page=#", Most: 10_000}},
	{"GET /download", Request{Path: "/hi/download?#"}},
	{"GET /privacy", Request{Path: "/gu/privacy?#"}},
	{"GET /*", Request{Path: "/nowhere/#", Most: 1_000_000}},
	{"GET /qr/{name}", Request{Path: "/qr/print.png?#"}},
	{"GET /q/{code}", Request{Path: "/q/#", Most: 1_000_000}},
	{"GET /l/{code}", Request{Path: "/l/#", Most: 1_000_000}},
	{"GET /contact.vcf", Request{Path: "/contact.vcf"}},
	{"GET /icon/{name}", Request{Path: "/icon/512.png?#"}},
	{"GET /favicon.ico", Request{Path: "/favicon.ico?#"}},
	{"GET /apple-touch-icon.png", Request{Path: "/apple-touch-icon.png?#"}},
	{"GET /manifest.webmanifest", Request{Path: "/manifest.webmanifest?#"}},
	{"GET /llms.txt", Request{Path: "/llms.txt?#"}},
	{"GET /robots.txt", Request{Path: "/robots.txt"}},
	{"GET /.well-known/security.txt", Request{Path: "/.well-known/security.txt"}},
	{"POST /services/quote", Request{Path: "/services/quote", Body: "name=Visitor+#&phone=98250#&message=Hello+there+#", Headers: map[string]string{"Content-Type": formType}, Most: 99_999}},
	{"GET /portfolio/request", Request{Path: "/gu/portfolio/request"}},
	{"POST /portfolio/request", Request{Path: "/portfolio/request", Body: "name=Visitor+#", Headers: map[string]string{"Content-Type": formType}, Most: 99_999}},
	{"GET /admin", Request{Path: "/admin"}},
	{"GET /admin/", Request{Path: "/admin/"}},
	{"GET /report", Request{Path: "/report"}},
	{"GET /old", Request{Path: "/old"}},
	{"GET /old/", Request{Path: "/old/"}},
	{"GET /assets/*", Request{Path: "/assets/#.js", Most: 1_000_000}},
	{"GET /media/*", Request{Path: "/media/profile_images/#.jpg", Most: 1_000_000}},
	{"GET /worker.js", Request{Path: "/worker.js"}},
	{"GET /favicon.svg", Request{Path: "/favicon.svg"}},
	{"GET /placeholder.svg", Request{Path: "/placeholder.svg"}},
	{"GET /profile.svg", Request{Path: "/profile.svg"}},
	{"GET /profile.jpg", Request{Path: "/profile.jpg"}},
	{"GET /healthz", Request{Path: "/healthz"}},
	{"GET /readyz", Request{Path: "/readyz"}},
	{"GET /api/openapi.json", Request{Path: "/api/openapi.json"}},
	{"POST /api/v1/visits", Request{Path: "/api/v1/visits", Body: `{"p":"/gu/blog","s":"instagram/diwali","f":1,"t":#,"n":0,"e":[["view"],["tap","https://wa.me/919825012345"]]}`, Headers: map[string]string{"User-Agent": Phone}, Most: 999_999_999}},
	{"GET /api/v1/visits/view.gif", Request{Path: "/api/v1/visits/view.gif?p=/gu/blog/#", Headers: map[string]string{"User-Agent": Phone}, Most: 999_999}},
	{"GET /api/v1/site", Request{Path: "/api/v1/site?lang=gu"}},
	{"GET /api/v1/posts/{id}", Request{Path: "/api/v1/posts/article-#?lang=gu", Most: 10_000}},
	{"GET /api/v1/services", Request{Path: "/api/v1/services?lang=gu"}},
	{"GET /api/v1/leads/token", Request{Path: "/api/v1/leads/token"}},
	{"POST /api/v1/leads", Request{Path: "/api/v1/leads", Body: `{"kind":"quote_request","name":"Visitor #","phone":"9825012345","message":"Hello #","token":"none"}`, Headers: map[string]string{"Content-Type": jsonType, "Idempotency-Key": "key"}, Most: 1_000_000}},
	{"POST /api/v1/leads/photos", Request{Path: "/api/v1/leads/photos", Body: "--b\r\nContent-Disposition: form-data; name=\"lead\"\r\n\r\n{\"kind\":\"quote_request\",\"name\":\"Visitor #\"}\r\n--b--\r\n", Headers: map[string]string{"Content-Type": "multipart/form-data; boundary=b", "Idempotency-Key": "key"}, Most: 1_000_000}},
	{"GET /api/v1/session", Request{Path: "/api/v1/session"}},
	{"DELETE /api/v1/session", Request{Path: "/api/v1/session"}},
	{"POST /api/v1/session/second", Request{Path: "/api/v1/session/second", Body: `{"code":"#"}`, Headers: map[string]string{"Content-Type": jsonType}, Most: 999_999}},
	{"POST /api/v1/session/passkey", Request{Path: "/api/v1/session/passkey", Body: `{"challenge":"#","credential":{}}`, Headers: map[string]string{"Content-Type": jsonType}, Most: 999_999}},
	{"POST /api/v1/session/passkey/options", Request{Path: "/api/v1/session/passkey/options"}},
	{"POST /api/v1/setup/link", Request{Path: "/api/v1/setup/link", Body: `{"token":"#"}`, Headers: map[string]string{"Content-Type": jsonType}, Most: 999_999}},
	{"POST /api/v1/setup", Request{Path: "/api/v1/setup", Body: `{"token":"#","email":"v@example.in","password":"seven green lanterns"}`, Headers: map[string]string{"Content-Type": jsonType}, Most: 999_999}},
	{"GET /api/v1/reset", Request{Path: "/api/v1/reset"}},
	{"POST /api/v1/reset", Request{Path: "/api/v1/reset", Body: `{"email":"v#@example.in","language":"en"}`, Headers: map[string]string{"Content-Type": jsonType}, Most: 999_999}},
	{"POST /api/v1/reset/link", Request{Path: "/api/v1/reset/link", Body: `{"token":"#"}`, Headers: map[string]string{"Content-Type": jsonType}, Most: 999_999}},
	{"POST /api/v1/alarm", Request{Path: "/api/v1/alarm", Body: `{"token":"#"}`, Headers: map[string]string{"Content-Type": jsonType}, Most: 999_999}},
	{"POST /api/v1/alarm/link", Request{Path: "/api/v1/alarm/link", Body: `{"token":"#"}`, Headers: map[string]string{"Content-Type": jsonType}, Most: 999_999}},
	{"PUT /api/v1/reset", Request{Path: "/api/v1/reset", Body: `{"token":"#","password":"seven green lanterns"}`, Headers: map[string]string{"Content-Type": jsonType}, Most: 999_999}},
}
