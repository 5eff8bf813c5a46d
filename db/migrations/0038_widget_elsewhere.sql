CREATE TABLE "conversation_hosts" (
	"conversation_id" text PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"section" text,
	"subject" text,
	CONSTRAINT "conversation_hosts_origin" CHECK (char_length("conversation_hosts"."origin") between 1 and 270),
	CONSTRAINT "conversation_hosts_section" CHECK (char_length("conversation_hosts"."section") between 1 and 200),
	CONSTRAINT "conversation_hosts_subject" CHECK (char_length("conversation_hosts"."subject") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "host_secrets" (
	"origin" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "host_secrets_origin" CHECK (char_length("host_secrets"."origin") between 1 and 270)
);
--> statement-breakpoint
CREATE TABLE "used_signatures" (
	"hash" text PRIMARY KEY NOT NULL,
	"browser_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "used_signatures_hash" CHECK (char_length("used_signatures"."hash") = 64)
);
--> statement-breakpoint
ALTER TABLE "conversation_hosts" ADD CONSTRAINT "conversation_hosts_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_signatures" ADD CONSTRAINT "used_signatures_browser_id_visitor_browsers_id_fk" FOREIGN KEY ("browser_id") REFERENCES "public"."visitor_browsers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "used_signatures_browser" ON "used_signatures" USING btree ("browser_id");--> statement-breakpoint
CREATE INDEX "used_signatures_expiry" ON "used_signatures" USING btree ("expires_at");