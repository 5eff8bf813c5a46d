CREATE TABLE "visitor_blocks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"address_hash" text NOT NULL,
	"email" text,
	"note" text NOT NULL,
	"blocked_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"last_attempt_at" timestamp with time zone,
	CONSTRAINT "visitor_blocks_address_hash_unique" UNIQUE("address_hash"),
	CONSTRAINT "visitor_blocks_note" CHECK (char_length("visitor_blocks"."note") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "moderation_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"review_id" uuid,
	"section" text NOT NULL,
	"service_slug" text NOT NULL,
	"reason" text,
	"report_count" integer NOT NULL,
	"note" text,
	CONSTRAINT "moderation_log_action" CHECK ("moderation_log"."action" in ('hidden', 'shown')),
	CONSTRAINT "moderation_log_reason" CHECK ("moderation_log"."reason" in ('spam', 'abuse', 'personal-data', 'off-topic', 'impersonation', 'unlawful')),
	CONSTRAINT "moderation_log_hidden" CHECK (("moderation_log"."action" = 'hidden') = ("moderation_log"."reason" is not null)),
	CONSTRAINT "moderation_log_note" CHECK (char_length("moderation_log"."note") between 1 and 500),
	CONSTRAINT "moderation_log_private" CHECK ("moderation_log"."review_id" is not null or "moderation_log"."note" is null)
);
--> statement-breakpoint
CREATE TABLE "review_confirmations" (
	"review_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "review_confirmations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "review_replies" (
	"review_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "review_replies_text" CHECK (char_length("review_replies"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "review_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"review_id" uuid NOT NULL,
	"reporter_hash" text NOT NULL,
	"reason" text NOT NULL,
	"text" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "review_reports_once" UNIQUE("review_id","reporter_hash"),
	CONSTRAINT "review_reports_reason" CHECK ("review_reports"."reason" in ('spam', 'abuse', 'personal-data', 'off-topic', 'impersonation', 'unlawful')),
	CONSTRAINT "review_reports_text" CHECK (char_length("review_reports"."text") between 1 and 500)
);
--> statement-breakpoint
DROP INDEX "service_reviews_service";--> statement-breakpoint
ALTER TABLE "service_reviews" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "visitor_browsers" ADD COLUMN "block_id" uuid;--> statement-breakpoint
ALTER TABLE "service_reviews" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "service_reviews" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "service_reviews" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "visitor_blocks" ADD CONSTRAINT "visitor_blocks_blocked_by_profiles_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_log" ADD CONSTRAINT "moderation_log_review_id_service_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."service_reviews"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_confirmations" ADD CONSTRAINT "review_confirmations_review_id_service_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."service_reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_replies" ADD CONSTRAINT "review_replies_review_id_service_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."service_reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_review_id_service_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."service_reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visitor_blocks_listing" ON "visitor_blocks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "moderation_log_at" ON "moderation_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "moderation_log_review" ON "moderation_log" USING btree ("review_id","at");--> statement-breakpoint
CREATE INDEX "review_reports_open" ON "review_reports" USING btree ("review_id","created_at") WHERE "review_reports"."settled_at" is null;--> statement-breakpoint
ALTER TABLE "visitor_browsers" ADD CONSTRAINT "visitor_browsers_block_id_visitor_blocks_id_fk" FOREIGN KEY ("block_id") REFERENCES "public"."visitor_blocks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_completed" ON "conversations" USING btree ("completed_at") WHERE "conversations"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "visitor_browsers_block" ON "visitor_browsers" USING btree ("block_id") WHERE "visitor_browsers"."block_id" is not null;--> statement-breakpoint
CREATE INDEX "service_reviews_published" ON "service_reviews" USING btree ("section","service_slug","created_at","id") WHERE "service_reviews"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "service_reviews_published_rating" ON "service_reviews" USING btree ("section","service_slug","rating","created_at","id") WHERE "service_reviews"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "service_reviews_newest" ON "service_reviews" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "service_reviews_hidden" ON "service_reviews" USING btree ("hidden_at","id") WHERE "service_reviews"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "service_reviews_email" ON "service_reviews" USING btree ("email");--> statement-breakpoint
CREATE INDEX "service_reviews_email_age" ON "service_reviews" USING btree ("created_at") WHERE "service_reviews"."email" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","at");--> statement-breakpoint
ALTER TABLE "service_reviews" ADD CONSTRAINT "service_reviews_hidden_reason" CHECK ("service_reviews"."hidden_reason" in ('spam', 'abuse', 'personal-data', 'off-topic', 'impersonation', 'unlawful'));--> statement-breakpoint
ALTER TABLE "service_reviews" ADD CONSTRAINT "service_reviews_hidden" CHECK (("service_reviews"."hidden_at" is null) = ("service_reviews"."hidden_reason" is null));--> statement-breakpoint
CREATE VIEW "public"."published_reviews" AS (select "id", "service_slug", "section", "name", "text", "rating", "created_at", "verified_at" from "service_reviews" where "service_reviews"."hidden_at" is null);