ALTER TABLE "canned_replies" ADD COLUMN "spanish" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "canned_replies" ADD CONSTRAINT "canned_replies_spanish" CHECK (char_length("canned_replies"."spanish") between 1 and 4000);--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_language" CHECK ("profiles"."language" in ('en', 'es'));