ALTER TABLE "visitor_messages" DROP CONSTRAINT "visitor_messages_length";--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "removal_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD COLUMN "removal_number" integer;--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD COLUMN "ended_wait" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "visitor_messages_removals" ON "visitor_messages" USING btree ("conversation_id","removal_number") WHERE "visitor_messages"."removal_number" is not null;--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD CONSTRAINT "visitor_messages_length" CHECK (case when "visitor_messages"."removal_number" is null then char_length("visitor_messages"."message") between 1 and 4000 else "visitor_messages"."message" = '' end);