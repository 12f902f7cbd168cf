-- +goose Up
-- The owner's choices about messages, one row. An empty address means the one the owner signs in with; no months of
-- retention means that messages are kept. The secret signs form tokens and hashes networks; two random UUIDs are its
-- source because every PostgreSQL has them.
CREATE TABLE lead_settings (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    notify_email text NOT NULL DEFAULT '',
    mail_language text NOT NULL DEFAULT 'en',
    retention_months integer NOT NULL DEFAULT 0 CHECK (retention_months >= 0),
    secret bytea NOT NULL DEFAULT sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
);
INSERT INTO lead_settings DEFAULT VALUES;

-- +goose Down
DROP TABLE lead_settings;
