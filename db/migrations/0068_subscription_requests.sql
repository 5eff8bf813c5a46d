CREATE TABLE "subscription_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"period_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscription_requests_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "subscription_requests_number" UNIQUE("period_id","number"),
	CONSTRAINT "subscription_requests_key" UNIQUE("subscription_id","key"),
	CONSTRAINT "subscription_requests_number_from_one" CHECK ("subscription_requests"."number" > 0)
);
--> statement-breakpoint
ALTER TABLE "offers" DROP CONSTRAINT "offers_source";--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "requests" jsonb DEFAULT '{"perPeriod":0,"concurrent":1,"label":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "subscription_requests" ADD CONSTRAINT "subscription_requests_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_requests" ADD CONSTRAINT "subscription_requests_period_id_subscription_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."subscription_periods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_requests" ADD CONSTRAINT "subscription_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_external_id_unique" UNIQUE("external_id");--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_requests" CHECK (coalesce(
        ("services"."requests" ->> 'perPeriod')::integer between 0 and 999
        and ("services"."requests" ->> 'concurrent')::integer between 1 and 999
        and char_length("services"."requests" ->> 'label') <= 40,
        false));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_external_id" CHECK (char_length("subscriptions"."external_id") between 1 and 100);--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_source" CHECK ("offers"."source" in ('team', 'checkout', 'subscription', 'request'));