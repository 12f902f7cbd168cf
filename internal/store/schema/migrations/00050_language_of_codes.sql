-- +goose Up
-- The program checks the language of a code: adding a language takes no migration.
ALTER TABLE codes DROP CONSTRAINT codes_language_check;

-- +goose Down
ALTER TABLE codes ADD CONSTRAINT codes_language_check CHECK (language IN ('', 'en', 'hi', 'gu')) NOT VALID;
