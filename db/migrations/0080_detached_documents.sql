ALTER TABLE "invoices" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_detached" CHECK ("invoices"."order_id" is not null or ("invoices"."refund_id" is null and "invoices"."buyer_email" is null));--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_issued_documents() RETURNS trigger AS $$
DECLARE
	may_change text[] := '{paid_at,voided_at,reminders_sent,buyer_email}';
BEGIN
	-- A reset deletes the order and the refund of a document. It never gets others.
	IF NEW.order_id IS NULL THEN
		may_change := may_change || '{order_id,refund_id}'::text[];
	END IF;
	IF to_jsonb(NEW) - may_change IS DISTINCT FROM to_jsonb(OLD) - may_change THEN
		RAISE EXCEPTION 'An issued document is never changed: a credit note corrects it';
	END IF;
	RETURN NEW;
END
$$ LANGUAGE plpgsql;
