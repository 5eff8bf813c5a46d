CREATE TABLE "revenue_lines" (
	"key" text NOT NULL,
	"line" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"net" bigint NOT NULL,
	"is_order" boolean NOT NULL,
	"service_id" text,
	"source" text NOT NULL,
	"agent_id" text,
	"coupon_id" uuid,
	CONSTRAINT "revenue_lines_key_line_pk" PRIMARY KEY("key","line"),
	CONSTRAINT "revenue_lines_line" CHECK ("revenue_lines"."line" >= 0)
);
--> statement-breakpoint
ALTER TABLE "revenue_lines" ADD CONSTRAINT "revenue_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revenue_lines" ADD CONSTRAINT "revenue_lines_agent_id_profiles_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revenue_lines" ADD CONSTRAINT "revenue_lines_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "revenue_lines_at" ON "revenue_lines" USING btree ("at");--> statement-breakpoint
CREATE INDEX "revenue_lines_order" ON "revenue_lines" USING btree ("order_id");--> statement-breakpoint
-- The same as `lineAmountsOf` (app/orders/server/tax/line-amounts.ts).
CREATE FUNCTION "net_of_line"("line" jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
	SELECT (("line" ->> 'quantity')::bigint * ("line" ->> 'unitAmount')::bigint
		+ coalesce((SELECT sum(("option" ->> 'amount')::bigint) FROM jsonb_array_elements("line" -> 'options') "option"), 0)
		- coalesce(("line" ->> 'discount')::bigint, 0)
		- coalesce(("line" -> 'tax' ->> 'removed')::bigint, 0)
		- CASE WHEN ("line" -> 'tax' ->> 'isIncluded')::boolean THEN ("line" -> 'tax' ->> 'amount')::bigint ELSE 0 END)::bigint
$$;
--> statement-breakpoint
-- A request costs nothing, and the test order is no sale.
CREATE FUNCTION "insert_paid_revenue"("paid_order" uuid, "paid_milestone" integer, "booked_at" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "revenue_lines" ("key", "line", "order_id", "at", "currency", "net", "is_order", "service_id", "source", "agent_id", "coupon_id")
	SELECT concat_ws(' ', 'paid', o."id", m."position"), min(each."index") - 1, o."id", "booked_at", o."currency",
		sum(CASE WHEN m."position" IS NULL THEN "net_of_line"(each."line")
			ELSE (m."taxes" -> (each."index" - 1)::integer ->> 'net')::bigint END),
		coalesce(m."position", 1) = 1, each."line" ->> 'serviceId', f."source", f."agent_id", f."coupon_id"
	FROM "orders" o JOIN "offers" f ON f."id" = o."offer_id"
	LEFT JOIN "milestones" m ON m."order_id" = o."id" AND m."position" = "paid_milestone"
	CROSS JOIN jsonb_array_elements(f."lines") WITH ORDINALITY each("line", "index")
	WHERE o."id" = "paid_order" AND NOT o."is_test" AND f."source" <> 'request'
	GROUP BY o."id", m."position", each."line" ->> 'serviceId', f."source", f."agent_id", f."coupon_id"
	ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
-- Refunds of versions before invoices did not store their lines: they count for the first line.
CREATE FUNCTION "insert_refunded_revenue"("booking" text, "booked_at" timestamptz, "sign" integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "revenue_lines" ("key", "line", "order_id", "at", "currency", "net", "is_order", "service_id", "source", "agent_id", "coupon_id")
	SELECT "booking", min(each."line"), o."id", "booked_at", o."currency", "sign" * sum(each."net"), false,
		f."lines" -> each."line" ->> 'serviceId', f."source", f."agent_id", f."coupon_id"
	FROM "refunds" r JOIN "orders" o ON o."id" = r."order_id" JOIN "offers" f ON f."id" = o."offer_id"
	CROSS JOIN LATERAL (
		SELECT (t ->> 'line')::integer AS "line", (t ->> 'net')::bigint AS "net" FROM jsonb_array_elements(r."taxes") t
		UNION ALL SELECT 0, r."amount" - r."tax_amount" WHERE r."taxes" IS NULL
	) each
	WHERE r."id" = substring("booking" from '[0-9a-f]{8}-[0-9a-f-]{27}')::uuid AND NOT o."is_test"
	GROUP BY o."id", f."id", f."lines" -> each."line" ->> 'serviceId'
	ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
CREATE FUNCTION "record_paid_revenue"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'milestones' THEN
		PERFORM "insert_paid_revenue"(NEW."order_id", NEW."position", NEW."funded_at");
	ELSE
		PERFORM "insert_paid_revenue"(NEW."id", NULL, NEW."paid_at");
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "record_paid_revenue" AFTER INSERT OR UPDATE OF "paid_at" ON "orders" FOR EACH ROW
	WHEN (NEW."paid_at" IS NOT NULL AND NEW."milestone" IS NULL) EXECUTE FUNCTION "record_paid_revenue"();
--> statement-breakpoint
CREATE TRIGGER "record_paid_revenue" AFTER INSERT OR UPDATE OF "funded_at" ON "milestones" FOR EACH ROW
	WHEN (NEW."funded_at" IS NOT NULL) EXECUTE FUNCTION "record_paid_revenue"();
--> statement-breakpoint
CREATE FUNCTION "record_refunded_revenue"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "insert_refunded_revenue"(NEW."key", NEW."at", CASE WHEN NEW."amount" < 0 THEN -1 ELSE 1 END);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "record_refunded_revenue" AFTER INSERT ON "ledger" FOR EACH ROW
	WHEN (NEW."account" = 'orders' AND NEW."key" LIKE 'refund %') EXECUTE FUNCTION "record_refunded_revenue"();
--> statement-breakpoint
SELECT "insert_paid_revenue"("id", NULL, "paid_at") FROM "orders" WHERE "paid_at" IS NOT NULL AND "milestone" IS NULL;
--> statement-breakpoint
SELECT "insert_paid_revenue"("order_id", "position", "funded_at") FROM "milestones" WHERE "funded_at" IS NOT NULL;
--> statement-breakpoint
SELECT "insert_refunded_revenue"("key", "at", CASE WHEN "amount" < 0 THEN -1 ELSE 1 END) FROM "ledger"
	WHERE "account" = 'orders' AND "key" LIKE 'refund %';
