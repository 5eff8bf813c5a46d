ALTER TABLE "credits" DROP CONSTRAINT "credits_currency";--> statement-breakpoint
ALTER TABLE "offers" DROP CONSTRAINT "offers_currency";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_currency";--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_currency" CHECK ("credits"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_currency" CHECK ("offers"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_currency" CHECK ("orders"."currency" ~ '^[A-Z]{3}$');