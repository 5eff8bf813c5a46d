CREATE TABLE "deleted_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"message_id" uuid,
	"position" smallint,
	"is_agent" boolean NOT NULL,
	"agent_id" text,
	"browser_id" uuid,
	"name" text NOT NULL,
	"declared_size" integer NOT NULL,
	"size" integer,
	"type" text,
	"width" integer,
	"height" integer,
	"created_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone,
	CONSTRAINT "files_position" UNIQUE("message_id","position"),
	CONSTRAINT "files_name" CHECK (char_length("files"."name") between 1 and 160),
	CONSTRAINT "files_declared_size" CHECK ("files"."declared_size" > 0),
	CONSTRAINT "files_agent" CHECK ("files"."is_agent" or "files"."agent_id" is null),
	CONSTRAINT "files_browser" CHECK (not "files"."is_agent" or "files"."browser_id" is null),
	CONSTRAINT "files_stored" CHECK (("files"."stored_at" is null) = ("files"."size" is null) and ("files"."stored_at" is null) = ("files"."type" is null)),
	CONSTRAINT "files_picture" CHECK (("files"."width" is null) = ("files"."height" is null)),
	CONSTRAINT "files_sent" CHECK (("files"."message_id" is null) = ("files"."position" is null) and ("files"."message_id" is null or "files"."stored_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "visitor_messages" DROP CONSTRAINT "visitor_messages_length";--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD COLUMN "file_count" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_message_id_visitor_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."visitor_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_agent_id_profiles_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_browser_id_visitor_browsers_id_fk" FOREIGN KEY ("browser_id") REFERENCES "public"."visitor_browsers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_conversation" ON "files" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "files_unsent" ON "files" USING btree ("created_at") WHERE "files"."message_id" is null;--> statement-breakpoint
CREATE INDEX "files_agent" ON "files" USING btree ("agent_id") WHERE "files"."agent_id" is not null;--> statement-breakpoint
CREATE INDEX "files_browser" ON "files" USING btree ("browser_id") WHERE "files"."browser_id" is not null;--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD CONSTRAINT "visitor_messages_file_count" CHECK ("visitor_messages"."file_count" >= 0);--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD CONSTRAINT "visitor_messages_length" CHECK (case when "visitor_messages"."removal_number" is not null then "visitor_messages"."message" = '' else char_length("visitor_messages"."message") between case when "visitor_messages"."file_count" = 0 then 1 else 0 end and 4000 end);--> statement-breakpoint
-- by hand:
-- Rows go in many ways, by cascades among them: what lies on the disk must go after each of them.
CREATE FUNCTION "note_deleted_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO deleted_files (id, deleted_at) VALUES (old.id, clock_timestamp()) ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "note_deleted_file" AFTER DELETE ON "files" FOR EACH ROW
EXECUTE FUNCTION note_deleted_file();--> statement-breakpoint
-- No message without its files: looked at when the transaction that inserts it ends.
CREATE FUNCTION "require_files_of_message"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (
		SELECT 1 FROM visitor_messages m WHERE m.id = new.id
		AND m.file_count <> (SELECT count(*) FROM files f WHERE f.message_id = m.id)
	) THEN
		RAISE EXCEPTION 'message % does not carry its files', new.id USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "require_files_of_message" AFTER INSERT ON "visitor_messages"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.file_count > 0)
EXECUTE FUNCTION require_files_of_message();
