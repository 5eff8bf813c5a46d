CREATE TABLE "mailbox_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"mailbox" text NOT NULL,
	"sort" text NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mailbox_mails_sort" CHECK ("mailbox_mails"."sort" ~ '^[a-z-]{1,40}$')
);
--> statement-breakpoint
CREATE INDEX "mailbox_mails_mailbox" ON "mailbox_mails" USING btree ("mailbox","counted_at");--> statement-breakpoint
CREATE INDEX "mailbox_mails_counted" ON "mailbox_mails" USING btree ("counted_at");--> statement-breakpoint
-- What mailboxes were given in the last day counts on.
INSERT INTO "mailbox_mails" ("id", "mailbox", "sort", "counted_at")
SELECT "id"::text, "mailbox", "purpose", "created_at" FROM "visitor_mails"
WHERE "created_at" > now() - interval '1 day';
