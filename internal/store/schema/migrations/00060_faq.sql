-- +goose Up
-- What people ask and the owner's answers, in the owner's order.
CREATE TABLE faq (
    id text PRIMARY KEY,
    question text NOT NULL,
    answer text NOT NULL,
    translations jsonb NOT NULL DEFAULT '{}',
    position integer NOT NULL,
    revision bigint NOT NULL DEFAULT 0,
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz
);

-- +goose Down
DROP TABLE faq;
