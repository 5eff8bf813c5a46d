CREATE FUNCTION "number_events"("at_once" integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	numbered integer;
BEGIN
	PERFORM pg_advisory_xact_lock(7401952);
	-- A statement of its own: it sees what is committed when the lock is there.
	WITH taken AS (
		DELETE FROM unnumbered_events
		WHERE seq = ANY(ARRAY(SELECT seq FROM unnumbered_events ORDER BY seq LIMIT at_once))
		RETURNING seq, type, subject, position, part, at
	), given AS (
		INSERT INTO events (number, type, subject, position, part, at)
		SELECT coalesce((SELECT max(number) FROM events), 0) + row_number() OVER (ORDER BY seq),
			type, subject, position, part, at
		FROM taken
	)
	SELECT count(*) INTO numbered FROM taken;
	RETURN numbered;
END
$$;
