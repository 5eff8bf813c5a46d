ALTER TABLE "services" ADD COLUMN "options" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "intake" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "quantity" jsonb DEFAULT '{"minimum":1,"step":1,"maximum":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "is_orderable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_options" CHECK (jsonb_array_length("services"."options") <= 10);--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_intake" CHECK (jsonb_array_length("services"."intake") <= 25);--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_quantity" CHECK (coalesce(
        ("services"."quantity" ->> 'minimum')::integer >= 1 and ("services"."quantity" ->> 'step')::integer >= 1
        and coalesce(("services"."quantity" ->> 'maximum')::integer, 100000)
          between ("services"."quantity" ->> 'minimum')::integer and 100000,
        false));--> statement-breakpoint
-- by hand: a draft of a new service has every field.
UPDATE "catalogue_drafts" SET "fields" = '{"options":[],"intake":[],"quantity":{"minimum":1,"step":1,"maximum":null},"isOrderable":true}'::jsonb || "fields" WHERE "kind" = 'service' AND "is_new";
