-- +goose Up
-- How many leads there are of each status and form, and since when the oldest waits: read from the index alone, because the
-- messages beside these three columns are long.
CREATE INDEX feedback_counted ON feedback (status, feedback_type, created_at);

-- +goose Down
DROP INDEX feedback_counted;
