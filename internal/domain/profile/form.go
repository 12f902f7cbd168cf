package profile

import (
	"slices"

	"parichay/internal/domain/field"
	"parichay/internal/domain/hours"
	"parichay/internal/domain/lead"
	"parichay/internal/domain/trade"
	"parichay/locales"
)

// usualNeeds is the value of formNeeds and formPhotos that leaves the choice to the owner's trade.
const usualNeeds = "usual"

// Form returns what the site's forms ask readers of a language for.
func (p Profile) Form(lang locales.Lang) lead.Form {
	t := trade.Find(p.Trade)
	form := lead.Form{Contact: t.Contact(), NoCompany: !t.IsAgency()}
	if p.Needs != usualNeeds && p.Needs != "" {
		form.Contact = lead.Contact(p.Needs)
	}
	form.Photos = p.Photos == field.Yes || p.Photos != field.No && t.Photos
	form.Questions, _ = field.ParseQuestions(textOf(&p, byKey[trade.Questions], lang)) // the rule and a test guarantee the format
	p.offerTimes(form.Questions, lang)
	form.Basket = !t.IsAgency()
	if form.Basket && !slices.ContainsFunc(form.Questions, func(q field.Question) bool { return q.Kind == field.AnswerDate }) {
		form.Wish = []field.Question{{Kind: field.AnswerDate, Label: locales.Text(lang, "basket.date")}}
	}
	return form
}

// timeStep is the distance between two times that a form offers, in minutes.
const timeStep = 30

// offerTimes gives each question about a time the opening times of the week as choices, if they
// are known.
func (p Profile) offerTimes(questions []field.Question, lang locales.Lang) {
	asks := func(kind field.AnswerKind) bool {
		return slices.ContainsFunc(questions, func(q field.Question) bool { return q.Kind == kind })
	}
	if !asks(field.AnswerTime) {
		return
	}
	week, ok := p.Week()
	if !ok {
		return
	}
	days, all := starts(week)
	choices, indexes := make([]string, len(all)), make([][]int, len(days))
	for i, at := range all {
		choices[i] = locales.Clock(lang, at)
	}
	for day := range days {
		indexes[day] = []int{}
		for _, at := range days[day] {
			indexes[day] = append(indexes[day], slices.Index(all, at))
		}
	}
	for i := range questions {
		if questions[i].Kind != field.AnswerTime || len(all) == 0 {
			continue
		}
		questions[i].Choices = choices
		if asks(field.AnswerDate) {
			questions[i].Days = indexes
		}
	}
}

// starts returns the times, in minutes from midnight, at which somebody may come: those of each
// day from Monday, and all of them, in order. Times after midnight belong to the day before.
func starts(h hours.Hours) (days [7][]int, all []int) {
	const day = 24 * 60
	for i, spans := range h.Days {
		for _, span := range spans {
			end := span.Close
			if end < span.Open {
				end += day
			}
			for at := (span.Open + timeStep - 1) / timeStep * timeStep; at < end; at += timeStep {
				days[i] = append(days[i], at%day)
			}
		}
		slices.Sort(days[i])
		days[i] = slices.Compact(days[i])
		all = append(all, days[i]...)
	}
	slices.Sort(all)
	return days, slices.Compact(all)
}
