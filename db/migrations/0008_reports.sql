CREATE TABLE "conversation_ratings" (
	"conversation_id" text PRIMARY KEY NOT NULL,
	"agent_id" text,
	"score" integer NOT NULL,
	"comment" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversation_ratings_score" CHECK ("conversation_ratings"."score" between 1 and 5),
	CONSTRAINT "conversation_ratings_comment" CHECK (char_length("conversation_ratings"."comment") between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "conversation_ratings" ADD CONSTRAINT "conversation_ratings_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_ratings" ADD CONSTRAINT "conversation_ratings_agent_id_profiles_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_started" ON "conversations" USING btree ("started_at");