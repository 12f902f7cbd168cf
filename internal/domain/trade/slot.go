package trade

import "parichay/locales"

// Group is the part of the site where the texts of some slots are shown.
type Group string

// The groups, in the order in which a visitor meets them.
const (
	Home      Group = "home"
	Services  Group = "services"
	Form      Group = "form"
	Asking    Group = "asking"
	Portfolio Group = "portfolio"
	Blog      Group = "blog"
	Visit     Group = "visit"
)

// All lists the groups.
func (Group) All() []Group { return []Group{Home, Services, Form, Asking, Portfolio, Blog, Visit} }

// Slot is a text of the public pages that depends on the owner's trade, and that the owner may
// rewrite. A slot is a row of Slots; its edit screen, translations and history follow.
type Slot struct {
	Key   string // unique; the key of the profile field with the owner's own text
	Group Group
	Max   int      // longest length in letters
	Lines bool     // a list with one entry per line, each "title: text"
	Asks  bool     // the questions of the form, see field.ParseQuestions
	Empty bool     // a trade may leave it empty; nothing is shown then
	Texts []string // keys of the built-in texts that it replaces; of a list, the common beginning of its keys
	Holds string   // placeholder that the text must contain
}

// Slots lists all slots.
var Slots = []Slot{
	{Key: "welcome", Group: Home, Max: 40, Texts: []string{"home.welcome"}},
	{Key: "linksHeading", Group: Home, Max: 40, Texts: []string{"home.links"}},
	{Key: "servicesHint", Group: Home, Max: 120, Empty: true, Texts: []string{"home.links.services.description"}},
	{Key: "portfolioHint", Group: Home, Max: 120, Empty: true, Texts: []string{"home.links.portfolio.description"}},
	{Key: "blogHint", Group: Home, Max: 120, Empty: true, Texts: []string{"home.links.blog.description"}},
	{Key: "contactHeading", Group: Home, Max: 40, Texts: []string{"home.contact"}},
	{Key: "shopButton", Group: Home, Max: 40, Texts: []string{"home.shop"}},
	{Key: "feedbackButton", Group: Home, Max: 40, Texts: []string{"home.feedback", "download.feedback"}},
	{Key: "registration", Group: Home, Max: 120, Empty: true},

	{Key: "servicesTitle", Group: Services, Max: 60, Texts: []string{"services.title", "home.links.services"}},
	{Key: "servicesSubtitle", Group: Services, Max: 160, Empty: true, Texts: []string{"services.subtitle"}},
	{Key: "servicesEmpty", Group: Services, Max: 200, Texts: []string{"services.empty"}},
	{Key: "learnMore", Group: Services, Max: 40, Texts: []string{"services.learnMore"}},
	{Key: "learnMoreTitle", Group: Services, Max: 80, Texts: []string{"learnMore.title"}},
	{Key: "reasonsTitle", Group: Services, Max: 60, Texts: []string{"learnMore.why.title"}},
	{Key: "reasons", Group: Services, Max: maxPoints * maxPoint, Lines: true, Empty: true, Texts: []string{"learnMore.why"}},
	{Key: "stepsTitle", Group: Services, Max: 60, Texts: []string{"learnMore.step.title"}},
	{Key: "steps", Group: Services, Max: maxPoints * maxPoint, Lines: true, Empty: true, Texts: []string{"learnMore.step"}},
	{Key: "learnMoreAsk", Group: Services, Max: 40, Texts: []string{"learnMore.quote"}},

	{Key: "ask", Group: Form, Max: 40, Texts: []string{"services.quote", "home.quote", "next.quote"}},
	{Key: "askIntro", Group: Form, Max: 300, Empty: true},
	{Key: "askServices", Group: Form, Max: 80, Texts: []string{"services.quote.services"}},
	{Key: "askMessage", Group: Form, Max: 40, Texts: []string{"lead.message"}},
	{Key: "askPlaceholder", Group: Form, Max: 120, Empty: true},
	{Key: "askSubmit", Group: Form, Max: 40, Texts: []string{"services.quote.submit"}},
	{Key: "askSent", Group: Form, Max: 60, Texts: []string{"services.quote.sent"}},
	{Key: "askSentText", Group: Form, Max: 160, Texts: []string{"services.quote.sent.description"}},
	{Key: "askTopic", Group: Form, Max: 60, Texts: []string{"answer.topic.quote_request"}},
	{Key: "chatGreeting", Group: Form, Max: 200, Texts: []string{"answer.greeting"}, Holds: "{reference}"},

	{Key: Questions, Group: Asking, Max: 4500, Asks: true, Empty: true},

	{Key: "portfolioTitle", Group: Portfolio, Max: 60, Texts: []string{"portfolio.title", "home.links.portfolio"}},
	{Key: "portfolioSubtitle", Group: Portfolio, Max: 160, Empty: true, Texts: []string{"portfolio.subtitle"}},
	{Key: "portfolioEmpty", Group: Portfolio, Max: 200, Texts: []string{"portfolio.empty"}},
	{Key: "portfolioRequest", Group: Portfolio, Max: 40, Texts: []string{"portfolio.request"}},
	{Key: "portfolioRequestHelp", Group: Portfolio, Max: 160, Empty: true, Texts: []string{"portfolio.request.help"}},
	{Key: "portfolioRequestSent", Group: Portfolio, Max: 160, Texts: []string{"portfolio.request.sent"}},
	{Key: "portfolioView", Group: Portfolio, Max: 40, Texts: []string{"portfolio.view"}},
	{Key: "portfolioProblem", Group: Portfolio, Max: 40, Texts: []string{"portfolio.problem"}},
	{Key: "portfolioDone", Group: Portfolio, Max: 40, Texts: []string{"portfolio.done"}},
	{Key: "portfolioFigures", Group: Portfolio, Max: 40, Texts: []string{"portfolio.figures"}},
	{Key: "portfolioNext", Group: Portfolio, Max: 40, Texts: []string{"portfolio.next"}},
	{Key: "portfolioVisit", Group: Portfolio, Max: 40, Texts: []string{"portfolio.visit"}},
	{Key: "portfolioTopic", Group: Portfolio, Max: 60, Texts: []string{"answer.topic.portfolio_request"}},

	{Key: "blogTitle", Group: Blog, Max: 60, Texts: []string{"blog.title", "home.links.blog"}},
	{Key: "blogSubtitle", Group: Blog, Max: 160, Empty: true, Texts: []string{"blog.subtitle"}},
	{Key: "blogEmpty", Group: Blog, Max: 200, Texts: []string{"blog.empty"}},

	{Key: "downloadTitle", Group: Visit, Max: 60, Texts: []string{"download.title", "home.download"}},
	{Key: "downloadSubtitle", Group: Visit, Max: 160, Texts: []string{"download.subtitle", "subtitle.place", "subtitle.address", "subtitle.hours", "subtitle.code"}},
}

// Questions is the key of the slot with the questions of the form.
const Questions = "questions"

// A list has at most maxPoints entries of at most maxPoint letters each.
const maxPoints, maxPoint = 6, 240

// BuiltIn returns the agency's text of a slot, which a site shows until its owner chooses
// another trade.
func (s *Slot) BuiltIn(lang locales.Lang) string {
	switch {
	case len(s.Texts) == 0:
		return ""
	case s.Lines:
		return builtInPoints(lang, s.Texts[0])
	}
	return locales.Text(lang, s.Texts[0])
}
