CREATE TABLE "order_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"browser_id" uuid NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "order_codes_attempts" CHECK ("order_codes"."attempts" >= 0)
);
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "source" text DEFAULT 'team' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "intake" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "form_key" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "catalogue_revision" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "answers" jsonb;--> statement-breakpoint
ALTER TABLE "order_codes" ADD CONSTRAINT "order_codes_browser_id_visitor_browsers_id_fk" FOREIGN KEY ("browser_id") REFERENCES "public"."visitor_browsers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_codes_browser" ON "order_codes" USING btree ("browser_id","email","created_at");--> statement-breakpoint
CREATE INDEX "order_codes_email" ON "order_codes" USING btree ("email");--> statement-breakpoint
CREATE INDEX "order_codes_expiry" ON "order_codes" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_form_key_unique" UNIQUE("form_key");--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_source" CHECK ("offers"."source" in ('team', 'checkout'));--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_checkout" CHECK ("offers"."source" = 'team' or ("offers"."state" = 'accepted' and "offers"."agent_id" is null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_form_key" CHECK (("orders"."form_key" is null) = ("orders"."catalogue_revision" is null));--> statement-breakpoint
-- by hand: the terms of an offer include its source and its questions.
CREATE OR REPLACE FUNCTION "keep_offer_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW.lines, NEW.currency, NEW.amount, NEW.delivery_days, NEW.revisions, NEW.questions, NEW.intake, NEW.source, NEW.valid_day, NEW.valid_until, NEW.created_at)
		IS DISTINCT FROM
		(OLD.lines, OLD.currency, OLD.amount, OLD.delivery_days, OLD.revisions, OLD.questions, OLD.intake, OLD.source, OLD.valid_day, OLD.valid_until, OLD.created_at)
		OR (NEW.note IS NOT NULL AND NEW.note IS DISTINCT FROM OLD.note) THEN
		RAISE EXCEPTION 'The terms of an offer are never changed';
	END IF;
	RETURN NEW;
END $$;
