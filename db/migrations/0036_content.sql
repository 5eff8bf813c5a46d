CREATE TABLE "catalogue_texts" (
	"id" text PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	CONSTRAINT "catalogue_texts_id" CHECK ("catalogue_texts"."id" ~ '^[a-z]{2,3}(-[a-z]+)?_[a-z]+(_[a-z][a-z0-9-]{0,39})?$'),
	CONSTRAINT "catalogue_texts_size" CHECK (length("catalogue_texts"."fields"::text) <= 60000)
);
--> statement-breakpoint
ALTER TABLE "catalogue_changes" DROP CONSTRAINT "catalogue_changes_kind";--> statement-breakpoint
ALTER TABLE "catalogue_drafts" DROP CONSTRAINT "catalogue_drafts_kind";--> statement-breakpoint
DROP INDEX "conversations_topic";--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "topic_id" text DEFAULT 'general' NOT NULL;--> statement-breakpoint
CREATE INDEX "conversations_topic" ON "conversations" USING btree ("topic_id","started_at");--> statement-breakpoint
ALTER TABLE "catalogue_changes" ADD CONSTRAINT "catalogue_changes_kind" CHECK ("catalogue_changes"."kind" in ('section', 'group', 'service', 'text'));--> statement-breakpoint
ALTER TABLE "catalogue_drafts" ADD CONSTRAINT "catalogue_drafts_kind" CHECK ("catalogue_drafts"."kind" in ('section', 'group', 'service', 'text'));--> statement-breakpoint
-- by hand: what there is keeps the name it began with, and gets the id of the topic it was. What is none
-- of the four that there were is 'general', as the column begins.
UPDATE "conversations" SET "topic_id" = CASE "topic" WHEN 'Product/Service Support' THEN 'support' WHEN 'Sales Inquiry' THEN 'sales' ELSE 'orders' END
WHERE "topic" IN ('Product/Service Support', 'Sales Inquiry', 'Order Fulfillment');--> statement-breakpoint
UPDATE "teams" SET "topics" = ARRAY(
  SELECT CASE t WHEN 'Product/Service Support' THEN 'support' WHEN 'Sales Inquiry' THEN 'sales' WHEN 'Order Fulfillment' THEN 'orders' ELSE 'general' END
  FROM unnest("topics") t
);
