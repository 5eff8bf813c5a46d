ALTER TABLE "payment_events" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_events_order" ON "payment_events" USING btree ("order_id") WHERE "payment_events"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_events_without_order" ON "payment_events" USING btree ("way","event_id") WHERE "payment_events"."order_id" is null and "payment_events"."body" <> '{}';--> statement-breakpoint
CREATE INDEX "payment_events_nothing_booked" ON "payment_events" USING btree ("booked_at") WHERE "payment_events"."outcome" = 'nothing to book';