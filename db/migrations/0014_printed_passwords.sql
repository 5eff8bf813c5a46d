CREATE TABLE "printed_passwords" (
	"user_id" text PRIMARY KEY NOT NULL,
	"printed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "printed_passwords" ADD CONSTRAINT "printed_passwords_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;