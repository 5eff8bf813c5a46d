CREATE TABLE "confirmation_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"browser_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"code_hash" text NOT NULL,
	"code_expires_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "confirmation_requests_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "confirmed_browsers" (
	"browser_id" uuid NOT NULL,
	"visitor_id" uuid NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "confirmed_browsers_browser_id_visitor_id_pk" PRIMARY KEY("browser_id","visitor_id")
);
--> statement-breakpoint
DROP INDEX "conversations_open_browser";--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "visitor_name" text;--> statement-breakpoint
ALTER TABLE "confirmation_requests" ADD CONSTRAINT "confirmation_requests_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmation_requests" ADD CONSTRAINT "confirmation_requests_browser_id_visitor_browsers_id_fk" FOREIGN KEY ("browser_id") REFERENCES "public"."visitor_browsers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmed_browsers" ADD CONSTRAINT "confirmed_browsers_browser_id_visitor_browsers_id_fk" FOREIGN KEY ("browser_id") REFERENCES "public"."visitor_browsers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmed_browsers" ADD CONSTRAINT "confirmed_browsers_visitor_id_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "confirmation_requests_conversation" ON "confirmation_requests" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "confirmation_requests_browser" ON "confirmation_requests" USING btree ("browser_id");--> statement-breakpoint
CREATE INDEX "confirmation_requests_expiry" ON "confirmation_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "confirmed_browsers_visitor" ON "confirmed_browsers" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "confirmed_browsers_expiry" ON "confirmed_browsers" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_visitor_name" CHECK (char_length("conversations"."visitor_name") between 1 and 80);