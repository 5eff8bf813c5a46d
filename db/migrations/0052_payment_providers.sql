ALTER TABLE "payments" DROP CONSTRAINT "payments_way";--> statement-breakpoint
DROP INDEX "refunds_reference";--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_reference" ON "refunds" USING btree ("way","reference") WHERE "refunds"."way" not in ('link', 'credit');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_way" CHECK ("payments"."way" ~ '^[a-z][a-z0-9-]{0,30}$');