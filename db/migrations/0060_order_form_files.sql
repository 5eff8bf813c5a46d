ALTER TABLE "files" DROP CONSTRAINT "files_place";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "form_key" uuid;--> statement-breakpoint
CREATE INDEX "files_form" ON "files" USING btree ("form_key") WHERE "files"."form_key" is not null;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_form" CHECK ("files"."form_key" is null or ("files"."purpose" = 'brief' and "files"."position" is null));--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_place" CHECK (case when "files"."purpose" = 'message'
        then "files"."conversation_id" is not null and "files"."order_id" is null
          and "files"."form_key" is null
        else "files"."conversation_id" is null and num_nonnulls("files"."order_id", "files"."form_key") = 1
          and "files"."is_agent" = ("files"."purpose" = 'delivery') end);