-- +goose Up
-- What the home page is made of, in the owner's order. shown_from and shown_until are
-- dates and times on India's clock as they were typed, empty where there is none.
CREATE TABLE blocks (
    id text PRIMARY KEY,
    kind text NOT NULL,
    part text NOT NULL DEFAULT '',
    title text NOT NULL DEFAULT '',
    description text NOT NULL DEFAULT '',
    text text NOT NULL DEFAULT '',
    address text NOT NULL DEFAULT '',
    video text NOT NULL DEFAULT '',
    icon text NOT NULL DEFAULT '',
    image text NOT NULL DEFAULT '',
    poster text NOT NULL DEFAULT '',
    accent text NOT NULL DEFAULT '',
    shown_from text NOT NULL DEFAULT '',
    shown_until text NOT NULL DEFAULT '',
    languages text[] NOT NULL DEFAULT '{}',
    translations jsonb NOT NULL DEFAULT '{}',
    published boolean NOT NULL DEFAULT true,
    position integer NOT NULL,
    revision bigint NOT NULL DEFAULT 0,
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz
);

-- Those that come with the site, as the page was before there were blocks.
INSERT INTO blocks (id, kind, part, position) VALUES
    ('services', 'page', 'services', 1),
    ('portfolio', 'page', 'portfolio', 2),
    ('blog', 'page', 'blog', 3),
    ('shop', 'action', 'shop', 4),
    ('download', 'page', 'download', 5),
    ('feedback', 'action', 'feedback', 6),
    ('phone', 'contact', 'phone', 7),
    ('email', 'contact', 'email', 8),
    ('address', 'contact', 'address', 9);

-- +goose Down
DROP TABLE blocks;
