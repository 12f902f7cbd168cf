-- +goose Up
-- The answers to the questions of the owner's form, [{"label": "For how many people?", "value": "20"}], as the visitor saw
-- both. A constant default rewrites no row.
ALTER TABLE feedback ADD COLUMN details jsonb NOT NULL DEFAULT '[]';

-- The text of the answers that the inbox searches, in lower case like the column search.
CREATE FUNCTION lead_answers(details jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(lower(string_agg((d ->> 'label') || ': ' || (d ->> 'value'), ' ' ORDER BY n)), '')
    FROM jsonb_array_elements(details) WITH ORDINALITY AS each(d, n)
$$;

-- Answers are found by trigrams, as messages are. Most leads have none, so the index is small.
-- +goose StatementBegin
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
        CREATE INDEX feedback_answers ON feedback USING gin (lead_answers(details) gin_trgm_ops) WHERE details <> '[]';
    END IF;
END $$;
-- +goose StatementEnd

-- +goose Down
DROP INDEX IF EXISTS feedback_answers;
DROP FUNCTION lead_answers;
ALTER TABLE feedback DROP COLUMN details;
