-- +goose Up
-- How the pages look: accent, mode, shape, backdrop, cover and main action, as JSON text like qr_code_settings. Empty is the page as
-- it comes.
ALTER TABLE website_content ADD COLUMN looks text;
UPDATE website_content SET looks = '';

-- A program from before this column keeps the look as it keeps the arrangement.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION keep_arrangement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    last website_content%ROWTYPE;
BEGIN
    SELECT * INTO last FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1;
    NEW.arrangement := coalesce(NEW.arrangement, last.arrangement, '');
    NEW.looks := coalesce(NEW.looks, last.looks, '');
    RETURN NEW;
END $$;
-- +goose StatementEnd
DROP TRIGGER keep_arrangement ON website_content;
CREATE TRIGGER keep_arrangement BEFORE INSERT ON website_content FOR EACH ROW
    WHEN (NEW.arrangement IS NULL OR NEW.looks IS NULL) EXECUTE FUNCTION keep_arrangement();
ALTER TABLE website_content ALTER COLUMN looks SET NOT NULL;

-- +goose Down
DROP TRIGGER keep_arrangement ON website_content;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION keep_arrangement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.arrangement := coalesce((SELECT arrangement FROM website_content ORDER BY updated_at DESC, id DESC LIMIT 1), '');
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER keep_arrangement BEFORE INSERT ON website_content FOR EACH ROW WHEN (NEW.arrangement IS NULL) EXECUTE FUNCTION keep_arrangement();
ALTER TABLE website_content DROP COLUMN looks;
