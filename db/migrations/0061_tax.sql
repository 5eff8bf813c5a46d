ALTER TABLE "offers" ADD COLUMN "tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "buyer_country" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "tax_number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_country" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_number_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_number_verified_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tax_number_verified_by_profiles_id_fk" FOREIGN KEY ("tax_number_verified_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_tax" CHECK ("offers"."tax_amount" between 0 and "offers"."amount");--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_buyer" CHECK (("offers"."buyer_country" is null or "offers"."buyer_country" ~ '^[A-Z]{2}$')
    and ("offers"."tax_number" is null or ("offers"."buyer_country" is not null and char_length("offers"."tax_number") between 3 and 30)));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tax" CHECK ("orders"."tax_amount" between 0 and "orders"."amount");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer" CHECK (("orders"."buyer_country" is null or "orders"."buyer_country" ~ '^[A-Z]{2}$')
    and ("orders"."tax_number" is null or ("orders"."buyer_country" is not null and char_length("orders"."tax_number") between 3 and 30)));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tax_number_verified" CHECK ("orders"."tax_number_verified_at" is null or "orders"."tax_number" is not null);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_tax" CHECK ("refunds"."tax_amount" between 0 and "refunds"."amount");--> statement-breakpoint
-- by hand: the terms of an offer include its tax. An erasure removes the buyer's tax number.
CREATE OR REPLACE FUNCTION "keep_offer_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW.lines, NEW.currency, NEW.amount, NEW.tax_amount, NEW.buyer_country, NEW.coupon_id, NEW.coupon_code, NEW.discount_amount, NEW.delivery_days, NEW.revisions, NEW.questions, NEW.intake, NEW.source, NEW.valid_day, NEW.valid_until, NEW.created_at)
		IS DISTINCT FROM
		(OLD.lines, OLD.currency, OLD.amount, OLD.tax_amount, OLD.buyer_country, OLD.coupon_id, OLD.coupon_code, OLD.discount_amount, OLD.delivery_days, OLD.revisions, OLD.questions, OLD.intake, OLD.source, OLD.valid_day, OLD.valid_until, OLD.created_at)
		OR (NEW.note IS NOT NULL AND NEW.note IS DISTINCT FROM OLD.note)
		OR (NEW.tax_number IS NOT NULL AND NEW.tax_number IS DISTINCT FROM OLD.tax_number) THEN
		RAISE EXCEPTION 'The terms of an offer are never changed';
	END IF;
	RETURN NEW;
END $$;
