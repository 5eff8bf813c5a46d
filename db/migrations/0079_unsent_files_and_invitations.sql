DELETE FROM "invitations" WHERE NOT EXISTS (SELECT 1 FROM "profiles" WHERE "profiles"."id" = "invitations"."invited_by" AND "profiles"."status" = 'active' AND "profiles"."role" = 'admin');--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_sent";--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_invited_by_profiles_id_fk";
--> statement-breakpoint
ALTER TABLE "invitations" ALTER COLUMN "invited_by" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "awaits_bytes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_profiles_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_awaits_bytes" CHECK ("files"."stored_at" is null or not "files"."awaits_bytes");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_sent" CHECK ("files"."position" is null or ("files"."stored_at" is not null and "files"."network" is null));