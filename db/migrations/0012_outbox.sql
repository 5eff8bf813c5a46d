CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"lane" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"lease" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "outbox_state" CHECK ("outbox"."state" in ('open', 'done', 'failed')),
	CONSTRAINT "outbox_kind" CHECK ("outbox"."kind" ~ '^[a-z][a-z-]{0,39}$'),
	CONSTRAINT "outbox_key" CHECK (char_length("outbox"."key") between 1 and 300),
	CONSTRAINT "outbox_lane_length" CHECK (char_length("outbox"."lane") <= 300),
	CONSTRAINT "outbox_attempts" CHECK ("outbox"."attempts" >= 0),
	CONSTRAINT "outbox_error" CHECK (char_length("outbox"."last_error") <= 500),
	CONSTRAINT "outbox_ended_at" CHECK (("outbox"."state" = 'open') = ("outbox"."ended_at" is null)),
	CONSTRAINT "outbox_leased" CHECK ("outbox"."state" = 'open' or "outbox"."lease" is null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_once" ON "outbox" USING btree ("kind","key") WHERE "outbox"."state" = 'open';--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due") WHERE "outbox"."state" = 'open';--> statement-breakpoint
CREATE INDEX "outbox_lane" ON "outbox" USING btree ("kind","lane","due") WHERE "outbox"."state" = 'open';--> statement-breakpoint
CREATE INDEX "outbox_ended" ON "outbox" USING btree ("ended_at");