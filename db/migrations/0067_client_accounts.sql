CREATE TABLE "client_passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "client_passkeys_name" CHECK (char_length("client_passkeys"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "client_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"client_id" uuid NOT NULL,
	"browser_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "client_sessions_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "client_sessions_user_agent" CHECK (char_length("client_sessions"."user_agent") between 1 and 400)
);
--> statement-breakpoint
CREATE TABLE "client_sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"browser_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"code_hash" text NOT NULL,
	"code_expires_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "client_sign_ins_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "client_sign_ins_attempts" CHECK ("client_sign_ins"."attempts" >= 0)
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"language" text,
	"billing" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	CONSTRAINT "clients_email_unique" UNIQUE("email"),
	CONSTRAINT "clients_language" CHECK ("clients"."language" ~ '^[a-z]{2,3}(-[A-Za-z0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"billing" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "companies_name" CHECK (char_length("companies"."name") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "company_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"email" text NOT NULL,
	"permission" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"invited_by" uuid,
	CONSTRAINT "company_invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "company_invitations_address" UNIQUE("company_id","email"),
	CONSTRAINT "company_invitations_permission" CHECK ("company_invitations"."permission" in ('view', 'order', 'manage'))
);
--> statement-breakpoint
CREATE TABLE "company_members" (
	"company_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"permission" text NOT NULL,
	"is_owner" boolean DEFAULT false NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "company_members_company_id_client_id_pk" PRIMARY KEY("company_id","client_id"),
	CONSTRAINT "company_members_permission" CHECK ("company_members"."permission" in ('view', 'order', 'manage')),
	CONSTRAINT "company_members_owner_manages" CHECK (not "company_members"."is_owner" or "company_members"."permission" = 'manage')
);
--> statement-breakpoint
ALTER TABLE "visitors" ADD COLUMN "mails_stopped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "company_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "company_id" uuid;--> statement-breakpoint
ALTER TABLE "client_passkey_challenges" ADD CONSTRAINT "client_passkey_challenges_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_passkeys" ADD CONSTRAINT "client_passkeys_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_sessions" ADD CONSTRAINT "client_sessions_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_sessions" ADD CONSTRAINT "client_sessions_browser_id_visitor_browsers_id_fk" FOREIGN KEY ("browser_id") REFERENCES "public"."visitor_browsers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_sign_ins" ADD CONSTRAINT "client_sign_ins_browser_id_visitor_browsers_id_fk" FOREIGN KEY ("browser_id") REFERENCES "public"."visitor_browsers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_invited_by_clients_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_passkey_challenges_client" ON "client_passkey_challenges" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "client_passkey_challenges_expiry" ON "client_passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "client_passkeys_client" ON "client_passkeys" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "client_sessions_client" ON "client_sessions" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "client_sessions_browser" ON "client_sessions" USING btree ("browser_id");--> statement-breakpoint
CREATE INDEX "client_sessions_expiry" ON "client_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "client_sign_ins_browser" ON "client_sign_ins" USING btree ("browser_id","email","created_at");--> statement-breakpoint
CREATE INDEX "client_sign_ins_email" ON "client_sign_ins" USING btree ("email");--> statement-breakpoint
CREATE INDEX "client_sign_ins_expiry" ON "client_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "company_invitations_email" ON "company_invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "company_invitations_invited_by" ON "company_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "company_invitations_expiry" ON "company_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "company_members_client" ON "company_members" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_members_owner" ON "company_members" USING btree ("company_id") WHERE "company_members"."is_owner";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriptions_company" ON "subscriptions" USING btree ("company_id") WHERE "subscriptions"."company_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_company" ON "orders" USING btree ("company_id") WHERE "orders"."company_id" is not null;