CREATE TABLE "resume_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "resume_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "visitor_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" text NOT NULL,
	"mailbox" text NOT NULL,
	"purpose" text NOT NULL,
	"after_number" integer DEFAULT 0 NOT NULL,
	"up_to_number" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "visitor_mails_purpose" CHECK ("visitor_mails"."purpose" in ('answers', 'link'))
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "rerouted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "mail_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "mailed_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "mails_stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "resume_tokens" ADD CONSTRAINT "resume_tokens_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_mails" ADD CONSTRAINT "visitor_mails_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resume_tokens_conversation" ON "resume_tokens" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "resume_tokens_expiry" ON "resume_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "visitor_mails_waiting" ON "visitor_mails" USING btree ("next_attempt_at") WHERE "visitor_mails"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "visitor_mails_mailbox" ON "visitor_mails" USING btree ("mailbox","purpose","created_at");--> statement-breakpoint
CREATE INDEX "visitor_mails_conversation" ON "visitor_mails" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "conversations_mail_due" ON "conversations" USING btree ("mail_due_at") WHERE "conversations"."mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX "conversations_waiting" ON "conversations" USING btree ("waiting_since") WHERE "conversations"."waiting_since" is not null and "conversations"."rerouted_at" is null and "conversations"."completed_at" is null;