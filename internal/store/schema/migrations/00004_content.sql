-- +goose Up
-- Articles. The base text is what the owner wrote first, mostly English;
-- translations holds the other languages whole. id is the readable part of the
-- address and never changes.
CREATE TABLE posts (
    id text PRIMARY KEY,
    title text NOT NULL,
    author text NOT NULL,
    date date NOT NULL,
    categories text[] NOT NULL DEFAULT '{}',
    content text NOT NULL,
    translations jsonb NOT NULL DEFAULT '{}',
    published boolean NOT NULL DEFAULT true,
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz
);

-- The blog lists what is published, newest first; 10,000 articles page through this index.
CREATE INDEX posts_public ON posts (date DESC, id) WHERE published AND deleted_at IS NULL;

-- Case studies, in the owner's order. date is the first of a month.
CREATE TABLE portfolio_items (
    id text PRIMARY KEY,
    title text NOT NULL,
    client text NOT NULL DEFAULT '',
    description text NOT NULL,
    image_url text NOT NULL DEFAULT '/placeholder.svg',
    category text NOT NULL,
    date date NOT NULL,
    link text NOT NULL DEFAULT '',
    tags text[] NOT NULL DEFAULT '{}',
    case_study text NOT NULL DEFAULT '',
    translations jsonb NOT NULL DEFAULT '{}',
    position integer NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz
);

-- Services, in the owner's order.
CREATE TABLE services (
    id text PRIMARY KEY,
    title text NOT NULL,
    description text NOT NULL,
    icon text NOT NULL,
    features text[] NOT NULL DEFAULT '{}',
    translations jsonb NOT NULL DEFAULT '{}',
    position integer NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz
);

-- +goose Down
DROP TABLE services;
DROP TABLE portfolio_items;
DROP TABLE posts;
