CREATE TABLE "report_changes" (
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_days" (
	"day" date PRIMARY KEY NOT NULL,
	"measured_by" text NOT NULL,
	"measures" json NOT NULL,
	"tally" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_months" (
	"month" date PRIMARY KEY NOT NULL,
	"measured_by" text NOT NULL,
	"tally" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visitor_address_parts" (
	"visitor_id" uuid PRIMARY KEY NOT NULL,
	"parts" text[] NOT NULL
);
--> statement-breakpoint
DROP INDEX "visitor_messages_agent";--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visitor_address_parts" ADD CONSTRAINT "visitor_address_parts_visitor_id_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_changes_started" ON "report_changes" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "conversation_ratings_commented" ON "conversation_ratings" USING btree ("updated_at") WHERE "conversation_ratings"."comment" is not null;--> statement-breakpoint
CREATE INDEX "conversation_ratings_agent" ON "conversation_ratings" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "read_marks_conversation" ON "read_marks" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "visitor_messages_latest" ON "visitor_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "visitor_messages_author" ON "visitor_messages" USING btree ("agent_id","conversation_id") WHERE "visitor_messages"."agent_id" is not null;--> statement-breakpoint
-- An address in pieces of one to three characters: what a search by a part of it looks for.
CREATE FUNCTION "address_parts"("address" text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(array_agg(DISTINCT substr("address", "at", "size")), '{}')
	FROM generate_series(1, 3) "size", generate_series(1, char_length("address")) "at"
	WHERE "at" + "size" - 1 <= char_length("address")
$$;--> statement-breakpoint
INSERT INTO "visitor_address_parts" ("visitor_id", "parts")
SELECT "id", address_parts("email") FROM "visitors";--> statement-breakpoint
CREATE INDEX "visitor_address_parts_parts" ON "visitor_address_parts" USING gin ("parts");--> statement-breakpoint
CREATE FUNCTION "keep_address_parts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO visitor_address_parts (visitor_id, parts) VALUES (new.id, address_parts(new.email));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "keep_address_parts" AFTER INSERT ON "visitors"
FOR EACH ROW EXECUTE FUNCTION keep_address_parts();--> statement-breakpoint
-- Who came meanwhile: from here on nobody comes without the trigger.
INSERT INTO "visitor_address_parts" ("visitor_id", "parts")
SELECT "id", address_parts("email") FROM "visitors" v
WHERE NOT EXISTS (SELECT 1 FROM "visitor_address_parts" p WHERE p."visitor_id" = v."id");--> statement-breakpoint
-- What reports may have counted already. The conditions are asked without calling anything, so that
-- a message in a conversation of this week, as nearly all are, pays nothing.
CREATE FUNCTION "note_report_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO report_changes (started_at) VALUES (coalesce(old.started_at, new.started_at));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "report_change_insert" AFTER INSERT ON "conversations" FOR EACH ROW
WHEN (new.started_at < now() - interval '6 days') EXECUTE FUNCTION note_report_change();--> statement-breakpoint
CREATE TRIGGER "report_change_update" AFTER UPDATE OF "agent_id", "topic", "service_section",
	"service_slug", "service_title", "last_number", "visitor_message_count", "last_message_at",
	"first_answered_at", "completed_at" ON "conversations" FOR EACH ROW
WHEN (old.started_at < now() - interval '6 days') EXECUTE FUNCTION note_report_change();--> statement-breakpoint
CREATE TRIGGER "report_change_delete" AFTER DELETE ON "conversations" FOR EACH ROW
WHEN (old.started_at < now() - interval '6 days') EXECUTE FUNCTION note_report_change();--> statement-breakpoint
CREATE FUNCTION "note_rating_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO report_changes (started_at) SELECT started_at FROM conversations
	WHERE id = coalesce(old.conversation_id, new.conversation_id)
		AND started_at < now() - interval '6 days';
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "report_change_rating" AFTER INSERT OR UPDATE OR DELETE ON "conversation_ratings"
FOR EACH ROW EXECUTE FUNCTION note_rating_change();