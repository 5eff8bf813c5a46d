ALTER TABLE "orders" DROP CONSTRAINT "orders_form_key";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "sent_form_key" uuid;--> statement-breakpoint
UPDATE "orders" SET "sent_form_key" = "form_key" WHERE "form_key" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_sent_form_key_unique" UNIQUE("sent_form_key");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_form_key" CHECK (num_nulls("orders"."form_key", "orders"."sent_form_key", "orders"."catalogue_revision") in (0, 3));