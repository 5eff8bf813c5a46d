CREATE TABLE "catalogue_changes" (
	"revision" integer NOT NULL,
	"kind" text NOT NULL,
	"entry_id" text NOT NULL,
	"title" text NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	CONSTRAINT "catalogue_changes_revision_kind_entry_id_pk" PRIMARY KEY("revision","kind","entry_id"),
	CONSTRAINT "catalogue_changes_kind" CHECK ("catalogue_changes"."kind" in ('section', 'group', 'service'))
);
--> statement-breakpoint
CREATE TABLE "catalogue_drafts" (
	"kind" text NOT NULL,
	"entry_id" text NOT NULL,
	"is_new" boolean NOT NULL,
	"fields" jsonb NOT NULL,
	"version" integer NOT NULL,
	"edited_by_id" text,
	"edited_by_name" text NOT NULL,
	"edited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "catalogue_drafts_kind_entry_id_pk" PRIMARY KEY("kind","entry_id"),
	CONSTRAINT "catalogue_drafts_kind" CHECK ("catalogue_drafts"."kind" in ('section', 'group', 'service')),
	CONSTRAINT "catalogue_drafts_version" CHECK ("catalogue_drafts"."version" > 0),
	CONSTRAINT "catalogue_drafts_size" CHECK (length("catalogue_drafts"."fields"::text) <= 60000)
);
--> statement-breakpoint
CREATE TABLE "catalogue_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"section" text NOT NULL,
	"title" text NOT NULL,
	"place" integer NOT NULL,
	"is_hidden" boolean NOT NULL,
	CONSTRAINT "catalogue_groups_of_section" UNIQUE("section","id"),
	CONSTRAINT "catalogue_groups_id" CHECK ("catalogue_groups"."id" ~ '^[a-z][a-z0-9-]{0,39}$'),
	CONSTRAINT "catalogue_groups_title" CHECK (char_length("catalogue_groups"."title") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "catalogue_publications" (
	"revision" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" text,
	"by_name" text,
	"note" text NOT NULL,
	"undoes" integer,
	CONSTRAINT "catalogue_publications_revision" CHECK ("catalogue_publications"."revision" > 0),
	CONSTRAINT "catalogue_publications_note" CHECK (char_length("catalogue_publications"."note") <= 500),
	CONSTRAINT "catalogue_publications_undoes" CHECK ("catalogue_publications"."undoes" < "catalogue_publications"."revision")
);
--> statement-breakpoint
CREATE TABLE "catalogue_sections" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"tagline" text NOT NULL,
	"look" text NOT NULL,
	"place" integer NOT NULL,
	"is_hidden" boolean NOT NULL,
	CONSTRAINT "catalogue_sections_id" CHECK ("catalogue_sections"."id" ~ '^[a-z][a-z0-9-]{0,39}$'),
	CONSTRAINT "catalogue_sections_title" CHECK (char_length("catalogue_sections"."title") between 1 and 60),
	CONSTRAINT "catalogue_sections_tagline" CHECK (char_length("catalogue_sections"."tagline") <= 120),
	CONSTRAINT "catalogue_sections_look" CHECK ("catalogue_sections"."look" in ('graphics', 'business', 'digital', 'music', 'programming', 'video', 'writing'))
);
--> statement-breakpoint
CREATE TABLE "service_addresses" (
	"section" text NOT NULL,
	"slug" text NOT NULL,
	"service_id" uuid NOT NULL,
	CONSTRAINT "service_addresses_once" PRIMARY KEY("section","slug"),
	CONSTRAINT "service_addresses_of_service" UNIQUE("section","slug","service_id"),
	CONSTRAINT "service_addresses_slug" CHECK ("service_addresses"."slug" ~ '^[a-z0-9&()-]{1,100}$')
);
--> statement-breakpoint
CREATE TABLE "services" (
	"id" uuid PRIMARY KEY NOT NULL,
	"section" text NOT NULL,
	"area" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"description" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"unit" text NOT NULL,
	"note" text NOT NULL,
	"cents" boolean NOT NULL,
	"delivery_days" integer,
	"revisions" integer,
	"needs" text NOT NULL,
	"delivers" text NOT NULL,
	"packages" jsonb NOT NULL,
	"questions" jsonb NOT NULL,
	"popular" integer,
	"art" text,
	"place" integer NOT NULL,
	"is_hidden" boolean NOT NULL,
	CONSTRAINT "services_title" CHECK (char_length("services"."title") between 1 and 80),
	CONSTRAINT "services_summary" CHECK (char_length("services"."summary") between 1 and 90),
	CONSTRAINT "services_description" CHECK (char_length("services"."description") between 1 and 4000),
	CONSTRAINT "services_amount" CHECK ("services"."amount" between 1 and 99999999999),
	CONSTRAINT "services_currency" CHECK ("services"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "services_unit" CHECK ("services"."unit" in ('flat', 'month', 'year', 'word', 'audio-minute', 'each', '1000-followers', 'registration')),
	CONSTRAINT "services_note" CHECK (char_length("services"."note") <= 80),
	CONSTRAINT "services_delivery" CHECK ("services"."delivery_days" between 1 and 730),
	CONSTRAINT "services_revisions" CHECK ("services"."revisions" between 0 and 99),
	CONSTRAINT "services_needs" CHECK (char_length("services"."needs") <= 2000),
	CONSTRAINT "services_delivers" CHECK (char_length("services"."delivers") <= 2000),
	CONSTRAINT "services_packages" CHECK (jsonb_array_length("services"."packages") <= 3),
	CONSTRAINT "services_questions" CHECK (jsonb_array_length("services"."questions") <= 8),
	CONSTRAINT "services_popular" CHECK ("services"."popular" between 1 and 999),
	CONSTRAINT "services_art" CHECK (char_length("services"."art") <= 150)
);
--> statement-breakpoint
ALTER TABLE "catalogue_changes" ADD CONSTRAINT "catalogue_changes_revision_catalogue_publications_revision_fk" FOREIGN KEY ("revision") REFERENCES "public"."catalogue_publications"("revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_groups" ADD CONSTRAINT "catalogue_groups_section_catalogue_sections_id_fk" FOREIGN KEY ("section") REFERENCES "public"."catalogue_sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_group" FOREIGN KEY ("section","area") REFERENCES "public"."catalogue_groups"("section","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_address" FOREIGN KEY ("section","slug","id") REFERENCES "public"."service_addresses"("section","slug","service_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_changes_entry" ON "catalogue_changes" USING btree ("kind","entry_id","revision");--> statement-breakpoint
CREATE INDEX "service_addresses_service" ON "service_addresses" USING btree ("service_id");--> statement-breakpoint
-- by hand: what was published stays as it was published. The first catalogue is put in at the next
-- start, from the files under content/ (app/marketplace/seed-catalogue.server.ts): under the same
-- addresses as before, so that reviews and chats go on belonging to their services.
CREATE FUNCTION refuse_changed_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A publication is never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER catalogue_publications_are_final BEFORE UPDATE ON "catalogue_publications"
  FOR EACH ROW EXECUTE FUNCTION refuse_changed_publication();--> statement-breakpoint
CREATE TRIGGER catalogue_changes_are_final BEFORE UPDATE ON "catalogue_changes"
  FOR EACH ROW EXECUTE FUNCTION refuse_changed_publication();
