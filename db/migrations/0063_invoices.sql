CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"number" text NOT NULL,
	"series_year" integer NOT NULL,
	"series_number" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"corrects_id" uuid,
	"refund_id" uuid,
	"issued_on" date NOT NULL,
	"due_on" date NOT NULL,
	"currency" text NOT NULL,
	"net_amount" bigint NOT NULL,
	"tax_amount" bigint NOT NULL,
	"gross_amount" bigint NOT NULL,
	"document" jsonb NOT NULL,
	"buyer_email" text,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"voided_at" timestamp with time zone,
	"reminders_sent" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_refund_id_unique" UNIQUE("refund_id"),
	CONSTRAINT "invoices_series" UNIQUE("kind","series_year","series_number"),
	CONSTRAINT "invoices_kind" CHECK ("invoices"."kind" in ('invoice', 'credit-note')),
	CONSTRAINT "invoices_reason" CHECK ("invoices"."reason" in ('payment', 'request', 'refund', 'void', 'correction')),
	CONSTRAINT "invoices_number" CHECK (char_length("invoices"."number") between 1 and 60),
	CONSTRAINT "invoices_corrects" CHECK (("invoices"."kind" = 'credit-note') = ("invoices"."corrects_id" is not null)),
	CONSTRAINT "invoices_refund" CHECK ("invoices"."refund_id" is null or ("invoices"."kind" = 'credit-note' and "invoices"."reason" = 'refund')),
	CONSTRAINT "invoices_amounts" CHECK ("invoices"."net_amount" >= 0 and "invoices"."tax_amount" >= 0 and "invoices"."gross_amount" = "invoices"."net_amount" + "invoices"."tax_amount"),
	CONSTRAINT "invoices_due" CHECK ("invoices"."due_on" >= "invoices"."issued_on"),
	CONSTRAINT "invoices_only_invoices" CHECK ("invoices"."kind" = 'invoice' or ("invoices"."paid_at" is null and "invoices"."voided_at" is null and "invoices"."reminders_sent" = 0))
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "number_series_kind_year_pk" PRIMARY KEY("kind","year"),
	CONSTRAINT "number_series_kind" CHECK ("number_series"."kind" in ('invoice', 'credit-note')),
	CONSTRAINT "number_series_last" CHECK ("number_series"."last" > 0)
);
--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_scopes";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "billing" jsonb;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "taxes" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_id_invoices_id_fk" FOREIGN KEY ("corrects_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_order" ON "invoices" USING btree ("order_id") WHERE "invoices"."kind" = 'invoice' and "invoices"."voided_at" is null;--> statement-breakpoint
CREATE INDEX "invoices_corrects" ON "invoices" USING btree ("corrects_id") WHERE "invoices"."corrects_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_buyer" ON "invoices" USING btree ("buyer_email");--> statement-breakpoint
CREATE INDEX "invoices_unpaid" ON "invoices" USING btree ("due_on") WHERE "invoices"."kind" = 'invoice' and "invoices"."paid_at" is null and "invoices"."voided_at" is null;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_scopes" CHECK ("api_keys"."scopes" <@ array['conversations:read', 'messages:write', 'notes:write', 'orders:read', 'orders:write', 'invoices:read', 'invoices:write', 'coupons:read', 'coupons:write', 'catalogue:read', 'catalogue:write']);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id");--> statement-breakpoint
CREATE FUNCTION keep_issued_documents() RETURNS trigger AS $$
BEGIN
	IF (to_jsonb(NEW) - 'paid_at' - 'voided_at' - 'reminders_sent' - 'buyer_email')
		IS DISTINCT FROM (to_jsonb(OLD) - 'paid_at' - 'voided_at' - 'reminders_sent' - 'buyer_email') THEN
		RAISE EXCEPTION 'An issued document is never changed: a credit note corrects it';
	END IF;
	RETURN NEW;
END
$$ LANGUAGE plpgsql;--> statement-breakpoint
CREATE TRIGGER keep_issued_documents BEFORE UPDATE ON "invoices" FOR EACH ROW EXECUTE FUNCTION keep_issued_documents();--> statement-breakpoint
CREATE FUNCTION keep_series_gapless() RETURNS trigger AS $$
BEGIN
	IF NEW.last <> OLD.last + 1 OR NEW.kind <> OLD.kind OR NEW.year <> OLD.year THEN
		RAISE EXCEPTION 'A series of numbers has no gaps';
	END IF;
	RETURN NEW;
END
$$ LANGUAGE plpgsql;--> statement-breakpoint
CREATE TRIGGER keep_series_gapless BEFORE UPDATE ON "number_series" FOR EACH ROW EXECUTE FUNCTION keep_series_gapless();
