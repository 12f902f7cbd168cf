package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"parichay/internal/api/alarms"
	"parichay/internal/api/codes"
	"parichay/internal/api/inbox"
	"parichay/internal/api/insights"
	"parichay/internal/api/pictures"
	"parichay/internal/api/wire"
	"parichay/internal/kit/body"
	"parichay/internal/kit/headers"
	"parichay/internal/public/intake"
	"parichay/internal/public/render"
	"parichay/internal/public/site"
	codestore "parichay/internal/store/codes"
	"parichay/internal/store/leads"
	"parichay/internal/store/media"
	"parichay/internal/store/postgres"
	"parichay/locales"
	"parichay/web"
)

// apiPrefix is where the JSON API lives.
const apiPrefix = "/api/v1"

// How long a body may be of which its route says nothing else.
const (
	strangersBody = 4 << 10
	ownersBody    = 512 << 10
)

// routes is the whole surface besides the public pages, which package site lists.
func (s *Server) routes(r *chi.Mux) error {
	r.Use(nameRoute, wire.Recoverer, middleware.GetHead, wire.ClientAddress(s.config.TrustedProxies), headers.Base, wire.SameOrigin(s.config.BaseURL))

	shown := site.Documents{Site: s.site}
	s.api = humachi.New(r.With(headers.NoStore, wire.PlainText, shown.KeepData(apiPrefix), body.Pace), apiConfig())
	s.api.UseMiddleware(s.authorize, s.readBody, s.takeTurn)
	s.register()

	files, err := render.NewFiles(web.Files())
	if err != nil {
		return err
	}
	admin, err := s.site.AdminPage(headers.Unlisted)
	if err != nil {
		return err
	}
	report, err := s.site.AdminPage(headers.Unlisted, headers.Unkeep)
	if err != nil {
		return err
	}
	openAPI, err := s.serveOpenAPI()
	if err != nil {
		return err
	}
	get := func(class cost, path string, handler http.HandlerFunc) {
		s.costs[http.MethodGet+" "+path] = class
		r.Get(path, handler)
	}
	get(constant, "/api/openapi.json", openAPI)
	get(constant, "/healthz", headers.NoStore(http.HandlerFunc(s.serveHealthz)).ServeHTTP)
	get(constant, "/readyz", s.serveReadyz) // the store keeps its answer for a second
	get(constant, apiPrefix+"/visits/view.gif", s.visits.Pixel)
	s.costs[http.MethodPost+" "+apiPrefix+"/visits"] = constant
	r.With(body.Pace).Post(apiPrefix+"/visits", s.visits.Beacon)
	get(constant, "/assets/*", answering(files.Serve))
	get(limited, media.Prefix+"*", s.serveMedia)
	for _, name := range files.Roots() {
		get(constant, name, answering(files.Serve))
	}
	screens, err := s.site.AdminPaths()
	if err != nil {
		return err
	}
	for _, path := range screens {
		get(constant, path, admin)
	}
	get(constant, insights.Page, report)
	document := func(path string, handler http.HandlerFunc) { get(edition, path, s.known(handler).ServeHTTP) }
	for _, lang := range locales.All {
		get(edition, site.Prefixed(lang, site.BlogPath+"/{id}"), s.site.ServeItem)
		get(edition, site.Prefixed(lang, site.PortfolioPath+"/{id}"), s.site.ServeItem)
		get(limited, site.Prefixed(lang, site.DraftPath+"{token}"), headers.NoStore(answering(contentAPI{s}.serveDraft)).ServeHTTP)
		document(site.Prefixed(lang, site.VCardPath), answering(shown.ServeVCard))
		document(site.Prefixed(lang, site.ManifestPath), answering(shown.ServeManifest))
		document(site.Prefixed(lang, site.FeedPath), answering(shown.ServeFeed))
		document(site.Prefixed(lang, site.QRPath+"{name}"), answering(shown.ServeQR))
		for i := range site.Forms {
			form, f := r.With(headers.NoStore, body.Pace, s.wholeForm, s.unlisted), &site.Forms[i]
			path := f.Path(lang)
			s.costs[http.MethodGet+" "+path], s.costs[http.MethodPost+" "+path] = limited, limited
			form.Get(path, leadAPI{s}.serveForm(f))
			form.Post(path, leadAPI{s}.takeForm(f))
		}
	}
	for _, kind := range codestore.Kind("").All() {
		get(constant, "/"+string(kind)+"/{code}", headers.NoStore(s.known(http.HandlerFunc(s.codes().Follow))).ServeHTTP)
	}
	document(site.CardPath+"/*", answering(shown.ServeCard))
	document(site.AdminManifestPath, answering(shown.ServeAdminManifest))
	document("/sitemap.xml", answering(shown.ServeSitemap))
	document(site.SitemapPath+"*", answering(shown.ServeSitemapPart))
	get(edition, "/robots.txt", answering(shown.ServeRobots))
	document(site.CoverPath+"/*", answering(shown.ServeCover))
	for _, path := range []string{site.IconPath + "{name}", "/favicon.ico", "/apple-touch-icon.png"} {
		document(path, answering(shown.ServeIcon))
	}
	document(site.LLMsPath, answering(shown.ServeLLMs))
	document("/.well-known/security.txt", shown.ServeSecurity)
	get(constant, "/admin/", site.Redirect("/admin"))
	for _, lang := range locales.All {
		for _, old := range []string{"/old", "/old/"} {
			get(constant, site.Prefixed(lang, old), site.Redirect(site.Prefixed(lang, "/")))
		}
	}
	r.NotFound(s.unclaimed)
	r.MethodNotAllowed(s.unclaimed)
	return s.weigh(r)
}

// register lists the API. A route is the owner's unless it says open, and then it
// says what it costs.
func (s *Server) register() {
	s.costs = map[string]cost{}
	account, fromVisitors, forOwner, contents := s.keys(), leadAPI{s}, inboxAPI{s}, contentAPI{s}
	add(s, http.MethodGet, "/site", open, "The site's content as shown to readers", contents.getSite, costs(constant))
	add(s, http.MethodGet, "/site/stored", owner, "The site's content as the owner stored it", contents.getStored)
	add(s, http.MethodPatch, "/site", owner, "Save fields as the next revision", contents.patchSite)
	add(s, http.MethodPost, "/preview", owner, "A public page as it would be with fields saved", contents.preview)
	add(s, http.MethodGet, "/site/accent", owner, "A colour taken from the profile picture", contents.getAccent)
	add(s, http.MethodGet, "/page", open, "The data of a public page", contents.getPage, costs(edition))
	add(s, http.MethodGet, "/posts", open, "Published articles, newest first", contents.getPosts, costs(edition))
	add(s, http.MethodGet, "/posts/{id}", open, "One article", contents.getPost, costs(edition))
	add(s, http.MethodGet, "/services", open, "The services", contents.getServices, costs(edition))
	add(s, http.MethodGet, "/portfolio", open, "The case studies, without their texts", contents.getPortfolio, costs(edition))
	add(s, http.MethodGet, "/portfolio/{id}", open, "One case study", contents.getProject, costs(edition))
	contents.registerItems()
	add(s, http.MethodGet, "/revisions", owner, "What was changed, when and by whom", contents.getRevisions)
	add(s, http.MethodPost, "/revisions/{id}/restore", owner, "Make an older revision the newest again", contents.restoreRevision)
	add(s, http.MethodPost, "/leads", open, "Leave a message", fromVisitors.postLead, creates, takes(leadBody), atMost((*intake.Door).AllowPost), inTurn(intake.Leads))
	add(s, http.MethodGet, "/leads/token", open, "Open a form", fromVisitors.getFormToken, atMost((*intake.Door).AllowForm), inTurn(intake.FormTokens))
	add(s, http.MethodGet, "/leads", owner, "The inbox, page by page", forOwner.getLeads)
	add(s, http.MethodGet, "/leads/counts", owner, "How many leads there are of each status", forOwner.getLeadCounts)
	add(s, http.MethodGet, "/leads/numbers", owner, "How many leads came in the last weeks, how fast they were answered and what was won", forOwner.getLeadNumbers)
	add(s, http.MethodGet, "/leads/export", confirmed, "All leads as CSV or JSON", forOwner.getExport)
	add(s, http.MethodPost, "/leads/person", owner, "Whose leads erasing one person would remove", forOwner.findPerson)
	add(s, http.MethodPost, "/leads/erase", confirmed, "Erase one person's leads", forOwner.eraseLeads)
	add(s, http.MethodGet, "/leads/settings", owner, "The owner's choices about leads", forOwner.getLeadSettings)
	add(s, http.MethodPut, "/leads/settings", confirmed, "Save the choices about leads", forOwner.putLeadSettings)
	add(s, http.MethodGet, "/leads/notification", owner, "Whether the owner hears of a new message by mail", forOwner.getNotification)
	add(s, http.MethodPost, "/leads/notification/test", owner, "Send the owner a test mail", forOwner.postTestMail)
	add(s, http.MethodGet, "/leads/mails", owner, "Mails to the owner that could not be sent so far", forOwner.getUndelivered)
	add(s, http.MethodPost, "/leads/mails/{id}/retry", owner, "Try a mail again now", forOwner.retryMail)
	add(s, http.MethodGet, "/leads/{id}", owner, "One lead with its history", forOwner.getLead)
	add(s, http.MethodPatch, "/leads/{id}", owner, "Move a lead to another status, or say what it is worth", forOwner.patchLead)
	add(s, http.MethodDelete, "/leads/{id}", confirmed, "Delete a lead for good", forOwner.deleteLead)
	add(s, http.MethodPost, "/leads/{id}/notes", owner, "Add a note to a lead", forOwner.postNote)
	written := inbox.Desk{Ledger: func() leads.Ledger { return s.store.Inbox.Ledger }, Brand: s.brand, Since: func(ctx context.Context) (time.Time, error) { return s.store.Reports.Since(ctx) }, Now: s.config.Now}
	add(s, http.MethodPost, inbox.OwnPath, owner, "Write down a lead that came another way", written.Enter, creates, addsLead)
	add(s, http.MethodGet, inbox.WeekPath, owner, "The last seven days beside the seven before: visits, taps, leads and what was won", written.Week)
	add(s, http.MethodGet, "/events", owner, "Changes of the inbox as server-sent events", forOwner.getEvents)
	add(s, http.MethodGet, "/backups", owner, "How backups that are made by themselves go", forOwner.getBackups)
	add(s, http.MethodGet, "/export/progress", owner, "How far an export has come", forOwner.getExporting)
	add(s, http.MethodGet, "/export", confirmed, "Everything that is the owner's, to be carried elsewhere, as one zip", forOwner.getEverything)
	add(s, http.MethodPost, "/feedback", owner, "Tell those who run the site something", fromVisitors.postFeedback, creates, addsLead)
	shelf := pictures.Library{Rows: func() postgres.Media { return s.store.Media }, Slow: func() postgres.Media { return s.store.Work.Media }, Pictures: func() *media.Store { return s.pictures }}
	add(s, http.MethodPost, pictures.Path, owner, "Store a picture", shelf.Store, pictures.TakesPicture, creates)
	add(s, http.MethodGet, pictures.Path, owner, "The pictures, newest first", shelf.List)
	add(s, http.MethodPut, pictures.Path, owner, "Say what a picture is called and what it shows", shelf.Describe)
	add(s, http.MethodGet, pictures.Path+"/uses", owner, "Where a picture is shown", shelf.Where)
	add(s, http.MethodDelete, pictures.Path, confirmed, "Remove a picture that nothing shows", shelf.Remove)
	printed := s.codes()
	add(s, http.MethodGet, codes.Path, owner, "The codes to print and the short links, with what came of them", printed.List)
	add(s, http.MethodPost, codes.Path, owner, "Make a code", printed.Make, creates)
	add(s, http.MethodPut, codes.Path+"/{code}", owner, "Have a code lead elsewhere", printed.Change)
	add(s, http.MethodDelete, codes.Path+"/{code}", confirmed, "Retire a code for good", printed.Retire)
	add(s, http.MethodGet, codes.Path+"/{code}/{file}", owner, "A code to print", printed.Print)
	told := insights.Insights{Store: func() *postgres.Store { return s.store }, Shown: s.site.Shown, BaseURL: s.config.BaseURL, Now: s.config.Now}
	add(s, http.MethodGet, insights.Path, owner, "Visits, leads and what was won of some days, and of as many before", told.Stats)
	add(s, http.MethodGet, insights.Path+"/export", owner, "One report of it as CSV", told.Export)
	add(s, http.MethodGet, insights.LinksPath, owner, "The links at which others read the reports", told.Shared)
	add(s, http.MethodPost, insights.LinksPath, confirmed, "Make such a link", told.Share, creates)
	add(s, http.MethodDelete, insights.LinksPath+"/{id}", owner, "End such a link", told.Unshare)
	add(s, http.MethodGet, insights.ReportPath, open, "The reports, for whoever has a link", told.Report, inTurn(intake.Reports))
	add(s, http.MethodGet, "/session", open, "Who is signed in", account.GetSession, inTurn(intake.Sessions))
	add(s, http.MethodPost, "/session", open, "Sign in", account.SignIn, inTurn(intake.SignIns))
	add(s, http.MethodPut, "/session", owner, "Renew the session", account.RenewSession)
	add(s, http.MethodDelete, "/session", open, "Sign out", account.SignOut, inTurn(intake.Sessions))
	add(s, http.MethodPost, "/session/second", open, "Complete a sign-in by code", account.CompleteSignIn, inTurn(intake.SignIns))
	add(s, http.MethodPost, "/session/passkey", open, "Sign in by passkey", account.SignInByPasskey, takes(passkeyBody), inTurn(intake.Passkeys))
	add(s, http.MethodPost, "/session/passkey/options", open, "Ask for a passkey", account.AskPasskey, inTurn(intake.Passkeys))
	add(s, http.MethodPost, "/setup/link", open, "Whether a setup link works", account.CheckSetUp, inTurn(intake.Sessions))
	add(s, http.MethodPost, "/setup", open, "Make the account at a setup link", account.SetUp, inTurn(intake.Links))
	add(s, http.MethodGet, "/reset", open, "What a sign-in page must know: whether there is an account, and whether its password can be reset by mail", account.GetReset, inTurn(intake.Sessions))
	add(s, http.MethodPost, "/reset", open, "Ask for a link to choose a new password", account.AskReset, inTurn(intake.Links))
	add(s, http.MethodPost, "/reset/link", open, "Whether a reset link works", account.CheckReset, inTurn(intake.Sessions))
	add(s, http.MethodPut, "/reset", open, "Choose a new password at a reset link", account.Reset, inTurn(intake.Links))
	add(s, http.MethodGet, "/account", owner, "The account, its factors, sessions and log", account.GetAccount)
	add(s, http.MethodPatch, "/account", confirmed, "Change e-mail or password", account.ChangeAccount)
	add(s, http.MethodPost, "/account/confirm", owner, "Prove again who is there, to change credentials", account.Confirm)
	warned := s.alarms()
	add(s, http.MethodGet, "/account/confirm", confirmed, "Whether who is there was proven lately; else to be asked for, before a download", account.IsConfirmed)
	add(s, http.MethodGet, alarms.Owned, owner, "What was changed of links, numbers and the account, and when the owner was told", warned.List)
	add(s, http.MethodPost, alarms.Owned+"/{id}", confirmed, "Sign out everywhere else and take it back", warned.UndoOwn)
	add(s, http.MethodPost, alarms.Path+"/link", open, "What the link of a warning is about", warned.Look, inTurn(intake.Sessions))
	add(s, http.MethodPost, alarms.Path, open, "Sign out everywhere and take back what a warning is about", warned.Undo, inTurn(intake.SignIns))
	add(s, http.MethodDelete, "/account/sessions", confirmed, "Sign out everywhere else", account.EndOtherSessions)
	add(s, http.MethodDelete, "/account/sessions/{id}", confirmed, "End a session", account.EndSession)
	add(s, http.MethodPost, "/account/totp", confirmed, "Begin setting an authenticator app up", account.BeginTOTP)
	add(s, http.MethodGet, "/account/totp/qr", confirmed, "The code the app scans", account.DrawTOTP)
	add(s, http.MethodPut, "/account/totp", confirmed, "Take the authenticator app into use", account.EnableTOTP)
	add(s, http.MethodDelete, "/account/totp", confirmed, "Remove the authenticator app", account.RemoveTOTP)
	add(s, http.MethodPost, "/account/passkeys/options", confirmed, "Begin registering a passkey", account.BeginPasskey)
	add(s, http.MethodPost, "/account/passkeys", confirmed, "Register a passkey", account.AddPasskey)
	add(s, http.MethodPatch, "/account/passkeys/{id}", confirmed, "Rename a passkey", account.NamePasskey)
	add(s, http.MethodDelete, "/account/passkeys/{id}", confirmed, "Remove a passkey", account.RemovePasskey)
	add(s, http.MethodPost, "/account/recovery-codes", confirmed, "Replace the recovery codes", account.ReplaceCodes)
	s.describeKeys()
}

// describeKeys says where a key must be there. Handlers look for it themselves, so
// that a missing one is an issue like those of other values.
func (s *Server) describeKeys() {
	for _, item := range s.api.OpenAPI().Paths {
		if item.Post == nil {
			continue
		}
		for _, parameter := range item.Post.Parameters {
			if parameter.Name == keyField {
				parameter.Required = true
			}
		}
	}
}

// access says who may call a route.
type access string

const (
	owner     access = ""          // the zero value: what says nothing is closed
	open      access = "open"      // anybody
	confirmed access = "confirmed" // the owner who has just proven to be there
)

const accessKey = "access"

// creates is a route whose success is something new.
func creates(op *huma.Operation) { op.DefaultStatus = http.StatusCreated }

// addsLead is a route that adds a lead in the owner's name.
func addsLead(op *huma.Operation) { op.Metadata[countedKey] = true }

const countedKey = "counted"

func add[I, O any](s *Server, method, path string, who access, summary string, handler func(context.Context, *I) (*O, error), more ...func(*huma.Operation)) {
	op := huma.Operation{
		Method: method, Path: apiPrefix + path, Summary: summary,
		OperationID:     huma.GenerateOperationID(method, path, (*O)(nil)),
		Metadata:        map[string]any{accessKey: who},
		BodyReadTimeout: -1, // they are paced
		MaxBodyBytes:    strangersBody,
	}
	if who != open {
		op.Security = []map[string][]string{{"session": {}}}
		op.Metadata[costKey], op.MaxBodyBytes = private, ownersBody
	}
	for _, detail := range more {
		detail(&op)
	}
	s.costs[method+" "+op.Path], _ = op.Metadata[costKey].(cost)
	huma.Register(s.api, op, handler)
}

func apiConfig() huma.Config {
	config := huma.DefaultConfig("Parichay", "1")
	config.Formats = map[string]huma.Format{"application/json": wire.JSON, "json": wire.JSON}
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", "" // served by us, without the viewer's foreign scripts
	config.CreateHooks = nil                                             // no $schema member in answers
	wire.DescribeNames(config.Components.Schemas)
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"session": {Type: "apiKey", In: "cookie", Name: cookieName}}
	return config
}

// unclaimed answers what no route took: a problem for programs, a page for people.
func (s *Server) unclaimed(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	switch {
	case len(path) >= 5 && path[:5] == "/api/":
		wire.Write(w, wire.NewProblem(http.StatusNotFound, "not_found"))
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		takesForms := chi.RouteContext(r.Context()).Routes.Match(chi.NewRouteContext(), http.MethodPost, path)
		w.Header().Set("Allow", map[bool]string{true: "GET, HEAD, POST", false: "GET, HEAD"}[takesForms])
		wire.Write(w, wire.NewProblem(http.StatusMethodNotAllowed, "bad_request"))
	default:
		s.site.ServeNotFound(w, r)
	}
}
