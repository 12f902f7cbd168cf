-- +goose Up
-- Codes that are printed (kind q) and short links (kind l). Where one leads may change after it was printed; the code
-- itself never does and is never given to another: a retired one keeps its row, leads home and is still counted.
CREATE TABLE codes (
    code       text PRIMARY KEY CHECK (code ~ '^[a-z0-9]{2,32}$'),
    kind       text NOT NULL CHECK (kind IN ('q', 'l')),
    name       text NOT NULL,
    target     text NOT NULL,
    language   text NOT NULL DEFAULT '' CHECK (language IN ('', 'en', 'hi', 'gu')),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    retired_at timestamptz,
    idempotency_key text UNIQUE
);

-- +goose Down
DROP TABLE codes;
