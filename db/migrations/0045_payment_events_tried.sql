DROP INDEX "payment_events_waiting";--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "tried_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payment_events_waiting" ON "payment_events" USING btree ("tried_at","received_at") WHERE "payment_events"."booked_at" is null;