CREATE TABLE "subscription_events" (
	"subscription_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"transition" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"actor" text NOT NULL,
	"member_id" text,
	"program" text,
	"at" timestamp with time zone NOT NULL,
	"why" text,
	CONSTRAINT "subscription_events_subscription_id_number_pk" PRIMARY KEY("subscription_id","number"),
	CONSTRAINT "subscription_events_number" CHECK ("subscription_events"."number" > 0),
	CONSTRAINT "subscription_events_actor" CHECK ("subscription_events"."actor" in ('buyer', 'agent', 'manager', 'provider', 'house')),
	CONSTRAINT "subscription_events_program" CHECK (char_length("subscription_events"."program") between 1 and 60),
	CONSTRAINT "subscription_events_why" CHECK (char_length("subscription_events"."why") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "subscription_periods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"order_id" uuid NOT NULL,
	"reference" text,
	CONSTRAINT "subscription_periods_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "subscription_periods_reference" UNIQUE("subscription_id","reference"),
	CONSTRAINT "subscription_periods_state" CHECK ("subscription_periods"."state" in ('awaiting payment', 'paid', 'unpaid')),
	CONSTRAINT "subscription_periods_number_from_one" CHECK ("subscription_periods"."number" > 0),
	CONSTRAINT "subscription_periods_dates" CHECK (("subscription_periods"."starts_at" is null) = ("subscription_periods"."ends_at" is null)
        and ("subscription_periods"."starts_at" is null or "subscription_periods"."starts_at" < "subscription_periods"."ends_at")
        and ("subscription_periods"."starts_at" is not null or "subscription_periods"."state" <> 'paid')),
	CONSTRAINT "subscription_periods_reference_length" CHECK (char_length("subscription_periods"."reference") between 1 and 255)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer NOT NULL,
	"conversation_id" text,
	"buyer_email" text,
	"secret_hash" text NOT NULL,
	"state" text NOT NULL,
	"last_event" integer DEFAULT 0 NOT NULL,
	"interval" text NOT NULL,
	"service_id" text NOT NULL,
	"terms" jsonb NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"buyer_country" text,
	"tax_number" text,
	"payment_method" text DEFAULT 'link' NOT NULL,
	"provider_id" text,
	"provider_amount" bigint,
	"payment_url" text,
	"anchor_day" text,
	"anchor_period" integer,
	"period_starts_at" timestamp with time zone,
	"period_ends_at" timestamp with time zone,
	"past_due_at" timestamp with time zone,
	"reminders_sent" integer DEFAULT 0 NOT NULL,
	"is_pausing" boolean DEFAULT false NOT NULL,
	"next_unit_amount" bigint,
	"price_from" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"sent_version" integer DEFAULT 1 NOT NULL,
	"send_tries" integer DEFAULT 0 NOT NULL,
	"send_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscriptions_number_unique" UNIQUE("number"),
	CONSTRAINT "subscriptions_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "subscriptions_state_known" CHECK ("subscriptions"."state" in ('awaiting payment', 'active', 'past due', 'paused', 'ending', 'ended')),
	CONSTRAINT "subscriptions_interval" CHECK ("subscriptions"."interval" in ('week', 'month', 'quarter', 'year')),
	CONSTRAINT "subscriptions_currency" CHECK ("subscriptions"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "subscriptions_amount" CHECK ("subscriptions"."amount" >= 0),
	CONSTRAINT "subscriptions_payment_method" CHECK ("subscriptions"."payment_method" ~ '^[a-z][a-z0-9-]{0,30}$'),
	CONSTRAINT "subscriptions_provider_of_method" CHECK (("subscriptions"."payment_method" = 'link') = ("subscriptions"."provider_id" is null) and ("subscriptions"."provider_id" is null) = ("subscriptions"."provider_amount" is null)),
	CONSTRAINT "subscriptions_provider_id" CHECK (char_length("subscriptions"."provider_id") between 1 and 255),
	CONSTRAINT "subscriptions_started" CHECK (("subscriptions"."state" <> 'awaiting payment' or "subscriptions"."started_at" is null)
        and ("subscriptions"."state" in ('awaiting payment', 'ended') or "subscriptions"."started_at" is not null)
        and num_nulls("subscriptions"."started_at", "subscriptions"."anchor_day", "subscriptions"."anchor_period", "subscriptions"."period_starts_at", "subscriptions"."period_ends_at") in (0, 5)),
	CONSTRAINT "subscriptions_ended" CHECK (("subscriptions"."state" = 'ended') = ("subscriptions"."ended_at" is not null)),
	CONSTRAINT "subscriptions_is_past_due" CHECK (("subscriptions"."state" = 'past due') = ("subscriptions"."past_due_at" is not null)),
	CONSTRAINT "subscriptions_pausing" CHECK (not "subscriptions"."is_pausing" or "subscriptions"."state" = 'active'),
	CONSTRAINT "subscriptions_dates" CHECK (("subscriptions"."anchor_day" is null or "subscriptions"."anchor_day" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
        and ("subscriptions"."period_starts_at" is null or "subscriptions"."period_starts_at" < "subscriptions"."period_ends_at")),
	CONSTRAINT "subscriptions_price" CHECK (num_nulls("subscriptions"."next_unit_amount", "subscriptions"."price_from") in (0, 2)
        and ("subscriptions"."next_unit_amount" is null or "subscriptions"."next_unit_amount" > 0)),
	CONSTRAINT "subscriptions_versions" CHECK ("subscriptions"."sent_version" between 1 and "subscriptions"."version")
);
--> statement-breakpoint
ALTER TABLE "services" DROP CONSTRAINT "services_unit";--> statement-breakpoint
ALTER TABLE "offers" DROP CONSTRAINT "offers_amount";--> statement-breakpoint
ALTER TABLE "offers" DROP CONSTRAINT "offers_source";--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "allows_once" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "allows_subscription" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "periods" text DEFAULT 'first' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_events" ADD CONSTRAINT "subscription_events_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_events" ADD CONSTRAINT "subscription_events_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_periods" ADD CONSTRAINT "subscription_periods_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_periods_number" ON "subscription_periods" USING btree ("subscription_id","number") WHERE "subscription_periods"."state" <> 'unpaid';--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_periods_open" ON "subscription_periods" USING btree ("subscription_id") WHERE "subscription_periods"."state" = 'awaiting payment';--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_provider" ON "subscriptions" USING btree ("payment_method","provider_id") WHERE "subscriptions"."provider_id" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_conversation" ON "subscriptions" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "subscriptions_buyer" ON "subscriptions" USING btree ("buyer_email");--> statement-breakpoint
CREATE INDEX "subscriptions_state" ON "subscriptions" USING btree ("state","number");--> statement-breakpoint
CREATE INDEX "subscriptions_updated" ON "subscriptions" USING btree ("updated_at","number");--> statement-breakpoint
CREATE INDEX "subscriptions_period" ON "subscriptions" USING btree ("period_ends_at") WHERE "subscriptions"."state" in ('active', 'ending');--> statement-breakpoint
CREATE INDEX "subscriptions_past_due" ON "subscriptions" USING btree ("past_due_at") WHERE "subscriptions"."state" = 'past due';--> statement-breakpoint
CREATE INDEX "subscriptions_send" ON "subscriptions" USING btree ("send_at") WHERE "subscriptions"."send_at" is not null;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_unit" CHECK ("services"."unit" in ('flat', 'week', 'month', 'quarter', 'year', 'word', 'audio-minute', 'each', '1000-followers', 'registration'));--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_periods" CHECK ("coupons"."periods" in ('first', 'every'));--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_amount" CHECK ("offers"."amount" > 0 or ("offers"."amount" = 0 and ("offers"."source" <> 'team' or "offers"."discount_amount" > 0)));--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_source" CHECK ("offers"."source" in ('team', 'checkout', 'subscription'));--> statement-breakpoint
CREATE FUNCTION refuse_subscription_event_change() RETURNS trigger AS $$
BEGIN
	IF NEW."member_id" IS NULL AND to_jsonb(NEW) - 'member_id' - 'why' = to_jsonb(OLD) - 'member_id' - 'why' THEN
		RETURN NEW;
	END IF;
	IF to_jsonb(NEW) - 'why' = to_jsonb(OLD) - 'why' AND NEW."why" IS NULL THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'Events of a subscription never change';
END
$$ LANGUAGE plpgsql;
--> statement-breakpoint
CREATE TRIGGER "keep_subscription_events" BEFORE UPDATE ON "subscription_events" FOR EACH ROW EXECUTE FUNCTION refuse_subscription_event_change();
