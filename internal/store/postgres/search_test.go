package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parichay/internal/domain/lead"
	"parichay/internal/store/postgres"
	"parichay/internal/testkit/testdb"
)

// searched inserts a lead, an article and a picture that contain the same words. There are enough
// other rows to make PostgreSQL use the index.
const searched = `
	DELETE FROM posts;
	DELETE FROM media;
	INSERT INTO posts (id, title, content, author, date, published, translations) VALUES
		('wanted', 'Posters for École Ünal', '<p>Text</p>', 'Admin', '2024-01-01', true, '{"gu": {"title": "દિવાળી માટે પોસ્ટર"}, "hi": {"title": "हमें वेबसाइट चाहिए"}}'),
		('other', 'Flutes', '<p>Text</p>', 'Admin', '2024-01-02', true, '{}');
	INSERT INTO media (name, title, alt) VALUES
		('wanted', 'Posters for École Ünal', '{"gu": "દિવાળી માટે પોસ્ટર", "hi": "हमें वेबसाइट चाहिए"}'),
		('other', 'Flutes', '{}');
	INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest) VALUES
		('wanted', 'a@example.in', 'Posters for École Ünal દિવાળી માટે પોસ્ટર हमें वेबसाइट चाहिए', 'quote_request', 'en', 'wanted', ''),
		('other', 'b@example.in', 'Flutes', 'quote_request', 'en', 'other', '');
	INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest)
		SELECT 'filler', 'c@example.in', repeat('નમસ્તે नमस्ते hello ', 20), 'quote_request', 'en', 'filler ' || n, '' FROM generate_series(1, 2000) n;
	ANALYZE feedback`

// answered inserts a lead with answers.
const answered = `
	INSERT INTO feedback (name, email, comment, feedback_type, language, idempotency_key, digest, details) VALUES
		('answered', 'd@example.in', 'A cake', 'quote_request', 'en', 'answered', '', '[{"label": "For how many people?", "value": "પચાસ लोग Fifty"}, {"label": "Size", "value": "Large"}]')`

func TestSearchWorksWithAnyCharacterType(t *testing.T) {
	t.Parallel()
	for _, ctype := range []string{"C", "C.UTF-8"} {
		t.Run(ctype, func(t *testing.T) {
			t.Parallel()
			store, url := testdb.WithCType(t, ctype)
			testdb.Exec(t, url, searched)
			words := []string{"દિવાળી", "પોસ્ટ", "वेबसाइट", "हमें वेब", "POSTERS", "posters for", "École", "Ünal"}
			if ctype != "C" {
				words = append(words, "école", "ÜNAL") // C lowercases only ASCII letters
			}
			for _, word := range words {
				assert.Equal(t, []string{"wanted"}, listed(t, store, postgres.Part{Search: word}), "article: %s", word)

				pictures, _, err := store.Media.Shelf(t.Context(), word, 0, 30)
				require.NoError(t, err)
				if assert.Len(t, pictures, 1, "picture: %s", word) {
					assert.Equal(t, "wanted", pictures[0].Name)
				}

				leads, err := store.Inbox.List(t.Context(), lead.Query{Text: word, Limit: 20})
				require.NoError(t, err)
				if assert.Len(t, leads, 1, "lead: %s", word) {
					assert.Equal(t, "wanted", leads[0].Name)
				}
			}
			testdb.Exec(t, url, answered)
			for _, word := range []string{"પચાસ", "लोग", "FIFTY", "many people?", "size: large", "la"} {
				leads, err := store.Inbox.List(t.Context(), lead.Query{Text: word, Limit: 20})
				require.NoError(t, err)
				if assert.Len(t, leads, 1, "answer: %s", word) {
					assert.Equal(t, "answered", leads[0].Name)
				}
			}
		})
	}
}
