CREATE TABLE "coupon_redemptions" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"coupon_id" uuid NOT NULL,
	"email" text,
	"state" text NOT NULL,
	"reserved_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "coupon_redemptions_state" CHECK ("coupon_redemptions"."state" in ('reserved', 'consumed', 'released')),
	CONSTRAINT "coupon_redemptions_settled" CHECK (("coupon_redemptions"."state" = 'reserved') = ("coupon_redemptions"."settled_at" is null))
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"percentage" integer,
	"amount" bigint,
	"currency" text,
	"minimum_amount" bigint,
	"scope" text NOT NULL,
	"scope_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"valid_from" text,
	"valid_until" text,
	"total_limit" integer,
	"address_limit" integer,
	"is_first_order_only" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "coupons_code_unique" UNIQUE("code"),
	CONSTRAINT "coupons_code" CHECK ("coupons"."code" ~ '^[A-Z0-9-]{4,32}$'),
	CONSTRAINT "coupons_discount" CHECK (("coupons"."percentage" is null) <> ("coupons"."amount" is null)
        and ("coupons"."percentage" is null or "coupons"."percentage" between 1000 and 100000)
        and ("coupons"."amount" is null or "coupons"."amount" > 0)),
	CONSTRAINT "coupons_minimum" CHECK ("coupons"."minimum_amount" is null or "coupons"."minimum_amount" > 0),
	CONSTRAINT "coupons_currency" CHECK (("coupons"."currency" is null) = ("coupons"."amount" is null and "coupons"."minimum_amount" is null)
        and ("coupons"."currency" is null or "coupons"."currency" ~ '^[A-Z]{3}$')),
	CONSTRAINT "coupons_scope" CHECK ("coupons"."scope" in ('everything', 'sections', 'services') and jsonb_typeof("coupons"."scope_ids") = 'array'
        and ("coupons"."scope" = 'everything') = ("coupons"."scope_ids" = '[]'::jsonb)),
	CONSTRAINT "coupons_days" CHECK (("coupons"."valid_from" is null or "coupons"."valid_from" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
        and ("coupons"."valid_until" is null or "coupons"."valid_until" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
        and ("coupons"."valid_from" is null or "coupons"."valid_until" is null or "coupons"."valid_from" <= "coupons"."valid_until")),
	CONSTRAINT "coupons_limits" CHECK (("coupons"."total_limit" is null or "coupons"."total_limit" > 0)
        and ("coupons"."address_limit" is null or "coupons"."address_limit" > 0)),
	CONSTRAINT "coupons_version" CHECK ("coupons"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "wrong_coupon_codes" (
	"network" text NOT NULL,
	"code" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "wrong_coupon_codes_network_code_pk" PRIMARY KEY("network","code")
);
--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_scopes";--> statement-breakpoint
ALTER TABLE "offers" DROP CONSTRAINT "offers_amount";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_amount";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_is_paid";--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "coupon_id" uuid;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "coupon_code" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "discount_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_redemptions_coupon" ON "coupon_redemptions" USING btree ("coupon_id","state");--> statement-breakpoint
CREATE INDEX "coupon_redemptions_email" ON "coupon_redemptions" USING btree ("email","coupon_id");--> statement-breakpoint
CREATE INDEX "coupons_created" ON "coupons" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "wrong_coupon_codes_at" ON "wrong_coupon_codes" USING btree ("at");--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offers_coupon_id" ON "offers" USING btree ("coupon_id") WHERE "offers"."coupon_id" is not null;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_scopes" CHECK ("api_keys"."scopes" <@ array['conversations:read', 'messages:write', 'notes:write', 'orders:read', 'orders:write', 'coupons:read', 'coupons:write', 'catalogue:read', 'catalogue:write']);--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_coupon" CHECK (("offers"."coupon_id" is null) = ("offers"."coupon_code" is null)
        and "offers"."discount_amount" >= 0
        and ("offers"."coupon_id" is not null or "offers"."discount_amount" = 0));--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_amount" CHECK ("offers"."amount" > 0 or ("offers"."amount" = 0 and ("offers"."source" = 'checkout' or "offers"."discount_amount" > 0)));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_amount" CHECK ("orders"."amount" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_is_paid" CHECK (("orders"."paid_amount" > 0 or ("orders"."amount" = 0 and "orders"."paid_at" is not null)) = ("orders"."state" not in ('awaiting payment', 'cancelled')));--> statement-breakpoint
-- by hand: the terms of an offer include its coupon.
CREATE OR REPLACE FUNCTION "keep_offer_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW.lines, NEW.currency, NEW.amount, NEW.coupon_id, NEW.coupon_code, NEW.discount_amount, NEW.delivery_days, NEW.revisions, NEW.questions, NEW.intake, NEW.source, NEW.valid_day, NEW.valid_until, NEW.created_at)
		IS DISTINCT FROM
		(OLD.lines, OLD.currency, OLD.amount, OLD.coupon_id, OLD.coupon_code, OLD.discount_amount, OLD.delivery_days, OLD.revisions, OLD.questions, OLD.intake, OLD.source, OLD.valid_day, OLD.valid_until, OLD.created_at)
		OR (NEW.note IS NOT NULL AND NEW.note IS DISTINCT FROM OLD.note) THEN
		RAISE EXCEPTION 'The terms of an offer are never changed';
	END IF;
	RETURN NEW;
END $$;
