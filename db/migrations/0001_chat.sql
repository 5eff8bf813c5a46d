ALTER TABLE "conversations" ADD COLUMN "service_title" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "visitor_message_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "visitor_read_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "agent_read_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "conversations_quiet" ON "conversations" USING btree (coalesce("last_message_at", "started_at")) WHERE "conversations"."completed_at" is null;--> statement-breakpoint
CREATE INDEX "conversations_browser" ON "conversations" USING btree ("browser_id","started_at");--> statement-breakpoint
CREATE INDEX "visitor_messages_agent" ON "visitor_messages" USING btree ("conversation_id","agent_id") WHERE "visitor_messages"."agent_id" is not null;