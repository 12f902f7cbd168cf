-- +goose Up
-- The language the owner writes in, empty for English: where a text is not written in English, that one stands in. The profile
-- says so; lists ask here. Who writes a revision decides it; a program from before this step writes none.
ALTER TABLE site_version ADD COLUMN primary_language text NOT NULL DEFAULT '';
-- +goose StatementBegin
CREATE FUNCTION choose_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE site_version SET primary_language = coalesce((
        SELECT substring(arrangement FROM '"primaryLanguage":"(hi|gu)"') FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1), '');
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER choose_language AFTER INSERT OR DELETE ON website_content FOR EACH STATEMENT EXECUTE FUNCTION choose_language();

-- +goose Down
DROP TRIGGER choose_language ON website_content;
DROP FUNCTION choose_language;
ALTER TABLE site_version DROP COLUMN primary_language;
