-- +goose Up
-- Which programs may run on these tables: those that know oldest_step, or a later one. A step that only adds leaves it; one that
-- takes away what an older program uses raises it to the newest step of the release before, whose programs do without.
CREATE TABLE schema_support (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    oldest_step bigint NOT NULL
);
INSERT INTO schema_support (oldest_step) VALUES (21);

-- +goose Down
DROP TABLE schema_support;
