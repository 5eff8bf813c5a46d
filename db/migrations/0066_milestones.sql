-- by hand: the milestones of an offer are its total. A check cannot contain a subquery.
CREATE FUNCTION "is_plan_of"("plan" jsonb, "total" bigint) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(
		jsonb_typeof("plan" -> 'isAllAtOnce') = 'boolean'
		AND count(*) BETWEEN 2 AND 12
		AND sum((m ->> 'amount')::bigint) = "total"
		AND bool_and(coalesce((m ->> 'amount')::bigint > 0 AND (m ->> 'days')::integer > 0
			AND char_length(m ->> 'title') BETWEEN 1 AND 120, false)), false)
	FROM jsonb_array_elements("plan" -> 'milestones') m
$$;--> statement-breakpoint
CREATE TABLE "milestones" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"amount" bigint NOT NULL,
	"tax_amount" bigint NOT NULL,
	"taxes" jsonb NOT NULL,
	"days" integer NOT NULL,
	"state" text DEFAULT 'awaiting payment' NOT NULL,
	"credit_amount" bigint DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"revisions_used" integer DEFAULT 0 NOT NULL,
	"is_revision_requested" boolean DEFAULT false NOT NULL,
	"payable_at" timestamp with time zone,
	"payment_reminders" integer DEFAULT 0 NOT NULL,
	"funded_at" timestamp with time zone,
	"delivery_due_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"acceptance_due_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "milestones_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "milestones_position" CHECK ("milestones"."position" is null or "milestones"."position" between 1 and 12),
	CONSTRAINT "milestones_title" CHECK (char_length("milestones"."title") between 1 and 120),
	CONSTRAINT "milestones_amount" CHECK ("milestones"."amount" > 0),
	CONSTRAINT "milestones_tax" CHECK ("milestones"."tax_amount" between 0 and "milestones"."amount"),
	CONSTRAINT "milestones_days" CHECK ("milestones"."days" > 0 and "milestones"."revisions_used" >= 0),
	CONSTRAINT "milestones_credit" CHECK ("milestones"."credit_amount" between 0 and "milestones"."amount"),
	CONSTRAINT "milestones_refunded" CHECK ("milestones"."refunded_amount" between 0 and "milestones"."amount"
        and ("milestones"."refunded_amount" = 0 or "milestones"."funded_at" is not null)
        and ("milestones"."state" = 'refunded') = ("milestones"."refunded_at" is not null)),
	CONSTRAINT "milestones_state" CHECK ("milestones"."state" = case
        when "milestones"."refunded_amount" = "milestones"."amount" then 'refunded'
        when "milestones"."accepted_at" is not null then 'accepted'
        when "milestones"."delivered_at" is not null then 'delivered'
        when "milestones"."funded_at" is not null then 'funded'
        else 'awaiting payment' end),
	CONSTRAINT "milestones_times" CHECK (("milestones"."delivered_at" is null or "milestones"."funded_at" is not null)
        and ("milestones"."accepted_at" is null or "milestones"."delivered_at" is not null)
        and ("milestones"."funded_at" is null or "milestones"."payable_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_paid";--> statement-breakpoint
DROP INDEX "invoices_order";--> statement-breakpoint
DROP INDEX "payments_booked";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "milestone" integer;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "deposit" integer;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "milestone" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "milestone" integer;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "milestone" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "milestone" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "milestone" integer;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "milestone" integer;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "milestone" integer;--> statement-breakpoint
ALTER TABLE "milestones" ADD CONSTRAINT "milestones_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "milestones_unpaid" ON "milestones" USING btree ("payable_at") WHERE "milestones"."state" = 'awaiting payment' and "milestones"."payable_at" is not null;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_milestone" FOREIGN KEY ("order_id","milestone") REFERENCES "public"."milestones"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_milestone" FOREIGN KEY ("order_id","milestone") REFERENCES "public"."milestones"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_milestone" FOREIGN KEY ("order_id","milestone") REFERENCES "public"."milestones"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_milestone" FOREIGN KEY ("order_id","milestone") REFERENCES "public"."milestones"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_milestone" FOREIGN KEY ("order_id","milestone") REFERENCES "public"."milestones"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_milestone" FOREIGN KEY ("order_id","milestone") REFERENCES "public"."milestones"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_order" ON "invoices" USING btree ("order_id",coalesce("milestone", 0)) WHERE "invoices"."kind" = 'invoice' and "invoices"."voided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_booked" ON "payments" USING btree ("order_id",coalesce("milestone", 0)) WHERE "payments"."state" = 'booked';--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_deposit" CHECK ("services"."deposit" between 1 and 99);--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_plan" CHECK ("offers"."plan" is null or is_plan_of("offers"."plan", "offers"."amount"));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_milestone" CHECK ("orders"."milestone" is null or "orders"."milestone" between 1 and 12);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid" CHECK ("orders"."paid_amount" in (0, "orders"."amount")
        or ("orders"."milestone" is not null and "orders"."paid_amount" between 0 and "orders"."amount"));--> statement-breakpoint
-- by hand: billing knows no orders, so its tables do not name this key.
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_milestone" FOREIGN KEY ("order_id","milestone") REFERENCES "public"."milestones"("order_id","position");--> statement-breakpoint
-- by hand: the terms of an offer include its milestones.
CREATE OR REPLACE FUNCTION "keep_offer_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW.lines, NEW.currency, NEW.amount, NEW.plan, NEW.tax_amount, NEW.buyer_country, NEW.coupon_id, NEW.coupon_code, NEW.discount_amount, NEW.delivery_days, NEW.revisions, NEW.questions, NEW.intake, NEW.source, NEW.valid_day, NEW.valid_until, NEW.created_at)
		IS DISTINCT FROM
		(OLD.lines, OLD.currency, OLD.amount, OLD.plan, OLD.tax_amount, OLD.buyer_country, OLD.coupon_id, OLD.coupon_code, OLD.discount_amount, OLD.delivery_days, OLD.revisions, OLD.questions, OLD.intake, OLD.source, OLD.valid_day, OLD.valid_until, OLD.created_at)
		OR (NEW.note IS NOT NULL AND NEW.note IS DISTINCT FROM OLD.note)
		OR (NEW.tax_number IS NOT NULL AND NEW.tax_number IS DISTINCT FROM OLD.tax_number) THEN
		RAISE EXCEPTION 'The terms of an offer are never changed';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "keep_milestone_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW.order_id, NEW.position, NEW.title, NEW.amount, NEW.tax_amount, NEW.taxes, NEW.days)
		IS DISTINCT FROM
		(OLD.order_id, OLD.position, OLD.title, OLD.amount, OLD.tax_amount, OLD.taxes, OLD.days) THEN
		RAISE EXCEPTION 'The terms of a milestone are never changed';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "keep_milestone_terms" BEFORE UPDATE ON "milestones" FOR EACH ROW EXECUTE FUNCTION "keep_milestone_terms"();--> statement-breakpoint
CREATE FUNCTION "check_milestone_sums"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (
		SELECT FROM orders o JOIN milestones m ON m.order_id = o.id WHERE o.id = NEW.order_id
		GROUP BY o.id HAVING sum(m.amount) <> o.amount OR sum(m.tax_amount) <> o.tax_amount) THEN
		RAISE EXCEPTION 'The milestones do not add up to their order';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "check_milestone_sums" AFTER INSERT ON "milestones" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_milestone_sums"();
