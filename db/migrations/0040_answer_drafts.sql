CREATE TABLE "answer_drafts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" text,
	"agent_id" text,
	"kind" text NOT NULL,
	"state" text DEFAULT 'drafting' NOT NULL,
	"model" text NOT NULL,
	"text" text,
	"sources" jsonb,
	"warnings" jsonb,
	"warning_count" integer DEFAULT 0 NOT NULL,
	"up_to" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL,
	"deadline_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"outcome_at" timestamp with time zone,
	CONSTRAINT "answer_drafts_kind" CHECK ("answer_drafts"."kind" in ('answer', 'summary')),
	CONSTRAINT "answer_drafts_state" CHECK ("answer_drafts"."state" in ('drafting', 'ready', 'failed', 'stopped')),
	CONSTRAINT "answer_drafts_outcome" CHECK ("answer_drafts"."outcome" in ('taken', 'edited', 'dropped')),
	CONSTRAINT "answer_drafts_decided" CHECK (("answer_drafts"."outcome" is null) = ("answer_drafts"."outcome_at" is null) and ("answer_drafts"."outcome" is null or "answer_drafts"."state" = 'ready')),
	CONSTRAINT "answer_drafts_text" CHECK ("answer_drafts"."text" is null or ("answer_drafts"."state" = 'ready' and "answer_drafts"."outcome" is null))
);
--> statement-breakpoint
ALTER TABLE "answer_drafts" ADD CONSTRAINT "answer_drafts_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_drafts" ADD CONSTRAINT "answer_drafts_agent_id_profiles_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_drafts_created" ON "answer_drafts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "answer_drafts_conversation" ON "answer_drafts" USING btree ("conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "answer_drafts_under_way" ON "answer_drafts" USING btree ("agent_id") WHERE "answer_drafts"."state" = 'drafting';--> statement-breakpoint
CREATE INDEX "answer_drafts_undecided" ON "answer_drafts" USING btree ("created_at") WHERE "answer_drafts"."text" is not null;--> statement-breakpoint
-- by hand
-- A draft outlives its conversation for what reports count, and no word of it does.
CREATE FUNCTION forget_draft_words() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  new.text := null;
  new.sources := null;
  new.warnings := null;
  return new;
end $$;
--> statement-breakpoint
CREATE TRIGGER forget_draft_words BEFORE UPDATE OF conversation_id ON answer_drafts
  FOR EACH ROW WHEN (new.conversation_id IS NULL) EXECUTE FUNCTION forget_draft_words();
