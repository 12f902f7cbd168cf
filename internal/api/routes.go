package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"parichay/internal/api/account"
	"parichay/internal/api/alarms"
	"parichay/internal/api/archives"
	"parichay/internal/api/codes"
	"parichay/internal/api/content"
	"parichay/internal/api/events"
	"parichay/internal/api/inbox"
	"parichay/internal/api/insights"
	"parichay/internal/api/pictures"
	"parichay/internal/api/signin"
	"parichay/internal/api/wire"
	domaincontent "parichay/internal/domain/content"
	"parichay/internal/kit/body"
	"parichay/internal/kit/headers"
	"parichay/internal/public/intake"
	"parichay/internal/public/render"
	"parichay/internal/public/site"
	codestore "parichay/internal/store/codes"
	"parichay/internal/store/media"
	"parichay/locales"
	"parichay/web"
)

// apiPrefix is the path prefix of the JSON API.
const apiPrefix = "/api/v1"

// Body size limits of routes that set no other limit.
const (
	strangersBody = 4 << 10
	ownersBody    = 512 << 10
)

// routes registers every route except the public pages, which package site lists.
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
	get(constant, "/readyz", s.serveReadyz) // the store caches the result for a second
	get(constant, apiPrefix+"/visits/view.gif", s.visits.Pixel)
	s.costs[http.MethodPost+" "+apiPrefix+"/visits"] = constant
	r.With(body.Pace).Post(apiPrefix+"/visits", s.visits.Beacon)
	get(constant, "/assets/*", answering(files.Serve))
	get(limited, media.Prefix+"*", s.library().Serve)
	for _, name := range files.Roots() {
		get(constant, name, answering(files.Serve))
	}
	for _, path := range s.site.AdminPaths() {
		get(constant, path, admin)
	}
	get(constant, insights.Page, report)
	document := func(path string, handler http.HandlerFunc) { get(edition, path, s.known(handler).ServeHTTP) }
	// Every language has routes. A language whose prefix the site does not have answers 404.
	for _, lang := range append([]locales.Lang{""}, locales.All...) {
		in := func(path string) string { return locales.Below(lang, path) }
		get(edition, in(site.BlogPath+"/{id}"), s.site.ServeItem)
		get(edition, in(site.PortfolioPath+"/{id}"), s.site.ServeItem)
		get(edition, in(site.ServicesPath+"/{id}"), s.site.ServeItem)
		get(limited, in(site.DraftPath+"{token}"), s.site.InLanguage(headers.NoStore(answering(s.contents().ServeDraft)).ServeHTTP))
		document(in(site.VCardPath), s.site.InLanguage(answering(shown.ServeVCard)))
		document(in(site.ManifestPath), s.site.InLanguage(answering(shown.ServeManifest)))
		document(in(site.FeedPath), s.site.InLanguage(answering(shown.ServeFeed)))
		document(in(site.QRPath+"{name}"), s.site.InLanguage(answering(shown.ServeQR)))
		for i := range site.Forms {
			form, f := r.With(headers.NoStore, body.Pace, s.wholeForm, s.unlisted), &site.Forms[i]
			path := in(f.Path())
			s.costs[http.MethodGet+" "+path], s.costs[http.MethodPost+" "+path] = limited, limited
			form.Get(path, s.site.InLanguage(s.visitors.ServeForm(f)))
			form.Post(path, s.site.InLanguage(s.visitors.TakeForm(f)))
		}
		for _, old := range []string{"/old", "/old/"} {
			get(constant, in(old), s.site.InLanguage(site.Redirect(in("/"))))
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
	r.NotFound(s.unclaimed)
	r.MethodNotAllowed(s.unclaimed)
	return s.weigh(r)
}

// register registers all operations of the API. A route is for the owner only, unless it is
// declared open. An open route also declares its cost class.
func (s *Server) register() {
	s.costs = map[string]cost{}
	keys := account.Keys{
		Store: s.store, Guard: s.guard, BaseURL: s.config.BaseURL, Mail: s.config.Mail, Now: s.config.Now, Owned: &s.owned, RequireFactor: s.config.RequireFactor,
	}
	contents := s.contents()
	archive := archives.Archives{
		Store: s.store, Pictures: s.pictures, BaseURL: s.config.BaseURL, Program: s.config.Program, SetUp: s.config.Backups, Pages: s.Pages, Running: &s.exporting, Now: s.config.Now,
	}
	streams := events.Streams{Hub: s.hub, Guard: s.guard, Site: s.site, Heartbeat: s.config.Heartbeat}
	leads := inbox.Inbox{Store: s.store, Site: s.site, Guard: s.guard, Door: s.door, Mail: s.config.Mail, BaseURL: s.config.BaseURL, Now: s.config.Now}
	add(s, http.MethodGet, "/site", open, "The site's content as readers see it", contents.Shown, costs(constant))
	add(s, http.MethodGet, "/site/stored", owner, "The site's content as the owner saved it", contents.Stored)
	add(s, http.MethodPatch, "/site", owner, "Save fields as the next revision", contents.SaveSite)
	add(s, http.MethodPost, "/preview", owner, "Preview of a public page with unsaved fields", contents.Preview)
	add(s, http.MethodPost, "/hours", owner, "What is understood of texts of opening hours", contents.ReadHours)
	add(s, http.MethodGet, "/festivals", owner, "Festivals of the coming year, for which the owner may choose other hours", contents.Festivals)
	add(s, http.MethodGet, "/trades", owner, "The trades that the owner may choose", contents.Trades)
	add(s, http.MethodGet, "/site/words", owner, "What visitors see in each text that the owner has not written", contents.Words)
	add(s, http.MethodGet, "/site/accent", owner, "An accent colour derived from the profile picture", contents.Accent)
	add(s, http.MethodGet, "/page", open, "The data of a public page", contents.Page, costs(edition))
	add(s, http.MethodGet, "/posts", open, "Published articles, newest first", contents.Posts, costs(edition))
	add(s, http.MethodGet, "/posts/{id}", open, "One article", contents.Post, costs(edition))
	add(s, http.MethodGet, "/services", open, "The services", contents.Services, costs(edition))
	add(s, http.MethodGet, "/portfolio", open, "The case studies, without their texts", contents.Portfolio, costs(edition))
	add(s, http.MethodGet, "/portfolio/{id}", open, "One case study", contents.Project, costs(edition))
	s.registerItems(contents)
	add(s, http.MethodGet, "/revisions", owner, "The history of changes", contents.Revisions)
	add(s, http.MethodPost, "/revisions/{id}/restore", owner, "Restore an older revision", contents.Restore)
	add(s, http.MethodPost, "/leads", open, "Send a message to the owner", s.visitors.Post, creates, takes(leadBody), atMost((*intake.Door).AllowPost), inTurn(intake.Leads))
	add(s, http.MethodPost, inbox.PhotosPath, open, "Send a message with pictures to the owner, if the site's form takes pictures", s.visitors.PostPhotos, creates, inbox.TakesPhotos, atMost((*intake.Door).AllowPost), inTurnLater(intake.Leads))
	add(s, http.MethodGet, "/leads/token", open, "Get a form token", s.visitors.FormToken, atMost((*intake.Door).AllowForm), inTurn(intake.FormTokens))
	add(s, http.MethodGet, "/leads", owner, "The leads of the inbox, paged", leads.List)
	add(s, http.MethodGet, "/leads/counts", owner, "Number of leads by status", leads.Counts)
	add(s, http.MethodGet, "/leads/numbers", owner, "Leads of the last weeks: how many came, how fast they were answered, how many were won", leads.Numbers)
	add(s, http.MethodGet, "/leads/export", confirmed, "Export leads as CSV or JSON", leads.Export)
	add(s, http.MethodPost, "/leads/person", owner, "Preview of the leads that erasing a person would delete", leads.FindPerson)
	add(s, http.MethodPost, "/leads/erase", confirmed, "Delete all leads of one person", leads.Erase)
	add(s, http.MethodGet, "/leads/settings", owner, "The lead settings", leads.Settings)
	add(s, http.MethodPut, "/leads/settings", confirmed, "Save the lead settings", leads.SaveSettings)
	add(s, http.MethodGet, "/leads/notification", owner, "State of the email notifications about new leads", leads.Notification)
	add(s, http.MethodPost, "/leads/notification/test", owner, "Send the owner a test email", leads.SendTestMail)
	add(s, http.MethodGet, "/leads/mails", owner, "Undelivered emails to the owner", leads.Undelivered)
	add(s, http.MethodPost, "/leads/mails/{id}/retry", owner, "Retry an undelivered email now", leads.RetryMail)
	add(s, http.MethodGet, "/leads/{id}", owner, "One lead with its history", leads.Lead)
	add(s, http.MethodGet, "/leads/{id}/photos/{place}", owner, "A picture that came with a lead", leads.Photo)
	add(s, http.MethodPatch, "/leads/{id}", owner, "Change a lead's status or value", leads.Change)
	add(s, http.MethodDelete, "/leads/{id}", confirmed, "Delete a lead permanently", leads.Delete)
	add(s, http.MethodPost, "/leads/{id}/notes", owner, "Add a note to a lead", leads.AddNote)
	add(s, http.MethodPost, inbox.OwnPath, owner, "Enter a lead that came by another channel", leads.Enter, creates, addsLead)
	add(s, http.MethodGet, inbox.WeekPath, owner, "Visits, taps, leads and value won: the last seven days compared with the seven before", leads.Week)
	add(s, http.MethodGet, "/events", owner, "Inbox changes as server-sent events", streams.Follow)
	add(s, http.MethodGet, "/backups", owner, "State of the automatic backups", archive.Backups)
	add(s, http.MethodGet, "/export/progress", owner, "Progress of the running export", archive.Progress)
	add(s, http.MethodGet, "/export", confirmed, "Export all data of the owner as one zip file", archive.Export)
	add(s, http.MethodPost, "/feedback", owner, "Send feedback to the people who run the site", s.visitors.Feedback, creates, addsLead)
	library := s.library()
	add(s, http.MethodPost, pictures.Path, owner, "Upload a picture", library.Upload, pictures.TakesPicture, creates)
	add(s, http.MethodGet, pictures.Path, owner, "The pictures of the library, newest first", library.List)
	add(s, http.MethodPut, pictures.Path, owner, "Save a picture's title and descriptions", library.Describe)
	add(s, http.MethodGet, pictures.Path+"/uses", owner, "Where a picture is used", library.Where)
	add(s, http.MethodDelete, pictures.Path, confirmed, "Delete an unused picture", library.Remove)
	codeAPI := s.codes()
	add(s, http.MethodGet, codes.Path, owner, "QR codes and short links with their scans and leads", codeAPI.List)
	add(s, http.MethodPost, codes.Path, owner, "Create a QR code or short link", codeAPI.Make, creates)
	add(s, http.MethodPut, codes.Path+"/{code}", owner, "Change a code's name, target or language", codeAPI.Change)
	add(s, http.MethodDelete, codes.Path+"/{code}", confirmed, "Retire a code permanently", codeAPI.Retire)
	add(s, http.MethodGet, codes.Path+"/{code}/{file}", owner, "A code as a printable file", codeAPI.Print)
	reports := insights.Insights{Store: s.store, Site: s.site, BaseURL: s.config.BaseURL, Now: s.config.Now}
	add(s, http.MethodGet, insights.Path, owner, "Visits, leads and value won in a period, compared with the period before", reports.Stats)
	add(s, http.MethodGet, insights.Path+"/export", owner, "One report as CSV", reports.Export)
	add(s, http.MethodGet, insights.LinksPath, owner, "Links that share the reports", reports.Shared)
	add(s, http.MethodPost, insights.LinksPath, confirmed, "Create a link that shares the reports", reports.Share, creates)
	add(s, http.MethodDelete, insights.LinksPath+"/{id}", owner, "Revoke a link that shares the reports", reports.Unshare)
	add(s, http.MethodGet, insights.ReportPath, open, "The reports, for anybody with a share link", reports.Report, inTurn(intake.Reports))
	add(s, http.MethodGet, "/session", open, "Who is signed in", keys.GetSession, inTurn(intake.Sessions))
	add(s, http.MethodPost, "/session", open, "Sign in", keys.SignIn, inTurn(intake.SignIns))
	add(s, http.MethodPut, "/session", owner, "Renew the session", keys.RenewSession)
	add(s, http.MethodDelete, "/session", open, "Sign out", keys.SignOut, inTurn(intake.Sessions))
	add(s, http.MethodPost, "/session/second", open, "Complete a sign-in with a code", keys.CompleteSignIn, inTurn(intake.SignIns))
	add(s, http.MethodPost, "/session/passkey", open, "Sign in with a passkey", keys.SignInByPasskey, takes(passkeyBody), inTurn(intake.Passkeys))
	add(s, http.MethodPost, "/session/passkey/options", open, "Get a passkey challenge", keys.AskPasskey, inTurn(intake.Passkeys))
	add(s, http.MethodPost, "/setup/link", open, "Check a setup link", keys.CheckSetUp, inTurn(intake.Sessions))
	add(s, http.MethodPost, "/setup", open, "Create the owner's account with a setup link", keys.SetUp, inTurn(intake.Links))
	add(s, http.MethodGet, "/reset", open, "Whether an account exists, and whether its password can be reset by email", keys.GetReset, inTurn(intake.Sessions))
	add(s, http.MethodPost, "/reset", open, "Request a password reset link", keys.AskReset, inTurn(intake.Links))
	add(s, http.MethodPost, "/reset/link", open, "Check a reset link", keys.CheckReset, inTurn(intake.Sessions))
	add(s, http.MethodPut, "/reset", open, "Set a new password with a reset link", keys.Reset, inTurn(intake.Links))
	add(s, http.MethodGet, "/account", owner, "The account with its second factors, sessions and log", keys.GetAccount)
	add(s, http.MethodPatch, "/account", confirmed, "Change the email address or password", keys.ChangeAccount)
	add(s, http.MethodPost, "/account/confirm", owner, "Confirm the session with a password, code or passkey", keys.Confirm)
	alarmAPI := alarms.Alarms{Store: s.store, Site: s.site}
	add(s, http.MethodGet, "/account/confirm", confirmed, "Check that the session was confirmed recently, before a download", keys.IsConfirmed)
	add(s, http.MethodGet, alarms.Owned, owner, "Security warnings: suspicious changes, and when they were mailed", alarmAPI.List)
	add(s, http.MethodPost, alarms.Owned+"/{id}", confirmed, "Sign out everywhere else and undo the changes of a warning", alarmAPI.UndoOwn)
	add(s, http.MethodPost, alarms.Path+"/link", open, "The warning that a mailed link belongs to", alarmAPI.Look, inTurn(intake.Sessions))
	add(s, http.MethodPost, alarms.Path, open, "Sign out everywhere and undo the changes of a warning", alarmAPI.Undo, inTurn(intake.SignIns))
	add(s, http.MethodDelete, "/account/sessions", confirmed, "Sign out everywhere else", keys.EndOtherSessions)
	add(s, http.MethodDelete, "/account/sessions/{id}", confirmed, "End a session", keys.EndSession)
	add(s, http.MethodPost, "/account/totp", confirmed, "Start setting up an authenticator app", keys.BeginTOTP)
	add(s, http.MethodGet, "/account/totp/qr", confirmed, "QR code for the authenticator app", keys.DrawTOTP)
	add(s, http.MethodPut, "/account/totp", confirmed, "Enable the authenticator app", keys.EnableTOTP)
	add(s, http.MethodDelete, "/account/totp", confirmed, "Remove the authenticator app", keys.RemoveTOTP)
	add(s, http.MethodPost, "/account/passkeys/options", confirmed, "Start registering a passkey", keys.BeginPasskey)
	add(s, http.MethodPost, "/account/passkeys", confirmed, "Register a passkey", keys.AddPasskey)
	add(s, http.MethodPatch, "/account/passkeys/{id}", confirmed, "Rename a passkey", keys.NamePasskey)
	add(s, http.MethodDelete, "/account/passkeys/{id}", confirmed, "Remove a passkey", keys.RemovePasskey)
	add(s, http.MethodPost, "/account/recovery-codes", confirmed, "Replace the recovery codes", keys.ReplaceCodes)
	s.describeKeys()
	inbox.DescribePhotos(s.api.OpenAPI().Paths[apiPrefix+inbox.PhotosPath].Post)
}

func (s *Server) contents() content.Content {
	return content.Content{Store: s.store, Site: s.site, Pictures: s.pictures, Door: s.door, BaseURL: s.config.BaseURL}
}

func (s *Server) codes() codes.Codes {
	return codes.Codes{Store: s.store, Site: s.site, Visits: s.visits, BaseURL: s.config.BaseURL, Now: s.config.Now}
}

func (s *Server) library() pictures.Library {
	return pictures.Library{Store: s.store, Pictures: s.pictures, Door: s.door}
}

// registerItems registers the same routes for every collection.
func (s *Server) registerItems(contents content.Content) {
	add(s, http.MethodGet, "/stored", owner, "Number of items in each list", contents.CountItems)
	add(s, http.MethodPost, "/blocks/import", owner, "Preview of an import from a page saved from another service; nothing is stored", contents.ReadPage, takes(pageBody), alone(intake.Imports))
	add(s, http.MethodPost, "/services/import", owner, "What is understood of a price list in plain text; nothing is stored", contents.ReadPriceList)
	services := content.List{Content: contents, Of: domaincontent.Services}
	add(s, http.MethodPost, "/services/all", owner, "Add several items to services, all or none", services.CreateAll, creates)
	add(s, http.MethodPost, "/samples", owner, "Remove the samples of all lists, restore them, or keep them as the owner's content", contents.ChangeSamples)
	for i := range domaincontent.Collections {
		c := &domaincontent.Collections[i]
		path, list := "/"+c.Name, content.List{Content: contents, Of: c}
		add(s, http.MethodGet, "/stored"+path, owner, "The items of "+c.Name+" including drafts, paged, without long texts", list.Items)
		add(s, http.MethodGet, "/stored"+path+"/{id}", owner, "One item of "+c.Name+", deleted or not", list.Item)
		add(s, http.MethodPost, path, owner, "Add an item to "+c.Name, list.Create, creates)
		add(s, http.MethodPatch, path+"/{id}", owner, "Save an item of "+c.Name, list.Save)
		add(s, http.MethodDelete, path+"/{id}", owner, "Move an item of "+c.Name+" to the bin", list.Delete)
		add(s, http.MethodPost, path+"/several", owner, "Delete, restore, show or hide several items of "+c.Name+", all or none", list.DoAll)
		add(s, http.MethodPost, path+"/{id}/undelete", owner, "Restore an item of "+c.Name+" from the bin", list.Undelete)
		if c.Scheduled != "" {
			add(s, http.MethodGet, path+"/{id}/link", owner, "Expiry of the draft link to an item of "+c.Name, list.Link)
			add(s, http.MethodPost, path+"/{id}/link", confirmed, "Create a draft link, with which others can read an unpublished item of "+c.Name, list.MakeLink, creates)
			add(s, http.MethodDelete, path+"/{id}/link", owner, "Revoke the draft link to an item of "+c.Name, list.EndLink)
		}
		if c.Ordered {
			add(s, http.MethodPut, path+"/order", owner, "Set the order of "+c.Name, list.Order, takes(orderBody))
		}
	}
}

// describeKeys marks the Idempotency-Key header as required in the API's description. The
// handlers check it themselves, so that a missing key is reported as an issue like any other.
func (s *Server) describeKeys() {
	for _, item := range s.api.OpenAPI().Paths {
		if item.Post == nil {
			continue
		}
		for _, parameter := range item.Post.Parameters {
			if parameter.Name == wire.KeyField {
				parameter.Required = true
			}
		}
	}
}

// access is who may call a route.
type access string

const (
	owner     access = ""          // the owner; the zero value, so routes are closed by default
	open      access = "open"      // anybody
	confirmed access = "confirmed" // the owner, with a session that was confirmed recently
)

const accessKey = "access"

// creates marks a route that returns 201 Created.
func creates(op *huma.Operation) { op.DefaultStatus = http.StatusCreated }

// addsLead marks a route with which the owner adds a lead. Such routes are rate-limited.
func addsLead(op *huma.Operation) { op.Metadata[countedKey] = true }

const countedKey = "counted"

func add[I, O any](s *Server, method, path string, who access, summary string, handler func(context.Context, *I) (*O, error), more ...func(*huma.Operation)) {
	op := huma.Operation{
		Method: method, Path: apiPrefix + path, Summary: summary,
		OperationID:     huma.GenerateOperationID(method, path, (*O)(nil)),
		Metadata:        map[string]any{accessKey: who},
		BodyReadTimeout: -1, // instead, package body requires a minimum rate
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
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", "" // served by documents.go, without the viewer's third-party scripts
	config.CreateHooks = nil                                             // no $schema member in responses
	wire.DescribeNames(config.Components.Schemas)
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"session": {Type: "apiKey", In: "cookie", Name: signin.SessionCookie}}
	return config
}

// unclaimed responds to requests that match no route: to API calls with a problem, to others
// with a page.
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
