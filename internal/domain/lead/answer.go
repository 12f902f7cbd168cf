package lead

import (
	"strings"

	"parichay/locales"
)

// Answer holds suggested replies for the owner in one language. The owner edits them
// before sending.
type Answer struct {
	Call    string `json:"call" doc:"How to begin the call"`
	Chat    string `json:"chat"`
	Subject string `json:"subject"`
	Mail    string `json:"mail"`
}

// Answer suggests replies to the lead in a language.
func (l Lead) Answer(lang locales.Lang, brand, reference string) Answer {
	topic := strings.Join(l.Services, ", ")
	if topic == "" {
		topic = locales.Text(lang, "answer.topic."+string(l.Kind))
	}
	text := func(key string) string {
		return locales.Text(lang, key, "name", l.Name, "brand", brand, "reference", reference, "topic", topic)
	}
	return Answer{Call: text("answer.call"), Chat: text("answer.chat"), Subject: text("answer.subject"), Mail: text("answer.mail")}
}

// Greeting returns the first chat message of a visitor who continues on WhatsApp. The message
// contains the reference, so that the owner can match it to the lead.
func Greeting(lang locales.Lang, reference string) string {
	return locales.Text(lang, "answer.greeting", "reference", reference)
}
