CREATE TABLE "calendar_feeds" (
	"member_id" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"salt" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_feeds_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "order_assignees" (
	"order_id" uuid NOT NULL,
	"member_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_assignees_order_id_member_id_pk" PRIMARY KEY("order_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "order_labels" (
	"order_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	CONSTRAINT "order_labels_order_id_label_id_pk" PRIMARY KEY("order_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "order_staff_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"change" text NOT NULL,
	"member_id" text,
	"by_id" text,
	"program" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_staff_changes_number" UNIQUE("order_id","number"),
	CONSTRAINT "order_staff_changes_change" CHECK ("order_staff_changes"."change" in ('owner', 'assigned', 'unassigned')),
	CONSTRAINT "order_staff_changes_program" CHECK (char_length("order_staff_changes"."program") between 1 and 60)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "owner_id" text;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_assignees" ADD CONSTRAINT "order_assignees_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_assignees" ADD CONSTRAINT "order_assignees_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_labels" ADD CONSTRAINT "order_labels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_labels" ADD CONSTRAINT "order_labels_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_staff_changes" ADD CONSTRAINT "order_staff_changes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_staff_changes" ADD CONSTRAINT "order_staff_changes_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_staff_changes" ADD CONSTRAINT "order_staff_changes_by_id_profiles_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_assignees_member" ON "order_assignees" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "order_labels_label" ON "order_labels" USING btree ("label_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_owner_id_profiles_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_board" ON "orders" USING btree ("state",(case state when 'awaiting payment' then coalesce(payment_due_at, '9999-12-31 00:00:00+00'::timestamptz) when 'in progress' then coalesce(delivery_due_at, '9999-12-31 00:00:00+00'::timestamptz) when 'delivered' then coalesce(acceptance_due_at, '9999-12-31 00:00:00+00'::timestamptz) when 'revision requested' then coalesce(delivery_due_at, '9999-12-31 00:00:00+00'::timestamptz) when 'refund requested' then coalesce(refund_due_at, '9999-12-31 00:00:00+00'::timestamptz) else created_at end),"number");--> statement-breakpoint
CREATE INDEX "orders_owner" ON "orders" USING btree ("owner_id") WHERE "orders"."owner_id" is not null;--> statement-breakpoint
-- A calendar address ends with the account: it does not return when the account is restored.
CREATE FUNCTION "end_calendar_feed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "calendar_feeds" WHERE "member_id" = NEW."id";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "end_calendar_feed" AFTER UPDATE OF "status" ON "profiles" FOR EACH ROW
	WHEN (NEW."status" <> 'active') EXECUTE FUNCTION "end_calendar_feed"();
