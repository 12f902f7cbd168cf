-- +goose Up
-- Questions put to passkeys are signed, not stored. An answer that was right is noted here, so that it works once. The table
-- challenges stays for the version before, which stores every question.
CREATE TABLE used_challenges (
    challenge text PRIMARY KEY,
    expires_at timestamptz NOT NULL
);

CREATE INDEX used_challenges_expiry ON used_challenges (expires_at);

-- +goose Down
DROP TABLE used_challenges;
