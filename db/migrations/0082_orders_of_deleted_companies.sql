ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_company_id_companies_id_fk";
