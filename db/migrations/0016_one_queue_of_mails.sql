-- What is under way goes on in the outbox, with the tries it has had; a mail keeps its name.
INSERT INTO "outbox" ("kind", "key", "lane", "payload", "due", "attempts", "created_at")
SELECT 'visitor-mail', m."id"::text, left(split_part(m."mailbox", '@', 2), 253), '{}'::jsonb,
  m."next_attempt_at", m."attempts", m."created_at"
FROM "visitor_mails" m WHERE m."next_attempt_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO "outbox" ("kind", "key", "lane", "payload", "due", "attempts", "created_at")
SELECT 'digest', d."id"::text, d."profile_id", '{}'::jsonb, d."next_attempt_at", d."attempts", d."due_at"
FROM "mail_digests" d WHERE d."next_attempt_at" IS NOT NULL;--> statement-breakpoint
DROP INDEX "visitor_mails_waiting";--> statement-breakpoint
DROP INDEX "visitor_mails_mailbox";--> statement-breakpoint
DROP INDEX "mail_digests_waiting";--> statement-breakpoint
CREATE INDEX "visitor_mails_created" ON "visitor_mails" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "visitor_mails" DROP COLUMN "next_attempt_at";--> statement-breakpoint
ALTER TABLE "mail_digests" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "mail_digests" DROP COLUMN "next_attempt_at";