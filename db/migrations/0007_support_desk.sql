CREATE TABLE "canned_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" text,
	"shortcut" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "canned_replies_shortcut" CHECK ("canned_replies"."shortcut" ~ '^[a-z0-9][a-z0-9-]*$' and char_length("canned_replies"."shortcut") <= 32),
	CONSTRAINT "canned_replies_length" CHECK (char_length("canned_replies"."text") between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "conversation_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" text NOT NULL,
	"client_id" uuid NOT NULL,
	"author_id" text,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversation_notes_client_id" UNIQUE("conversation_id","client_id"),
	CONSTRAINT "conversation_notes_length" CHECK (char_length("conversation_notes"."text") between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "desk_settings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"chat_capacity" integer NOT NULL,
	CONSTRAINT "desk_settings_only" CHECK ("desk_settings"."is_only"),
	CONSTRAINT "desk_settings_capacity" CHECK ("desk_settings"."chat_capacity" > 0)
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "first_answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', message)) STORED;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "capacity" integer;--> statement-breakpoint
ALTER TABLE "canned_replies" ADD CONSTRAINT "canned_replies_owner_id_profiles_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_author_id_profiles_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "canned_replies_shared" ON "canned_replies" USING btree ("shortcut") WHERE "canned_replies"."owner_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "canned_replies_personal" ON "canned_replies" USING btree ("owner_id","shortcut") WHERE "canned_replies"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "conversation_notes_listing" ON "conversation_notes" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "conversations_answered" ON "conversations" USING btree ("first_answered_at") WHERE "conversations"."first_answered_at" is not null;--> statement-breakpoint
CREATE INDEX "visitor_messages_words" ON "visitor_messages" USING gin ("words");--> statement-breakpoint
CREATE INDEX "visitors_latest" ON "visitors" USING btree ("updated_at","id");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_capacity" CHECK ("profiles"."capacity" between 1 and 99);