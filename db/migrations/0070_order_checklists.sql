CREATE TABLE "order_checklist_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"translations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_shown" boolean NOT NULL,
	"due_on" text,
	"assignee_id" text,
	"done_at" timestamp with time zone,
	"done_by_id" text,
	"service_id" uuid,
	"service_item" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_checklist_items_copied" UNIQUE("order_id","service_id","service_item"),
	CONSTRAINT "order_checklist_items_count" CHECK ("order_checklist_items"."position" between 1 and 250),
	CONSTRAINT "order_checklist_items_title" CHECK (char_length("order_checklist_items"."title") between 1 and 200),
	CONSTRAINT "order_checklist_items_translations" CHECK (jsonb_typeof("order_checklist_items"."translations") = 'object'),
	CONSTRAINT "order_checklist_items_due" CHECK ("order_checklist_items"."due_on" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
	CONSTRAINT "order_checklist_items_done" CHECK ("order_checklist_items"."done_at" is not null or "order_checklist_items"."done_by_id" is null),
	CONSTRAINT "order_checklist_items_copy" CHECK (("order_checklist_items"."service_id" is null) = ("order_checklist_items"."service_item" is null))
);
--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "checklist" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "order_checklist_items" ADD CONSTRAINT "order_checklist_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_checklist_items" ADD CONSTRAINT "order_checklist_items_assignee_id_profiles_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_checklist_items" ADD CONSTRAINT "order_checklist_items_done_by_id_profiles_id_fk" FOREIGN KEY ("done_by_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_checklist_items_assignee" ON "order_checklist_items" USING btree ("assignee_id") WHERE "order_checklist_items"."assignee_id" is not null;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_checklist" CHECK (jsonb_array_length("services"."checklist") <= 25);--> statement-breakpoint
-- Deferrable constraints are checked at the end of a statement, so that one statement can move several items.
ALTER TABLE "order_checklist_items" ADD CONSTRAINT "order_checklist_items_position" UNIQUE ("order_id", "position") DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
-- The draft of a new service has all fields.
UPDATE "catalogue_drafts" SET "fields" = "fields" || '{"checklist": []}' WHERE "kind" = 'service' AND "is_new";
