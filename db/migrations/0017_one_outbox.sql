-- What is under way goes on in the outbox, with the tries it has had and at the time it was due; a
-- delivery keeps its event's name, a push its notice.
INSERT INTO "outbox" ("kind", "key", "lane", "payload", "due", "attempts", "created_at")
SELECT 'webhook', d."id"::text, d."endpoint_id"::text, '{}'::jsonb, d."next_attempt_at", d."attempts", d."created_at"
FROM "webhook_deliveries" d WHERE d."state" = 'pending';--> statement-breakpoint
INSERT INTO "outbox" ("kind", "key", "lane", "payload", "due", "attempts", "created_at")
SELECT 'push', n."id"::text, n."subscription_id"::text, '{}'::jsonb, n."next_attempt_at", n."attempts", n."decided_at"
FROM "push_notices" n WHERE n."next_attempt_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_state";--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_ended_at";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_state";--> statement-breakpoint
DROP INDEX "push_notices_waiting";--> statement-breakpoint
DROP INDEX "webhook_deliveries_due";--> statement-breakpoint
DROP INDEX "outbox_once";--> statement-breakpoint
CREATE INDEX "outbox_held" ON "outbox" USING btree ("kind","lane") WHERE "outbox"."state" = 'held';--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_once" ON "outbox" USING btree ("kind","key") WHERE "outbox"."state" in ('open', 'held');--> statement-breakpoint
ALTER TABLE "push_notices" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "push_notices" DROP COLUMN "next_attempt_at";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "state";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "next_attempt_at";--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_state" CHECK ("outbox"."state" in ('open', 'held', 'done', 'failed'));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_ended_at" CHECK (("outbox"."state" in ('open', 'held')) = ("outbox"."ended_at" is null));