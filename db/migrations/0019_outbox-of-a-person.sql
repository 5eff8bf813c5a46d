CREATE INDEX "outbox_key" ON "outbox" USING btree ("kind","key");--> statement-breakpoint
CREATE INDEX "outbox_to" ON "outbox" USING btree (("payload" ->> 'to')) WHERE "outbox"."kind" = 'mail';