-- +goose Up
-- What a lead was worth in whole rupees, if the owner told it, when it was won, and whether the owner wrote it down for
-- somebody who came by or called. Constant defaults rewrite no row.
ALTER TABLE feedback
    ADD COLUMN value_inr bigint,
    ADD COLUMN won_at timestamptz,
    ADD COLUMN by_hand boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT feedback_value CHECK (value_inr BETWEEN 0 AND 999999999) NOT VALID;

-- A lead is won when it becomes so, whichever version of the program moves it.
-- +goose StatementBegin
CREATE FUNCTION note_won() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.status <> 'won' THEN
        NEW.won_at := NULL;
    ELSIF OLD.status <> 'won' THEN
        NEW.won_at := coalesce(NEW.won_at, clock_timestamp());
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER feedback_won BEFORE UPDATE OF status ON feedback FOR EACH ROW EXECUTE FUNCTION note_won();

-- Those that are won already were so since their last move, or since they came.
UPDATE feedback SET won_at = coalesce((SELECT max(at) FROM feedback_events WHERE feedback_id = feedback.id AND to_status = 'won'), created_at)
WHERE status = 'won';

-- A value is part of what happened to a lead.
ALTER TABLE feedback_events
    ADD COLUMN value_inr bigint,
    DROP CONSTRAINT feedback_events_action_check,
    ADD CONSTRAINT feedback_events_action CHECK (action IN ('moved', 'noted', 'valued')) NOT VALID;

-- Reports of what came and what was won, read from the index alone. Whoever was written down by hand was promised no answer
-- and is counted apart.
CREATE INDEX feedback_won ON feedback (won_at) INCLUDE (source, by_hand, feedback_type, value_inr) WHERE won_at IS NOT NULL;
CREATE INDEX feedback_came ON feedback (created_at) INCLUDE (source, by_hand, status, feedback_type);
CREATE INDEX feedback_counts ON feedback (status, feedback_type, by_hand, created_at);
DROP INDEX feedback_counted;

-- What came through each printed code and short link, likewise.
CREATE INDEX feedback_codes ON feedback (source) INCLUDE (status, feedback_type) WHERE source ~ '^[ql]\.';

-- Whether the week's numbers are mailed on Mondays, and the first day of the last week they told of.
ALTER TABLE lead_settings
    ADD COLUMN no_weekly_mail boolean NOT NULL DEFAULT false,
    ADD COLUMN week_told date;

-- +goose Down
ALTER TABLE lead_settings DROP COLUMN no_weekly_mail, DROP COLUMN week_told;
DROP INDEX feedback_won, feedback_came, feedback_counts, feedback_codes;
CREATE INDEX feedback_counted ON feedback (status, feedback_type, created_at);
DELETE FROM feedback_events WHERE action = 'valued';
ALTER TABLE feedback_events DROP CONSTRAINT feedback_events_action, DROP COLUMN value_inr;
ALTER TABLE feedback_events ADD CONSTRAINT feedback_events_action_check CHECK (action IN ('moved', 'noted'));
DROP TRIGGER feedback_won ON feedback;
DROP FUNCTION note_won;
ALTER TABLE feedback DROP CONSTRAINT feedback_value, DROP COLUMN by_hand, DROP COLUMN won_at, DROP COLUMN value_inr;
