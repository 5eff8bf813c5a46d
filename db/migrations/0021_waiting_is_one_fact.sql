ALTER TABLE "conversations" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "kept_waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visitors" ADD COLUMN "state" text DEFAULT 'resolved' NOT NULL;--> statement-breakpoint
ALTER TABLE "visitors" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "conversations_snoozed" ON "conversations" USING btree ("snoozed_until") WHERE "conversations"."snoozed_until" is not null and "conversations"."completed_at" is null;--> statement-breakpoint
CREATE INDEX "visitors_standing_open" ON "visitors" USING btree ("agent_id","updated_at","id") WHERE "visitors"."state" in ('waiting', 'open');--> statement-breakpoint
CREATE INDEX "visitors_waiting" ON "visitors" USING btree ("waiting_since","id") WHERE "visitors"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "visitors_snoozed" ON "visitors" USING btree ("agent_id","updated_at","id") WHERE "visitors"."state" = 'snoozed';--> statement-breakpoint
CREATE INDEX "visitors_resolved" ON "visitors" USING btree ("agent_id","updated_at","id") WHERE "visitors"."state" = 'resolved';--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_snoozed_or_waiting" CHECK ("conversations"."snoozed_until" is null or "conversations"."waiting_since" is null);--> statement-breakpoint
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_state" CHECK ("visitors"."state" in ('waiting', 'open', 'snoozed', 'resolved'));--> statement-breakpoint
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_waiting_since" CHECK (("visitors"."state" = 'waiting') = ("visitors"."waiting_since" is not null));--> statement-breakpoint
-- by hand:
-- Until now choosing a topic began a wait, and completion ended none.
UPDATE "conversations" c SET "waiting_since" = CASE WHEN c."completed_at" IS NULL THEN (
	SELECT min(m."created_at") FROM "visitor_messages" m
	WHERE m."conversation_id" = c."id" AND NOT m."is_agent" AND m."number" > coalesce((
		SELECT max(a."number") FROM "visitor_messages" a
		WHERE a."conversation_id" = c."id" AND a."is_agent"
	), 0)
) END
WHERE c."completed_at" IS NULL OR c."waiting_since" IS NOT NULL;--> statement-breakpoint
UPDATE "visitors" v SET
	"state" = CASE WHEN s."waiting_since" IS NULL THEN 'open' ELSE 'waiting' END,
	"waiting_since" = s."waiting_since"
FROM (
	SELECT "visitor_id", min("waiting_since") AS "waiting_since" FROM "conversations"
	WHERE "completed_at" IS NULL GROUP BY "visitor_id"
) s
WHERE v."id" = s."visitor_id";--> statement-breakpoint
-- Nobody waits in a conversation that is completed, whoever completes it.
CREATE FUNCTION "put_wait_aside"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.kept_waiting_since := new.waiting_since;
	new.waiting_since := NULL;
	RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "put_wait_aside" BEFORE INSERT OR UPDATE ON "conversations" FOR EACH ROW
WHEN (new.completed_at IS NOT NULL AND new.waiting_since IS NOT NULL)
EXECUTE FUNCTION put_wait_aside();--> statement-breakpoint
-- The visitor is locked first: of two conversations that change at once the second then sees the first.
CREATE FUNCTION "keep_visitor_state"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	whose uuid := CASE tg_op WHEN 'DELETE' THEN old.visitor_id ELSE new.visitor_id END;
BEGIN
	PERFORM 1 FROM visitors WHERE id = whose FOR UPDATE;
	UPDATE visitors v SET state = now_is.state, waiting_since = now_is.waiting_since
	FROM (
		SELECT min(c.waiting_since) AS waiting_since, CASE
			WHEN count(c.waiting_since) > 0 THEN 'waiting'
			WHEN count(*) FILTER (WHERE c.completed_at IS NULL AND c.snoozed_until IS NULL) > 0 THEN 'open'
			WHEN count(*) FILTER (WHERE c.completed_at IS NULL) > 0 THEN 'snoozed'
			ELSE 'resolved' END AS state
		FROM conversations c WHERE c.visitor_id = whose
	) now_is
	WHERE v.id = whose
		AND (v.state, v.waiting_since) IS DISTINCT FROM (now_is.state, now_is.waiting_since);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "visitor_state_insert" AFTER INSERT ON "conversations" FOR EACH ROW
WHEN (new.completed_at IS NULL) EXECUTE FUNCTION keep_visitor_state();--> statement-breakpoint
-- Asked without calling anything: most messages change nothing of it, and pay nothing.
CREATE TRIGGER "visitor_state_update" AFTER UPDATE ON "conversations" FOR EACH ROW
WHEN (
	old.waiting_since IS DISTINCT FROM new.waiting_since
	OR (old.completed_at IS NULL) <> (new.completed_at IS NULL)
	OR (old.snoozed_until IS NULL) <> (new.snoozed_until IS NULL)
) EXECUTE FUNCTION keep_visitor_state();--> statement-breakpoint
CREATE TRIGGER "visitor_state_delete" AFTER DELETE ON "conversations" FOR EACH ROW
WHEN (old.completed_at IS NULL) EXECUTE FUNCTION keep_visitor_state();
