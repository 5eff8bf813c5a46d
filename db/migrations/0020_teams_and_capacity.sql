CREATE TABLE "team_members" (
	"team_id" uuid NOT NULL,
	"member_id" text NOT NULL,
	CONSTRAINT "team_members_team_id_member_id_pk" PRIMARY KEY("team_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"topics" text[] NOT NULL,
	"hours" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "teams_name_length" CHECK (char_length("teams"."name") between 1 and 60),
	CONSTRAINT "teams_hours_length" CHECK (char_length("teams"."hours") between 1 and 240)
);
--> statement-breakpoint
ALTER TABLE "push_notices" DROP CONSTRAINT "push_notices_about";--> statement-breakpoint
DROP INDEX "conversations_waiting";--> statement-breakpoint
ALTER TABLE "desk_settings" ALTER COLUMN "chat_capacity" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "returned_from" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "managers_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "desk_settings" ADD COLUMN "away_after_minutes" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_settings" ADD COLUMN "time_zone" text DEFAULT 'America/New_York' NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_settings" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_members_member" ON "team_members" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "teams_name" ON "teams" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_returned_from_profiles_id_fk" FOREIGN KEY ("returned_from") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_unattended" ON "conversations" USING btree ("managers_told_at") WHERE "conversations"."managers_told_at" is not null and "conversations"."waiting_since" is not null and "conversations"."completed_at" is null;--> statement-breakpoint
CREATE INDEX "conversations_returned_from" ON "conversations" USING btree ("returned_from") WHERE "conversations"."returned_from" is not null;--> statement-breakpoint
CREATE INDEX "conversations_waiting" ON "conversations" USING btree ("waiting_since") WHERE "conversations"."waiting_since" is not null and "conversations"."completed_at" is null;--> statement-breakpoint
ALTER TABLE "desk_settings" ADD CONSTRAINT "desk_settings_away" CHECK ("desk_settings"."away_after_minutes" between 1 and 1440);--> statement-breakpoint
ALTER TABLE "push_notices" ADD CONSTRAINT "push_notices_about" CHECK ("push_notices"."about" in ('messages', 'queue', 'unattended'));