-- +goose Up
-- The program checks the primary language: adding a language takes no migration.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION choose_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE site_version SET primary_language = coalesce((
        SELECT nullif(substring(arrangement FROM '"primaryLanguage":"([a-z]+)"'), 'en') FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1), '');
    RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION choose_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE site_version SET primary_language = coalesce((
        SELECT substring(arrangement FROM '"primaryLanguage":"(hi|gu)"') FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1), '');
    RETURN NULL;
END $$;
-- +goose StatementEnd
