CREATE TABLE "answer_edits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"question_id" text NOT NULL,
	"author" text NOT NULL,
	"member_id" text,
	"program" text,
	"at" timestamp with time zone NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "answer_edits_author" CHECK ("answer_edits"."author" in ('buyer', 'team')),
	CONSTRAINT "answer_edits_program" CHECK (char_length("answer_edits"."program") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "service_views" (
	"service_id" text NOT NULL,
	"day" date NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"forms" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "service_views_service_id_day_pk" PRIMARY KEY("service_id","day"),
	CONSTRAINT "service_views_counts" CHECK ("service_views"."pages" >= 0 and "service_views"."forms" >= 0)
);
--> statement-breakpoint
ALTER TABLE "answer_edits" ADD CONSTRAINT "answer_edits_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_edits" ADD CONSTRAINT "answer_edits_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_edits_order" ON "answer_edits" USING btree ("order_id","number");--> statement-breakpoint
CREATE INDEX "service_views_day" ON "service_views" USING btree ("day");