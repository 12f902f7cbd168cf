-- +goose Up
-- Every message somebody left: the specification's columns first, then what a
-- real inbox needs. The key makes a retried submission the same row, and the
-- digest tells a retry from another message under the same key.
CREATE TABLE feedback (
    id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL DEFAULT '',
    comment text NOT NULL,
    feedback_type text NOT NULL CHECK (feedback_type IN ('portfolio_request', 'quote_request', 'owner_feedback')),
    rating integer,
    status text NOT NULL DEFAULT 'pending',
    company text NOT NULL DEFAULT '',
    services text[] NOT NULL DEFAULT '{}',
    edition text NOT NULL DEFAULT '',
    language text NOT NULL,
    page text NOT NULL DEFAULT '',
    source text NOT NULL DEFAULT '',
    idempotency_key text NOT NULL UNIQUE,
    digest bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX feedback_newest ON feedback (created_at DESC, id DESC);

-- +goose Down
DROP TABLE feedback;
