ALTER TABLE "profiles" ADD COLUMN "answers_visitors" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "mails_orders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_answers_visitors" CHECK (not "profiles"."answers_visitors" or "profiles"."role" in ('manager', 'admin'));