CREATE TABLE "conversation_emails" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversation_emails_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"conversation_id" text NOT NULL,
	"direction" text NOT NULL,
	"message_id" text,
	"address" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"became_id" uuid,
	"digests" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversation_emails_direction" CHECK ("conversation_emails"."direction" in ('in', 'out', 'thread')),
	CONSTRAINT "conversation_emails_became" CHECK (("conversation_emails"."direction" = 'in') = ("conversation_emails"."became_id" is not null)),
	CONSTRAINT "conversation_emails_named" CHECK ("conversation_emails"."direction" = 'in' or "conversation_emails"."message_id" is not null),
	CONSTRAINT "conversation_emails_message_id" CHECK (char_length("conversation_emails"."message_id") between 1 and 500),
	CONSTRAINT "conversation_emails_subject" CHECK (char_length("conversation_emails"."subject") <= 200)
);
--> statement-breakpoint
CREATE TABLE "left_out_emails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"digest" text NOT NULL,
	"way" text NOT NULL,
	"reason" text NOT NULL,
	"address" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "left_out_emails_digest_unique" UNIQUE("digest"),
	CONSTRAINT "left_out_emails_way" CHECK ("left_out_emails"."way" in ('imap', 'webhook')),
	CONSTRAINT "left_out_emails_text" CHECK (char_length("left_out_emails"."text") <= 6000)
);
--> statement-breakpoint
ALTER TABLE "conversation_emails" ADD CONSTRAINT "conversation_emails_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_emails" ADD CONSTRAINT "conversation_emails_became_id_visitor_messages_id_fk" FOREIGN KEY ("became_id") REFERENCES "public"."visitor_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_emails_conversation" ON "conversation_emails" USING btree ("conversation_id","position");--> statement-breakpoint
CREATE INDEX "conversation_emails_message_id" ON "conversation_emails" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "conversation_emails_became" ON "conversation_emails" USING btree ("became_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_emails_sent" ON "conversation_emails" USING btree ("conversation_id","message_id") WHERE "conversation_emails"."direction" = 'out';--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_emails_thread" ON "conversation_emails" USING btree ("conversation_id") WHERE "conversation_emails"."direction" = 'thread';--> statement-breakpoint
CREATE INDEX "left_out_emails_received" ON "left_out_emails" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "left_out_emails_address" ON "left_out_emails" USING btree ("address");