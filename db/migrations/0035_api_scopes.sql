ALTER TABLE "order_events" ADD COLUMN "program" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "scopes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "per_minute" integer DEFAULT 600 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_updated" ON "orders" USING btree ("updated_at","number");--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_program" CHECK (char_length("order_events"."program") between 1 and 60);--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_scopes" CHECK ("api_keys"."scopes" <@ array['conversations:read', 'messages:write', 'notes:write', 'orders:read', 'orders:write', 'catalogue:read', 'catalogue:write']);--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_per_minute" CHECK ("api_keys"."per_minute" between 1 and 6000);