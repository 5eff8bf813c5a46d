CREATE TABLE "events" (
	"number" bigint PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"position" integer,
	"part" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "events_number" CHECK ("events"."number" > 0)
);
--> statement-breakpoint
CREATE TABLE "unnumbered_events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unnumbered_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"position" integer,
	"part" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visitor_messages" DROP CONSTRAINT "visitor_messages_agent";--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD COLUMN "program" text;--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD COLUMN "program" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "with_contents" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "events_subject" ON "events" USING btree ("subject","type");--> statement-breakpoint
CREATE INDEX "conversations_agent" ON "conversations" USING btree ("agent_id","started_at");--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_program" CHECK ("conversation_notes"."author_id" is null and char_length("conversation_notes"."program") between 1 and 60 or "conversation_notes"."program" is null);--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD CONSTRAINT "visitor_messages_program" CHECK (char_length("visitor_messages"."program") between 1 and 60);--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD CONSTRAINT "visitor_messages_agent" CHECK ("visitor_messages"."is_agent" or ("visitor_messages"."agent_id" is null and "visitor_messages"."program" is null));--> statement-breakpoint
-- by hand:
-- What becomes of a conversation, whoever does it. The conditions are asked without calling anything: a
-- message, which changes nothing of it, pays nothing.
CREATE FUNCTION "note_conversation_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		INSERT INTO unnumbered_events (type, subject, at)
		VALUES ('conversation.started', new.id, new.started_at);
		RETURN NULL;
	ELSIF tg_op = 'DELETE' THEN
		INSERT INTO unnumbered_events (type, subject, at) VALUES ('conversation.deleted', old.id, now());
		RETURN NULL;
	END IF;
	IF old.agent_id IS DISTINCT FROM new.agent_id THEN
		INSERT INTO unnumbered_events (type, subject, at) VALUES ('conversation.assigned', new.id, now());
	END IF;
	IF (old.completed_at IS NULL) <> (new.completed_at IS NULL) THEN
		INSERT INTO unnumbered_events (type, subject, at) VALUES (
			CASE WHEN new.completed_at IS NULL THEN 'conversation.reopened' ELSE 'conversation.resolved' END,
			new.id, now());
	END IF;
	IF old.snoozed_until IS DISTINCT FROM new.snoozed_until THEN
		INSERT INTO unnumbered_events (type, subject, at) VALUES (
			CASE WHEN new.snoozed_until IS NULL THEN 'conversation.woken' ELSE 'conversation.snoozed' END,
			new.id, now());
	END IF;
	IF old.visitor_name IS DISTINCT FROM new.visitor_name THEN
		INSERT INTO unnumbered_events (type, subject, at) VALUES ('visitor.changed', new.visitor_id::text, now());
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "conversation_event_insert" AFTER INSERT ON "conversations" FOR EACH ROW
EXECUTE FUNCTION note_conversation_event();--> statement-breakpoint
CREATE TRIGGER "conversation_event_update" AFTER UPDATE ON "conversations" FOR EACH ROW
WHEN (
	old.agent_id IS DISTINCT FROM new.agent_id
	OR (old.completed_at IS NULL) <> (new.completed_at IS NULL)
	OR old.snoozed_until IS DISTINCT FROM new.snoozed_until
	OR old.visitor_name IS DISTINCT FROM new.visitor_name
) EXECUTE FUNCTION note_conversation_event();--> statement-breakpoint
CREATE TRIGGER "conversation_event_delete" AFTER DELETE ON "conversations" FOR EACH ROW
EXECUTE FUNCTION note_conversation_event();
