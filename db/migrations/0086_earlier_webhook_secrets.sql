ALTER TABLE "webhook_endpoints" ADD COLUMN "earlier_secret" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "earlier_secret_until" timestamp with time zone;