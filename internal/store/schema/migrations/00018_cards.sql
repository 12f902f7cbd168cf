-- +goose Up
-- What a list shows of an item whose article is long: the same texts, of articles their beginning. Made when it is saved, because
-- working it out for a page of a hundred takes as long as drawing the page. NULL: not made yet, a job will.
ALTER TABLE posts ADD COLUMN card jsonb;
ALTER TABLE portfolio_items ADD COLUMN card jsonb;

-- A program from before this column, or a statement by hand, changes an article and leaves its card: it is no longer true.
-- +goose StatementBegin
CREATE FUNCTION forget_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.card := NULL;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER forget_card BEFORE UPDATE OF content, translations ON posts FOR EACH ROW
    WHEN (NEW.card = OLD.card AND (NEW.content, NEW.translations) IS DISTINCT FROM (OLD.content, OLD.translations)) EXECUTE FUNCTION forget_card();
CREATE TRIGGER forget_card BEFORE UPDATE OF case_study, translations ON portfolio_items FOR EACH ROW
    WHEN (NEW.card = OLD.card AND (NEW.case_study, NEW.translations) IS DISTINCT FROM (OLD.case_study, OLD.translations)) EXECUTE FUNCTION forget_card();

-- +goose Down
DROP TRIGGER forget_card ON posts;
DROP TRIGGER forget_card ON portfolio_items;
DROP FUNCTION forget_card;
ALTER TABLE posts DROP COLUMN card;
ALTER TABLE portfolio_items DROP COLUMN card;
