-- +goose Up
-- What an owner may say of an article besides its text, each empty where nothing was said: the hour of its day from which it is
-- public, on India's clock as it was typed; a picture; what lists and previews tell of it; another address than its id; and what
-- search engines are told. A program from before these columns leaves them, and shows an article from the beginning of its day.
ALTER TABLE posts
    ADD COLUMN hour text NOT NULL DEFAULT '',
    ADD COLUMN cover text NOT NULL DEFAULT '',
    ADD COLUMN excerpt text NOT NULL DEFAULT '',
    ADD COLUMN address text NOT NULL DEFAULT '',
    ADD COLUMN search_title text NOT NULL DEFAULT '',
    ADD COLUMN search_description text NOT NULL DEFAULT '';

-- Every page asks when the next article becomes public.
CREATE INDEX posts_by_moment ON posts (date, hour) WHERE hour <> '';

-- +goose Down
DROP INDEX posts_by_moment;
ALTER TABLE posts
    DROP COLUMN hour,
    DROP COLUMN cover,
    DROP COLUMN excerpt,
    DROP COLUMN address,
    DROP COLUMN search_title,
    DROP COLUMN search_description;
