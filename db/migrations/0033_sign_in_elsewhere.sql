CREATE TABLE "openid_flows" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"issuer" text NOT NULL,
	"nonce" text NOT NULL,
	"verifier" text NOT NULL,
	"purpose" text NOT NULL,
	"session_id" text,
	"next" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "openid_flows_purpose" CHECK ("openid_flows"."purpose" in ('sign-in', 'connect', 'prove')),
	CONSTRAINT "openid_flows_session" CHECK (("openid_flows"."purpose" = 'sign-in') = ("openid_flows"."session_id" is null))
);
--> statement-breakpoint
CREATE TABLE "openid_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "openid_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "factor_at_provider" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "openid_flows" ADD CONSTRAINT "openid_flows_session_id_auth_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "openid_identities" ADD CONSTRAINT "openid_identities_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "openid_flows_session" ON "openid_flows" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "openid_flows_expiry" ON "openid_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "openid_identities_user" ON "openid_identities" USING btree ("user_id");