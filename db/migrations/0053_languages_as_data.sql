CREATE TABLE "canned_reply_texts" (
	"reply_id" uuid NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "canned_reply_texts_reply_id_language_pk" PRIMARY KEY("reply_id","language"),
	CONSTRAINT "canned_reply_texts_language" CHECK ("canned_reply_texts"."language" ~ '^[a-z]{2,3}(-[A-Za-z0-9]+)*$'),
	CONSTRAINT "canned_reply_texts_length" CHECK (char_length("canned_reply_texts"."text") between 1 and 4000)
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_language";--> statement-breakpoint
ALTER TABLE "catalogue_drafts" DROP CONSTRAINT "catalogue_drafts_size";--> statement-breakpoint
ALTER TABLE "catalogue_texts" DROP CONSTRAINT "catalogue_texts_id";--> statement-breakpoint
ALTER TABLE "canned_replies" DROP CONSTRAINT "canned_replies_spanish";--> statement-breakpoint
ALTER TABLE "canned_reply_texts" ADD CONSTRAINT "canned_reply_texts_reply_id_canned_replies_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."canned_replies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- by hand: the texts move to the table that holds a row for each language.
INSERT INTO "canned_reply_texts" ("reply_id", "language", "text")
  SELECT "id", 'es', "spanish" FROM "canned_replies" WHERE "spanish" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "canned_replies" DROP COLUMN "spanish";--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_language" CHECK ("profiles"."language" ~ '^[a-z]{2,3}(-[A-Za-z0-9]+)*$');--> statement-breakpoint
ALTER TABLE "catalogue_drafts" ADD CONSTRAINT "catalogue_drafts_size" CHECK (length("catalogue_drafts"."fields"::text) <= 1000000);--> statement-breakpoint
ALTER TABLE "catalogue_texts" ADD CONSTRAINT "catalogue_texts_id" CHECK ("catalogue_texts"."id" ~ '^[a-z]{2,3}(-[A-Za-z0-9]+)*_[a-z]+(_[a-z][a-z0-9-]{0,39})?$');--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_language" CHECK ("conversations"."language" ~ '^[a-z]{2,3}(-[A-Za-z0-9]+)*$');--> statement-breakpoint
-- by hand: one setting, a list of codes whose first is the main language. 'english and spanish' without a saved main
-- language depends on the environment: the next start replaces it (app/platform/live-settings.server.ts).
UPDATE "saved_settings" SET "value" = CASE "value" WHEN 'english' THEN 'en' ELSE 'es' END
  WHERE "name" = 'SHOP_LANGUAGES' AND "value" IN ('english', 'spanish');--> statement-breakpoint
UPDATE "saved_settings" AS offered SET "value" = CASE main."value" WHEN 'spanish' THEN 'es, en' ELSE 'en, es' END
  FROM "saved_settings" AS main
  WHERE offered."name" = 'SHOP_LANGUAGES' AND offered."value" = 'english and spanish'
  AND main."name" = 'MAIN_LANGUAGE' AND main."value" IS NOT NULL;--> statement-breakpoint
UPDATE "saved_settings" SET "value" = NULL WHERE "name" = 'MAIN_LANGUAGE' AND EXISTS (
  SELECT FROM "saved_settings" AS offered
  WHERE offered."name" = 'SHOP_LANGUAGES' AND offered."value" <> 'english and spanish');
