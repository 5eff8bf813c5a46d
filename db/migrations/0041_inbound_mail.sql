CREATE TABLE "reply_addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reply_addresses_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "mail_intake" (
	"way" text PRIMARY KEY NOT NULL,
	"holder" uuid,
	"leased_until" timestamp with time zone,
	"mailbox" text,
	"last_uid" bigint DEFAULT 0 NOT NULL,
	"known_below" bigint DEFAULT 0 NOT NULL,
	"current_uid" bigint,
	"tries" integer DEFAULT 0 NOT NULL,
	"worked_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"fault" text,
	"last_mail_at" timestamp with time zone,
	CONSTRAINT "mail_intake_way" CHECK ("mail_intake"."way" in ('imap', 'webhook')),
	CONSTRAINT "mail_intake_fault" CHECK (("mail_intake"."failing_since" is null) = ("mail_intake"."fault" is null))
);
--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD COLUMN "mail" jsonb;--> statement-breakpoint
ALTER TABLE "reply_addresses" ADD CONSTRAINT "reply_addresses_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reply_addresses_conversation" ON "reply_addresses" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "reply_addresses_expiry" ON "reply_addresses" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD CONSTRAINT "visitor_messages_mail" CHECK ("visitor_messages"."mail" is null or (not "visitor_messages"."is_agent" and "visitor_messages"."kind" = 'text' and "visitor_messages"."removal_number" is null and length("visitor_messages"."mail"::text) <= 60000));