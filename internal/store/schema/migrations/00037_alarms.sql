-- +goose Up
-- The owner is told by mail when what leads customers somewhere was changed, or how the account is protected, and can say "this was
-- not me". One alarm is one mail: it collects changes until it is closed. It goes to the address the account had then.
CREATE TABLE alarms (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    due_at timestamptz NOT NULL,
    email text NOT NULL,
    urgent boolean NOT NULL,
    closed_at timestamptz,
    mailed_at timestamptz,
    undone_at timestamptz
);
CREATE INDEX alarms_newest ON alarms (at DESC);

-- What was changed, from where, and what it was before. Several changes of one value from one network are one row.
CREATE TABLE alarm_changes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    alarm bigint NOT NULL REFERENCES alarms ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    times integer NOT NULL DEFAULT 1,
    subject text NOT NULL,
    item text NOT NULL,
    field text NOT NULL,
    name text NOT NULL,
    before text NOT NULL,
    after text NOT NULL,
    shown boolean NOT NULL,
    user_agent text NOT NULL,
    network text NOT NULL
);
CREATE INDEX alarm_changes_of ON alarm_changes (alarm);
CREATE INDEX alarm_changes_value ON alarm_changes (subject, item, field, id);

-- The secrets of mails, hashed: one for each try to send. Expiry is judged by this database's clock.
CREATE TABLE alarm_links (
    token text PRIMARY KEY,
    alarm bigint NOT NULL REFERENCES alarms ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
);

-- +goose Down
DROP TABLE alarm_links;
DROP TABLE alarm_changes;
DROP TABLE alarms;
