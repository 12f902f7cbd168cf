-- +goose Up
-- Form tokens that have been used: each opens the door once. Forgotten when they would have expired anyway.
CREATE TABLE form_tokens (
    nonce bytea PRIMARY KEY,
    used_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX form_tokens_used ON form_tokens (used_at);

-- Where messages came from lately, for the limits, on all replicas together. The network is a keyed hash, never an
-- address; the text is a hash, to see the same one arrive again and again. Forgotten after a day.
CREATE TABLE arrivals (
    network bytea NOT NULL,
    text_hash bytea,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX arrivals_network ON arrivals (network, at);
CREATE INDEX arrivals_text ON arrivals (text_hash, at) WHERE text_hash IS NOT NULL;
CREATE INDEX arrivals_at ON arrivals (at);

-- +goose Down
DROP TABLE arrivals;
DROP TABLE form_tokens;
