CREATE TABLE "conversation_labels" (
	"conversation_id" text NOT NULL,
	"label_id" uuid NOT NULL,
	CONSTRAINT "conversation_labels_conversation_id_label_id_pk" PRIMARY KEY("conversation_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "labels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"colour" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "labels_name_length" CHECK (char_length("labels"."name") between 1 and 40),
	CONSTRAINT "labels_colour" CHECK ("labels"."colour" in ('grey', 'blue', 'sky', 'green', 'amber', 'red'))
);
--> statement-breakpoint
CREATE TABLE "visitor_labels" (
	"visitor_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	CONSTRAINT "visitor_labels_visitor_id_label_id_pk" PRIMARY KEY("visitor_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "visitor_notes" (
	"visitor_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"version" integer NOT NULL,
	"edited_by" text,
	"edited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "visitor_notes_length" CHECK (char_length("visitor_notes"."text") <= 4000),
	CONSTRAINT "visitor_notes_version" CHECK ("visitor_notes"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "visitors" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "conversation_labels" ADD CONSTRAINT "conversation_labels_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_labels" ADD CONSTRAINT "conversation_labels_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_labels" ADD CONSTRAINT "visitor_labels_visitor_id_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_labels" ADD CONSTRAINT "visitor_labels_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_notes" ADD CONSTRAINT "visitor_notes_visitor_id_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_notes" ADD CONSTRAINT "visitor_notes_edited_by_profiles_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_labels_label" ON "conversation_labels" USING btree ("label_id");--> statement-breakpoint
CREATE UNIQUE INDEX "labels_name" ON "labels" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "visitor_labels_label" ON "visitor_labels" USING btree ("label_id");--> statement-breakpoint
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_name" CHECK (char_length("visitors"."name") between 1 and 80);