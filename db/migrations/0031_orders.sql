CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"way" text NOT NULL,
	"reference" text,
	"url" text,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "credit_uses" (
	"credit_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "credit_uses_credit_id_order_id_pk" PRIMARY KEY("credit_id","order_id"),
	CONSTRAINT "credit_uses_amount" CHECK ("credit_uses"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "credits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"left" bigint NOT NULL,
	"refund_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credits_refund_id_unique" UNIQUE("refund_id"),
	CONSTRAINT "credits_left" CHECK ("credits"."amount" > 0 and "credits"."left" between 0 and "credits"."amount"),
	CONSTRAINT "credits_currency" CHECK ("credits"."currency" in ('USD', 'EUR', 'GBP', 'AUD', 'BRL', 'CAD', 'CHF', 'CZK', 'DKK', 'HKD', 'ILS', 'JPY', 'KWD', 'MXN', 'NOK', 'NZD', 'PLN', 'SEK', 'SGD'))
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"event" integer NOT NULL,
	"message" text NOT NULL,
	"member_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deliveries_event" UNIQUE("order_id","event"),
	CONSTRAINT "deliveries_message" CHECK (char_length("deliveries"."message") between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "payment_differences" (
	"way" text NOT NULL,
	"reference" text NOT NULL,
	"what" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"order_id" uuid,
	CONSTRAINT "payment_differences_way_reference_pk" PRIMARY KEY("way","reference"),
	CONSTRAINT "payment_differences_what" CHECK (char_length("payment_differences"."what") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"booking_id" uuid NOT NULL,
	"side" integer NOT NULL,
	"key" text NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"order_id" uuid,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_booking_id_side_pk" PRIMARY KEY("booking_id","side"),
	CONSTRAINT "ledger_key" UNIQUE("key","side"),
	CONSTRAINT "ledger_amount" CHECK ("ledger"."amount" <> 0),
	CONSTRAINT "ledger_key_length" CHECK (char_length("ledger"."key") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" text,
	"client_id" uuid NOT NULL,
	"agent_id" text,
	"lines" jsonb NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"delivery_days" integer NOT NULL,
	"revisions" integer NOT NULL,
	"questions" jsonb NOT NULL,
	"note" text,
	"valid_day" text NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "offers_client_id" UNIQUE("conversation_id","client_id"),
	CONSTRAINT "offers_currency" CHECK ("offers"."currency" in ('USD', 'EUR', 'GBP', 'AUD', 'BRL', 'CAD', 'CHF', 'CZK', 'DKK', 'HKD', 'ILS', 'JPY', 'KWD', 'MXN', 'NOK', 'NZD', 'PLN', 'SEK', 'SGD')),
	CONSTRAINT "offers_amount" CHECK ("offers"."amount" > 0),
	CONSTRAINT "offers_days" CHECK ("offers"."delivery_days" > 0 and "offers"."revisions" >= 0),
	CONSTRAINT "offers_note" CHECK (char_length("offers"."note") between 1 and 1000),
	CONSTRAINT "offers_state" CHECK ("offers"."state" in ('open', 'accepted', 'declined', 'withdrawn')),
	CONSTRAINT "offers_answered" CHECK (("offers"."state" = 'open') = ("offers"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"order_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"transition" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"actor" text NOT NULL,
	"member_id" text,
	"at" timestamp with time zone NOT NULL,
	"why" text,
	CONSTRAINT "order_events_order_id_number_pk" PRIMARY KEY("order_id","number"),
	CONSTRAINT "order_events_number" CHECK ("order_events"."number" > 0),
	CONSTRAINT "order_events_actor" CHECK ("order_events"."actor" in ('buyer', 'agent', 'manager', 'provider', 'house')),
	CONSTRAINT "order_events_why" CHECK (char_length("order_events"."why") between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer NOT NULL,
	"offer_id" uuid NOT NULL,
	"conversation_id" text,
	"buyer_email" text,
	"secret_hash" text NOT NULL,
	"state" text NOT NULL,
	"state_before" text,
	"last_event" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"credit_amount" bigint DEFAULT 0 NOT NULL,
	"paid_amount" bigint DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"payment_due_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"brief" jsonb,
	"delivery_due_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"acceptance_due_at" timestamp with time zone,
	"reminded_times" integer DEFAULT 0 NOT NULL,
	"revisions_used" integer DEFAULT 0 NOT NULL,
	"refund_due_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_offer_id_unique" UNIQUE("offer_id"),
	CONSTRAINT "orders_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('awaiting payment', 'paid', 'in progress', 'delivered', 'revision requested', 'completed', 'refund requested', 'refunded', 'cancelled')),
	CONSTRAINT "orders_state_before" CHECK (("orders"."state" = 'refund requested') = ("orders"."state_before" is not null)),
	CONSTRAINT "orders_currency" CHECK ("orders"."currency" in ('USD', 'EUR', 'GBP', 'AUD', 'BRL', 'CAD', 'CHF', 'CZK', 'DKK', 'HKD', 'ILS', 'JPY', 'KWD', 'MXN', 'NOK', 'NZD', 'PLN', 'SEK', 'SGD')),
	CONSTRAINT "orders_amount" CHECK ("orders"."amount" > 0),
	CONSTRAINT "orders_credit" CHECK ("orders"."credit_amount" between 0 and "orders"."amount"),
	CONSTRAINT "orders_paid" CHECK ("orders"."paid_amount" in (0, "orders"."amount")),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_amount" between 0 and "orders"."paid_amount"),
	CONSTRAINT "orders_is_paid" CHECK (("orders"."paid_amount" > 0) = ("orders"."state" not in ('awaiting payment', 'cancelled'))),
	CONSTRAINT "orders_refunded_in_full" CHECK (("orders"."state" = 'refunded') = ("orders"."paid_amount" > 0 and "orders"."refunded_amount" = "orders"."paid_amount"))
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"way" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"booked_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "payment_events_way_event_id_pk" PRIMARY KEY("way","event_id"),
	CONSTRAINT "payment_events_id" CHECK (char_length("payment_events"."event_id") between 1 and 255)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid,
	"way" text NOT NULL,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"held_because" text,
	"member_id" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0),
	CONSTRAINT "payments_way" CHECK ("payments"."way" in ('link', 'stripe', 'paypal')),
	CONSTRAINT "payments_reference_length" CHECK (char_length("payments"."reference") between 1 and 255),
	CONSTRAINT "payments_held_because" CHECK (("payments"."state" = 'booked') = ("payments"."held_because" is null))
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"ground" text NOT NULL,
	"explanation" text,
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"outcome" text,
	"reply" text,
	CONSTRAINT "refund_requests_ground" CHECK ("refund_requests"."ground" in ('late', 'not-as-described', 'no-response', 'technical-error')),
	CONSTRAINT "refund_requests_explanation" CHECK (char_length("refund_requests"."explanation") between 1 and 4000),
	CONSTRAINT "refund_requests_reply" CHECK (char_length("refund_requests"."reply") between 1 and 4000),
	CONSTRAINT "refund_requests_decided" CHECK (("refund_requests"."decided_at" is null) = ("refund_requests"."outcome" is null))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid,
	"payment_id" uuid,
	"way" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"reference" text,
	"member_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_done" CHECK (("refunds"."state" = 'done') = ("refunds"."done_at" is not null)),
	CONSTRAINT "refunds_reference" CHECK (char_length("refunds"."reference") between 1 and 255)
);
--> statement-breakpoint
DROP VIEW "public"."published_reviews";--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD COLUMN "kind" text DEFAULT 'text' NOT NULL;--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD COLUMN "card" jsonb;--> statement-breakpoint
ALTER TABLE "service_reviews" ADD COLUMN "purchased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_uses" ADD CONSTRAINT "credit_uses_credit_id_credits_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."credits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_uses" ADD CONSTRAINT "credit_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_differences" ADD CONSTRAINT "payment_differences_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_agent_id_profiles_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_reference" ON "checkouts" USING btree ("way","reference");--> statement-breakpoint
CREATE INDEX "checkouts_order" ON "checkouts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "checkouts_created" ON "checkouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "credit_uses_order" ON "credit_uses" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "credits_owner" ON "credits" USING btree ("email","currency","created_at") WHERE "credits"."left" > 0;--> statement-breakpoint
CREATE INDEX "deliveries_created" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_order" ON "ledger" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_account" ON "ledger" USING btree ("account","currency");--> statement-breakpoint
CREATE INDEX "ledger_at" ON "ledger" USING btree ("at");--> statement-breakpoint
CREATE INDEX "offers_created" ON "offers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_events_at" ON "order_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "orders_conversation" ON "orders" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "orders_buyer" ON "orders" USING btree ("buyer_email");--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("state","number");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("payment_due_at") WHERE "orders"."state" = 'awaiting payment';--> statement-breakpoint
CREATE INDEX "orders_delivered" ON "orders" USING btree ("acceptance_due_at") WHERE "orders"."state" = 'delivered';--> statement-breakpoint
CREATE INDEX "payment_events_waiting" ON "payment_events" USING btree ("received_at") WHERE "payment_events"."booked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("way","reference") WHERE "payments"."way" <> 'link';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_booked" ON "payments" USING btree ("order_id") WHERE "payments"."state" = 'booked';--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_held" ON "payments" USING btree ("created_at") WHERE "payments"."state" = 'held';--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_open" ON "refund_requests" USING btree ("order_id") WHERE "refund_requests"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "refund_requests_order" ON "refund_requests" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD CONSTRAINT "visitor_messages_kind" CHECK ("visitor_messages"."kind" in ('text', 'offer', 'offer-answer', 'order'));--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD CONSTRAINT "visitor_messages_card" CHECK (("visitor_messages"."kind" = 'text') = ("visitor_messages"."card" is null));--> statement-breakpoint
CREATE VIEW "public"."published_reviews" AS (select "id", "service_slug", "section", "name", "text", "rating", "created_at", "verified_at", "purchased_at" from "service_reviews" where "service_reviews"."hidden_at" is null);--> statement-breakpoint
-- by hand: what was offered stays as it was; only the note, which may speak of somebody, can be taken away.
CREATE FUNCTION "keep_offer_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (NEW.lines, NEW.currency, NEW.amount, NEW.delivery_days, NEW.revisions, NEW.questions, NEW.valid_day, NEW.valid_until, NEW.created_at)
		IS DISTINCT FROM
		(OLD.lines, OLD.currency, OLD.amount, OLD.delivery_days, OLD.revisions, OLD.questions, OLD.valid_day, OLD.valid_until, OLD.created_at)
		OR (NEW.note IS NOT NULL AND NEW.note IS DISTINCT FROM OLD.note) THEN
		RAISE EXCEPTION 'The terms of an offer are never changed';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "keep_offer_terms" BEFORE UPDATE ON "offers"
	FOR EACH ROW EXECUTE FUNCTION "keep_offer_terms"();
--> statement-breakpoint
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'A booking is never changed: another one corrects it';
END $$;
--> statement-breakpoint
CREATE TRIGGER "refuse_ledger_change" BEFORE UPDATE ON "ledger"
	FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();
--> statement-breakpoint
CREATE FUNCTION "check_ledger_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	booking uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.booking_id ELSE NEW.booking_id END;
BEGIN
	IF EXISTS (
		SELECT 1 FROM "ledger" WHERE "booking_id" = booking GROUP BY "currency" HAVING sum("amount") <> 0
	) THEN
		RAISE EXCEPTION 'The two sides of a booking must add up to nothing';
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "check_ledger_balance" AFTER INSERT OR DELETE ON "ledger"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_ledger_balance"();
