DROP INDEX "conversations_quiet";--> statement-breakpoint
CREATE INDEX "conversations_quiet" ON "conversations" USING btree ("started_at") WHERE "conversations"."completed_at" is null;--> statement-breakpoint
-- Room for the next version of a row beside it: only there does a message write no index.
ALTER TABLE "conversations" SET (fillfactor = 70);
