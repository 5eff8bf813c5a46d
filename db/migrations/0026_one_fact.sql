DROP INDEX "visitors_open";--> statement-breakpoint
CREATE INDEX "visitors_open" ON "visitors" USING btree ("agent_id") WHERE "visitors"."state" <> 'resolved';--> statement-breakpoint
-- by hand:
-- When a visitor's last conversation was completed was written by whoever completed one, and could say
-- otherwise than their state. From here on both have one writer.
CREATE OR REPLACE FUNCTION "keep_visitor_state"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	whose uuid := CASE tg_op WHEN 'DELETE' THEN old.visitor_id ELSE new.visitor_id END;
BEGIN
	PERFORM 1 FROM visitors WHERE id = whose FOR UPDATE;
	UPDATE visitors v
	SET state = now_is.state, waiting_since = now_is.waiting_since, completed_at = now_is.completed_at
	FROM (
		SELECT min(c.waiting_since) AS waiting_since, CASE
			WHEN count(c.waiting_since) > 0 THEN 'waiting'
			WHEN count(*) FILTER (WHERE c.completed_at IS NULL AND c.snoozed_until IS NULL) > 0 THEN 'open'
			WHEN count(*) FILTER (WHERE c.completed_at IS NULL) > 0 THEN 'snoozed'
			ELSE 'resolved' END AS state,
			CASE WHEN count(*) FILTER (WHERE c.completed_at IS NULL) = 0
				THEN max(c.completed_at) END AS completed_at
		FROM conversations c WHERE c.visitor_id = whose
	) now_is
	WHERE v.id = whose AND (v.state, v.waiting_since, v.completed_at)
		IS DISTINCT FROM (now_is.state, now_is.waiting_since, now_is.completed_at);
	RETURN NULL;
END $$;--> statement-breakpoint
UPDATE "visitors" v SET "completed_at" = CASE WHEN v."state" = 'resolved' THEN (
	SELECT max(c."completed_at") FROM "conversations" c WHERE c."visitor_id" = v."id"
) END
WHERE (v."completed_at" IS NULL) = (v."state" = 'resolved');
