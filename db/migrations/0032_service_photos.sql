CREATE TABLE "public_media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"width" integer,
	"height" integer,
	"source_id" uuid,
	"crop" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "public_media_crop" UNIQUE("source_id","crop"),
	CONSTRAINT "public_media_purpose" CHECK ("public_media"."purpose" in ('catalogue')),
	CONSTRAINT "public_media_kind" CHECK ("public_media"."kind" in ('photo', 'video')),
	CONSTRAINT "public_media_size" CHECK (("public_media"."kind" = 'photo') = ("public_media"."width" is not null) and ("public_media"."width" is null) = ("public_media"."height" is null)),
	CONSTRAINT "public_media_part" CHECK (("public_media"."source_id" is null) = ("public_media"."crop" is null))
);
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "photos" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "videos" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "public_media" ADD CONSTRAINT "public_media_source" FOREIGN KEY ("source_id") REFERENCES "public"."public_media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "public_media_age" ON "public_media" USING btree ("purpose","created_at");--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_photos" CHECK (jsonb_array_length("services"."photos") <= 10);--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_videos" CHECK (jsonb_array_length("services"."videos") <= 3);--> statement-breakpoint
-- by hand: what lies in the store goes after its row, however that went; and drafts of new services,
-- which hold all of their fields, hold these from now on.
CREATE TRIGGER "note_deleted_media" AFTER DELETE ON "public_media" FOR EACH ROW
EXECUTE FUNCTION note_deleted_file();--> statement-breakpoint
UPDATE "catalogue_drafts" SET "fields" = '{"photos": [], "videos": []}'::jsonb || "fields"
  WHERE "kind" = 'service' AND "is_new";
