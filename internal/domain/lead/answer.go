package lead

import (
	"strings"

	"parichay/locales"
)

// Answer is what the owner may say, in one language; every text is meant to be
// changed before it is sent.
type Answer struct {
	Call    string `json:"call" doc:"How to begin the call"`
	Chat    string `json:"chat"`
	Subject string `json:"subject"`
	Mail    string `json:"mail"`
}

// Answer proposes how to answer in a language.
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

// Greeting is what a visitor who goes on in the chat says first: it carries the
// reference, so that the owner knows which message it belongs to.
func Greeting(lang locales.Lang, reference string) string {
	return locales.Text(lang, "answer.greeting", "reference", reference)
}
