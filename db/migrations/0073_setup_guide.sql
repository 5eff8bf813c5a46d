CREATE TABLE "demo_records" (
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "demo_records_kind_record_id_pk" PRIMARY KEY("kind","record_id"),
	CONSTRAINT "demo_records_kind" CHECK ("demo_records"."kind" in ('visitor', 'review', 'reply', 'account'))
);
--> statement-breakpoint
CREATE TABLE "setup_guide" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"dismissed_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"mail_tested_at" timestamp with time zone,
	"mail_tested_for" text,
	"order_tested_at" timestamp with time zone,
	"demo_recorded_at" timestamp with time zone,
	"removal_started_at" timestamp with time zone,
	"removal_started_by" text,
	"removal_total" integer DEFAULT 0 NOT NULL,
	"hides_services" boolean DEFAULT false NOT NULL,
	"demo_removed_at" timestamp with time zone,
	CONSTRAINT "setup_guide_one" CHECK ("setup_guide"."id" = 1),
	CONSTRAINT "setup_guide_mail" CHECK (("setup_guide"."mail_tested_at" is null) = ("setup_guide"."mail_tested_for" is null)),
	CONSTRAINT "setup_guide_removal" CHECK ("setup_guide"."removal_started_at" is not null or "setup_guide"."demo_removed_at" is null)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_test" ON "orders" USING btree ("is_test") WHERE "orders"."is_test";