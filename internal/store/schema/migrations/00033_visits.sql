-- +goose Up
-- What visitors did, by India's day. Who they were cannot be told from it: visitor is a hash whose salt is thrown
-- away, token lived in the memory of one page. Rows are kept for weeks; their sums (visit_counts) for good.
CREATE TABLE visits (
    day      date NOT NULL,
    at       timestamptz NOT NULL,
    visitor  bigint NOT NULL,
    token    bigint NOT NULL,
    n        integer NOT NULL,
    first    boolean NOT NULL,
    kind     text NOT NULL,
    language text NOT NULL,
    page     text NOT NULL,
    channel  text NOT NULL,
    campaign text NOT NULL,
    target   text NOT NULL
) PARTITION BY RANGE (day);

-- A day nobody made a partition for still has a place.
CREATE TABLE visits_other PARTITION OF visits DEFAULT;

-- What happened in the last minutes.
CREATE INDEX visits_newest ON visits (at);

-- The sums every report reads: of all, and by channel, campaign, target, page, hour and language.
CREATE TABLE visit_counts (
    day    date NOT NULL,
    report text NOT NULL,
    key    text NOT NULL,
    visits integer NOT NULL DEFAULT 0,
    views  integer NOT NULL DEFAULT 0,
    taps   integer NOT NULL DEFAULT 0,
    opens  integer NOT NULL DEFAULT 0,
    shares integer NOT NULL DEFAULT 0,
    scans  integer NOT NULL DEFAULT 0,
    people integer NOT NULL DEFAULT 0,
    PRIMARY KEY (report, day, key)
);

-- How many batches of visits each day got, and how many of them its sums count. They are made anew once the two
-- differ, but not before next: where that takes long, it is done less often.
CREATE TABLE visit_changed (
    day     date PRIMARY KEY,
    changes bigint NOT NULL DEFAULT 1,
    counted bigint NOT NULL DEFAULT 0,
    next    timestamptz NOT NULL DEFAULT '-infinity'
);

-- What was not counted, and why.
CREATE TABLE visit_skips (
    day    date NOT NULL,
    reason text NOT NULL,
    count  bigint NOT NULL,
    PRIMARY KEY (day, reason)
);

-- What the visitors' hashes of a day are made with, on every replica; gone within 48 hours.
CREATE TABLE visit_salts (
    day  date PRIMARY KEY,
    salt bytea NOT NULL
);

-- +goose Down
DROP TABLE visit_salts, visit_skips, visit_changed, visit_counts, visits;
