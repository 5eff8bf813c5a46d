CREATE TABLE "mail_digests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"profile_id" text NOT NULL,
	"kind" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mail_digests_once" UNIQUE("profile_id","due_at"),
	CONSTRAINT "mail_digests_kind" CHECK ("mail_digests"."kind" in ('hourly', 'daily'))
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"profile_id" text PRIMARY KEY NOT NULL,
	"shows_previews" boolean DEFAULT false NOT NULL,
	"tells_of_queue" boolean DEFAULT true NOT NULL,
	"digest" text DEFAULT 'off' NOT NULL,
	"digest_since" timestamp with time zone NOT NULL,
	CONSTRAINT "notification_settings_digest" CHECK ("notification_settings"."digest" in ('off', 'hourly', 'daily'))
);
--> statement-breakpoint
CREATE TABLE "push_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscription_id" uuid NOT NULL,
	"conversation_id" text NOT NULL,
	"about" text NOT NULL,
	"up_to_number" integer NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "push_notices_once" UNIQUE("subscription_id","conversation_id"),
	CONSTRAINT "push_notices_about" CHECK ("push_notices"."about" in ('messages', 'queue'))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"profile_id" text NOT NULL,
	"session_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_success_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "push_subscriptions_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint"),
	CONSTRAINT "push_subscriptions_endpoint" CHECK (char_length("push_subscriptions"."endpoint") between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "mail_digests" ADD CONSTRAINT "mail_digests_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notices" ADD CONSTRAINT "push_notices_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_notices" ADD CONSTRAINT "push_notices_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_auth_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_digests_waiting" ON "mail_digests" USING btree ("next_attempt_at") WHERE "mail_digests"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "mail_digests_due" ON "mail_digests" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "notification_settings_digests" ON "notification_settings" USING btree ("digest") WHERE "notification_settings"."digest" <> 'off';--> statement-breakpoint
CREATE INDEX "push_notices_conversation" ON "push_notices" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "push_notices_waiting" ON "push_notices" USING btree ("next_attempt_at") WHERE "push_notices"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_profile" ON "push_subscriptions" USING btree ("profile_id","created_at");