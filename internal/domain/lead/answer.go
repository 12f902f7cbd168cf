package lead

import "strings"

// Answer holds suggested replies for the owner in one language. The owner edits them
// before sending.
type Answer struct {
	Call    string `json:"call" doc:"How to begin the call"`
	Chat    string `json:"chat"`
	Subject string `json:"subject"`
	Mail    string `json:"mail"`
}

// Answer suggests replies to the lead. say returns a text of the site, with its placeholders
// filled in.
func (l Lead) Answer(say func(key string, pairs ...string) string, brand, reference string) Answer {
	topic := strings.Join(l.Services, ", ")
	if topic == "" {
		topic = say("answer.topic." + string(l.Kind))
	}
	text := func(key string) string {
		return say(key, "name", l.Name, "brand", brand, "reference", reference, "topic", topic)
	}
	return Answer{Call: text("answer.call"), Chat: text("answer.chat"), Subject: text("answer.subject"), Mail: text("answer.mail")}
}
