-- +goose Up
-- How a message's reference begins: a visitor was told DM-1042, and that stays its name when the brand gets another.
-- Messages from before have none and follow the brand. A constant default rewrites no row.
ALTER TABLE feedback ADD COLUMN reference_prefix text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE feedback DROP COLUMN reference_prefix;
