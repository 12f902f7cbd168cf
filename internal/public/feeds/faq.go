package feeds

// Asked is a question that people ask, and the answer of the business.
type Asked struct{ Question, Answer string }

// FAQ returns questions as JSON-LD.
func FAQ(all []Asked) map[string]any {
	entries := make([]any, len(all))
	for i, a := range all {
		entries[i] = map[string]any{"@type": "Question", "name": a.Question, "acceptedAnswer": map[string]any{"@type": "Answer", "text": a.Answer}}
	}
	return map[string]any{"@context": schemaOrg, "@type": "FAQPage", "mainEntity": entries}
}
