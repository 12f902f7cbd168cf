-- Stores a lead exactly once, in the inbox or in quarantine, together with the job that mails the owner. The caller announces
-- that job after the commit.
CREATE OR REPLACE FUNCTION take_lead(
    arrival jsonb, OUT verdict text, OUT lead bigint, OUT prefix text, OUT reason text, OUT heat double precision
) LANGUAGE plpgsql AS $$
DECLARE
    its record;
    known feedback%ROWTYPE;
BEGIN
    SELECT * INTO its FROM jsonb_to_record(arrival) AS given(
        key text, digest bytea, prefix text, flag text, nonce bytea,
        name text, email text, phone text, comment text, kind text, rating integer, company text, services text[], details jsonb,
        edition text, language text, page text, source text, consent text,
        network bytea, network_room integer, wide bytea, wide_room integer, text_hash bytea, text_room integer, no_room boolean,
        most_heat double precision, cools_by double precision, heating integer,
        job_kind text, job_queue text, job_attempts integer);
    prefix := its.prefix;
    reason := its.flag;
    heat := 0;
    IF reason = '' AND its.network IS NOT NULL THEN
        -- Arrivals from one network, and those of one text, wait for each other here; otherwise all that come at once
        -- would slip under the limit.
        PERFORM pg_advisory_xact_lock(('x' || encode(substr(its.network, 1, 8), 'hex'))::bit(64)::bigint);
        IF its.wide IS NOT NULL THEN
            PERFORM pg_advisory_xact_lock(('x' || encode(substr(its.wide, 1, 8), 'hex'))::bit(64)::bigint);
        END IF;
        IF its.text_hash IS NOT NULL THEN
            PERFORM pg_advisory_xact_lock(('x' || encode(substr(its.text_hash, 1, 8), 'hex'))::bit(64)::bigint);
        END IF;
        reason := CASE
            WHEN (SELECT count(*) FROM arrivals WHERE network = its.network AND at > clock_timestamp() - interval '1 hour') >= its.network_room THEN 'crowded'
            WHEN (SELECT count(*) FROM arrivals WHERE wide = its.wide AND at > clock_timestamp() - interval '1 hour') >= its.wide_room THEN 'crowded'
            WHEN (SELECT count(*) FROM arrivals WHERE text_hash = its.text_hash AND at > clock_timestamp() - interval '1 day') >= its.text_room THEN 'repeated'
            ELSE '' END;
    END IF;
    LOOP
        SELECT * INTO known FROM feedback WHERE idempotency_key = its.key;
        IF FOUND THEN
            verdict := CASE known.digest WHEN its.digest THEN 'known' ELSE 'key_taken' END;
            lead := known.id;
            prefix := known.reference_prefix;
            reason := known.flag;
            RETURN;
        END IF;
        IF its.network IS NOT NULL AND its.flag = '' THEN
            heat := inbox_heat(its.cools_by, its.heating);
            IF heat >= its.most_heat THEN
                verdict := 'harder';
                RETURN;
            END IF;
        END IF;
        IF reason <> '' AND its.no_room THEN
            verdict := 'no_room';
            RETURN;
        END IF;
        INSERT INTO feedback (name, email, phone, comment, feedback_type, rating, status, company, services, edition, language, page, source, consent,
            flag, idempotency_key, digest, reference_prefix, details)
        VALUES (its.name, its.email, its.phone, its.comment, its.kind, its.rating, CASE reason WHEN '' THEN 'pending' ELSE 'spam' END, its.company,
            its.services, its.edition, its.language, its.page, its.source, its.consent, reason, its.key, its.digest, its.prefix,
            coalesce(its.details, '[]')) -- the previous release sends none
        ON CONFLICT (idempotency_key) DO NOTHING RETURNING id INTO lead;
        EXIT WHEN FOUND;
        -- Another insert of this key was first; ours waited for it to commit.
    END LOOP;
    IF its.nonce IS NOT NULL THEN
        INSERT INTO form_tokens (nonce) VALUES (its.nonce) ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN
            DELETE FROM feedback WHERE id = lead;
            verdict := 'token_used';
            RETURN;
        END IF;
    END IF;
    IF its.network IS NOT NULL THEN
        INSERT INTO arrivals (network, wide, text_hash, inbox) VALUES (its.network, its.wide, its.text_hash, reason = '');
    END IF;
    IF reason = '' AND its.job_kind IS NOT NULL THEN
        PERFORM enqueue_job(its.job_kind, jsonb_build_object('id', lead), its.job_queue, its.job_attempts, announce => false);
    END IF;
    verdict := 'new';
END $$;

-- The previous release calls the function with these parameters. To be dropped one release later.
CREATE OR REPLACE FUNCTION take_lead(
    its_key text, its_digest bytea, its_prefix text, its_flag text, its_network bytea, its_text bytea, its_nonce bytea,
    its_name text, its_email text, its_phone text, its_comment text, its_type text, its_rating integer, its_company text, its_services text[],
    its_edition text, its_language text, its_page text, its_source text, its_consent text,
    network_room integer, text_room integer, no_room boolean, job_kind text, job_queue text, job_attempts smallint,
    its_wide bytea, wide_room integer, most_heat double precision, cools_by double precision, heating integer,
    OUT verdict text, OUT lead bigint, OUT prefix text, OUT reason text, OUT heat double precision
) LANGUAGE sql AS $$
    SELECT * FROM take_lead(jsonb_build_object(
        'key', its_key, 'digest', its_digest, 'prefix', its_prefix, 'flag', its_flag, 'nonce', its_nonce,
        'name', its_name, 'email', its_email, 'phone', its_phone, 'comment', its_comment, 'kind', its_type, 'rating', its_rating,
        'company', its_company, 'services', its_services,
        'edition', its_edition, 'language', its_language, 'page', its_page, 'source', its_source, 'consent', its_consent,
        'network', its_network, 'network_room', network_room, 'wide', its_wide, 'wide_room', wide_room,
        'text_hash', its_text, 'text_room', text_room, 'no_room', no_room,
        'most_heat', most_heat, 'cools_by', cools_by, 'heating', heating,
        'job_kind', job_kind, 'job_queue', job_queue, 'job_attempts', job_attempts))
$$;
