CREATE TABLE "pending_sign_ups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"requested_role" text NOT NULL,
	"password_hash" text NOT NULL,
	"password_proof" text,
	"token_hash" text,
	"link_made_at" timestamp with time zone,
	"link_expires_at" timestamp with time zone,
	"network" text,
	"browser" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pending_sign_ups_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "pending_sign_ups_requested_role" CHECK ("pending_sign_ups"."requested_role" in ('agent', 'admin', 'manager', 'support'))
);
--> statement-breakpoint
CREATE INDEX "pending_sign_ups_email" ON "pending_sign_ups" USING btree ("email","created_at","id");--> statement-breakpoint
CREATE INDEX "pending_sign_ups_network" ON "pending_sign_ups" USING btree ("network","created_at","id");--> statement-breakpoint
CREATE INDEX "pending_sign_ups_listing" ON "pending_sign_ups" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pending_sign_ups_expiry" ON "pending_sign_ups" USING btree ("expires_at");
--> statement-breakpoint
-- Accounts whose address nobody proved, and which no admin let in, go on as sign-ups: the address
-- is free again, and the link and the password that were theirs still work for them.
INSERT INTO "pending_sign_ups" ("email", "full_name", "requested_role", "password_hash", "token_hash", "link_made_at", "link_expires_at", "created_at", "expires_at")
SELECT u."email", coalesce(p."full_name", u."name"), coalesce(p."requested_role", 'agent'), a."password", t."token_hash", t."created_at", t."expires_at", u."created_at", now() + interval '30 days'
FROM "auth_users" u
LEFT JOIN "profiles" p ON p."id" = u."id"
JOIN LATERAL (SELECT "password" FROM "auth_accounts" WHERE "user_id" = u."id" AND "provider_id" = 'credential' AND "password" IS NOT NULL LIMIT 1) a ON true
LEFT JOIN LATERAL (SELECT "token_hash", "created_at", "expires_at" FROM "account_tokens" WHERE "user_id" = u."id" AND "purpose" = 'verify-email' ORDER BY "created_at" DESC LIMIT 1) t ON true
WHERE NOT u."email_verified" AND (p."id" IS NULL OR p."status" = 'waiting');--> statement-breakpoint
DELETE FROM "auth_users" u
WHERE NOT u."email_verified"
AND NOT EXISTS (SELECT 1 FROM "profiles" p WHERE p."id" = u."id" AND p."status" <> 'waiting')
AND EXISTS (SELECT 1 FROM "pending_sign_ups" s WHERE s."email" = u."email");
