package feeds

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Search engines require mainEntity, and of each Question name and acceptedAnswer with text (read 2026-11).
func TestQuestionsAreDescribedToSearchEngines(t *testing.T) {
	t.Parallel()
	assert.Equal(t, map[string]any{"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": []any{
		map[string]any{"@type": "Question", "name": "Eggless?", "acceptedAnswer": map[string]any{"@type": "Answer", "text": "Yes."}},
	}}, FAQ([]Asked{{"Eggless?", "Yes."}}))
}
