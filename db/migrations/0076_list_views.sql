CREATE TABLE "list_columns" (
	"member_id" text NOT NULL,
	"list" text NOT NULL,
	"columns" text NOT NULL,
	CONSTRAINT "list_columns_member_id_list_pk" PRIMARY KEY("member_id","list"),
	CONSTRAINT "list_columns_length" CHECK (char_length("list_columns"."columns") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "list_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"is_default" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "list_views_name" UNIQUE("member_id","list","name"),
	CONSTRAINT "list_views_name_length" CHECK (char_length("list_views"."name") between 1 and 60),
	CONSTRAINT "list_views_query_length" CHECK (char_length("list_views"."query") between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "list_columns" ADD CONSTRAINT "list_columns_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_default" ON "list_views" USING btree ("member_id","list") WHERE "list_views"."is_default";--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("due_on","id");--> statement-breakpoint
CREATE INDEX "orders_deadline" ON "orders" USING btree ((case state when 'awaiting payment' then coalesce(payment_due_at, '9999-12-31 00:00:00+00'::timestamptz) when 'in progress' then coalesce(delivery_due_at, '9999-12-31 00:00:00+00'::timestamptz) when 'delivered' then coalesce(acceptance_due_at, '9999-12-31 00:00:00+00'::timestamptz) when 'revision requested' then coalesce(delivery_due_at, '9999-12-31 00:00:00+00'::timestamptz) when 'refund requested' then coalesce(refund_due_at, '9999-12-31 00:00:00+00'::timestamptz) else created_at end),"number");--> statement-breakpoint
CREATE INDEX "orders_amount" ON "orders" USING btree ("amount","number");