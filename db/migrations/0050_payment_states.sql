CREATE TABLE "payment_disputes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"way" text NOT NULL,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"refund_id" uuid,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payment_disputes_reference" UNIQUE("way","reference"),
	CONSTRAINT "payment_disputes_state" CHECK ("payment_disputes"."state" in ('open', 'won', 'lost')),
	CONSTRAINT "payment_disputes_amount" CHECK ("payment_disputes"."amount" > 0),
	CONSTRAINT "payment_disputes_reference_length" CHECK (char_length("payment_disputes"."reference") between 1 and 255),
	CONSTRAINT "payment_disputes_closed" CHECK (("payment_disputes"."state" = 'open') = ("payment_disputes"."closed_at" is null))
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "returned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "check_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "source" text DEFAULT 'team' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "check_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_disputes_payment" ON "payment_disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_disputes_open" ON "payment_disputes" USING btree ("opened_at") WHERE "payment_disputes"."state" = 'open';--> statement-breakpoint
-- by hand: the newest page of an order that still waits is asked about at once; the pages before it are closed, as the
-- order may have one that can be paid; refunds of the last weeks are asked about once, as some may have failed.
UPDATE "checkouts" SET "state" = 'expired', "ended_at" = coalesce("expires_at", "created_at"),
  "check_at" = CASE WHEN "reference" is not null and "expires_at" > now() THEN now() END;--> statement-breakpoint
UPDATE "checkouts" SET "state" = 'completed', "check_at" = null FROM (
  SELECT DISTINCT ON (p."order_id") k."id" FROM "payments" p
  JOIN "checkouts" k ON k."order_id" = p."order_id" AND k."way" = p."way" AND k."created_at" <= p."created_at"
  WHERE p."state" = 'booked' ORDER BY p."order_id", k."created_at" DESC
) paid WHERE "checkouts"."id" = paid."id";--> statement-breakpoint
UPDATE "checkouts" SET "state" = 'open', "ended_at" = null, "check_at" = now() FROM (
  SELECT DISTINCT ON (k."order_id") k."id" FROM "checkouts" k JOIN "orders" o ON o."id" = k."order_id"
  WHERE o."state" = 'awaiting payment' AND k."url" is not null AND k."expires_at" > now()
  ORDER BY k."order_id", k."created_at" DESC
) newest WHERE "checkouts"."id" = newest."id";--> statement-breakpoint
UPDATE "refunds" SET "check_at" = now()
  WHERE "way" in ('stripe', 'paypal') AND "state" = 'done' AND "reference" is not null
  AND "created_at" > now() - interval '60 days';--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_open" ON "checkouts" USING btree ("order_id") WHERE "checkouts"."state" in ('open', 'in progress');--> statement-breakpoint
CREATE INDEX "checkouts_check" ON "checkouts" USING btree ("check_at") WHERE "checkouts"."check_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_reference" ON "refunds" USING btree ("way","reference") WHERE "refunds"."way" in ('stripe', 'paypal');--> statement-breakpoint
CREATE INDEX "refunds_check" ON "refunds" USING btree ("check_at") WHERE "refunds"."check_at" is not null;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_state" CHECK ("checkouts"."state" in ('open', 'in progress', 'failed', 'expired', 'completed'));--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_failure" CHECK ("checkouts"."failure" in ('declined', 'not confirmed', 'refused'));--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_ended" CHECK (("checkouts"."state" in ('open', 'in progress')) = ("checkouts"."ended_at" is null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('due', 'sent', 'done', 'failed', 'cancelled'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_source" CHECK ("refunds"."source" in ('team', 'provider', 'chargeback', 'reversal'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt" CHECK ("refunds"."attempt" > 0);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_problem" CHECK (char_length("refunds"."problem") between 1 and 500);