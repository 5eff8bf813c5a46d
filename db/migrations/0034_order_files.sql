ALTER TABLE "files" DROP CONSTRAINT "files_sent";--> statement-breakpoint
DROP INDEX "files_unsent";--> statement-breakpoint
ALTER TABLE "files" ALTER COLUMN "conversation_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "purpose" text DEFAULT 'message' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "delivery_id" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "refund_request_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "files_brief" ON "files" USING btree ("order_id","position") WHERE "files"."purpose" = 'brief';--> statement-breakpoint
CREATE INDEX "files_order" ON "files" USING btree ("order_id","created_at") WHERE "files"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "files_not_sent" ON "files" USING btree ("created_at") WHERE "files"."position" is null;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_delivery" UNIQUE("delivery_id","position");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_refund" UNIQUE("refund_request_id","position");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_of_order" UNIQUE("id","order_id");--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_of_order" UNIQUE("id","order_id");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_place" CHECK (case when "files"."purpose" = 'message'
        then "files"."conversation_id" is not null and "files"."order_id" is null
        else "files"."conversation_id" is null and "files"."order_id" is not null
          and "files"."is_agent" = ("files"."purpose" = 'delivery') end);--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_goes_with" CHECK (case "files"."purpose"
        when 'message' then ("files"."message_id" is null) = ("files"."position" is null)
          and "files"."delivery_id" is null and "files"."refund_request_id" is null
        when 'delivery' then ("files"."delivery_id" is null) = ("files"."position" is null)
          and "files"."message_id" is null and "files"."refund_request_id" is null
        when 'refund' then ("files"."refund_request_id" is null) = ("files"."position" is null)
          and "files"."message_id" is null and "files"."delivery_id" is null
        when 'brief' then "files"."message_id" is null and "files"."delivery_id" is null
          and "files"."refund_request_id" is null
        else false end);--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_sent" CHECK ("files"."position" is null or "files"."stored_at" is not null);--> statement-breakpoint
-- by hand: the table of files belongs to a room below the orders', which names none of theirs. With the order's
-- id in each reference, no delivery and no refund request can carry a file that was added to another order.
ALTER TABLE "files" ADD CONSTRAINT "files_of_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_of_delivery" FOREIGN KEY ("delivery_id", "order_id") REFERENCES "public"."deliveries"("id", "order_id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_of_refund" FOREIGN KEY ("refund_request_id", "order_id") REFERENCES "public"."refund_requests"("id", "order_id") ON DELETE cascade;
