ALTER TABLE "files" ADD CONSTRAINT "files_delivered" UNIQUE("id","order_id","delivery_id");--> statement-breakpoint
CREATE TABLE "proof_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"number" integer,
	"reply_to" uuid,
	"page" integer,
	"x" integer,
	"y" integer,
	"at_ms" integer,
	"side" text NOT NULL,
	"member_id" text,
	"client_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"resolved_side" text,
	"resolved_by_id" text,
	CONSTRAINT "proof_comments_of_file" UNIQUE("id","file_id"),
	CONSTRAINT "proof_comments_of_order" UNIQUE("id","order_id"),
	CONSTRAINT "proof_comments_number" UNIQUE("file_id","number"),
	CONSTRAINT "proof_comments_text" CHECK (char_length("proof_comments"."text") between 1 and 2000),
	CONSTRAINT "proof_comments_side" CHECK (case "proof_comments"."side" when 'buyer' then "proof_comments"."member_id" is null
        when 'team' then "proof_comments"."client_id" is null else false end),
	CONSTRAINT "proof_comments_kind" CHECK (("proof_comments"."number" is null) = ("proof_comments"."reply_to" is not null) and coalesce("proof_comments"."number" > 0, true)
        and ("proof_comments"."reply_to" is null
          or num_nonnulls("proof_comments"."page", "proof_comments"."x", "proof_comments"."y", "proof_comments"."at_ms", "proof_comments"."resolved_at") = 0)),
	CONSTRAINT "proof_comments_position" CHECK (num_nonnulls("proof_comments"."x", "proof_comments"."y") <> 1
        and ("proof_comments"."at_ms" is null or num_nonnulls("proof_comments"."page", "proof_comments"."x") = 0)
        and ("proof_comments"."x" is null or "proof_comments"."x" between 0 and 1000)
        and ("proof_comments"."y" is null or "proof_comments"."y" between 0 and 1000)
        and ("proof_comments"."page" is null or "proof_comments"."page" between 1 and 10000)
        and ("proof_comments"."at_ms" is null or "proof_comments"."at_ms" between 0 and 86400000)),
	CONSTRAINT "proof_comments_resolved" CHECK (("proof_comments"."resolved_at" is null) = ("proof_comments"."resolved_side" is null)
        and ("proof_comments"."resolved_side" is null or "proof_comments"."resolved_side" in ('buyer', 'team'))
        and ("proof_comments"."resolved_by_id" is null or "proof_comments"."resolved_side" = 'team'))
);
--> statement-breakpoint
CREATE TABLE "revision_comments" (
	"order_id" uuid NOT NULL,
	"event" integer NOT NULL,
	"comment_id" uuid NOT NULL,
	CONSTRAINT "revision_comments_order_id_event_comment_id_pk" PRIMARY KEY("order_id","event","comment_id")
);
--> statement-breakpoint
ALTER TABLE "proof_comments" ADD CONSTRAINT "proof_comments_member_id_profiles_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_comments" ADD CONSTRAINT "proof_comments_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_comments" ADD CONSTRAINT "proof_comments_resolved_by_id_profiles_id_fk" FOREIGN KEY ("resolved_by_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_comments" ADD CONSTRAINT "proof_comments_file" FOREIGN KEY ("file_id","order_id","delivery_id") REFERENCES "public"."files"("id","order_id","delivery_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_comments" ADD CONSTRAINT "proof_comments_reply" FOREIGN KEY ("reply_to","file_id") REFERENCES "public"."proof_comments"("id","file_id") ON DELETE cascade ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "revision_comments" ADD CONSTRAINT "revision_comments_event" FOREIGN KEY ("order_id","event") REFERENCES "public"."order_events"("order_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_comments" ADD CONSTRAINT "revision_comments_comment" FOREIGN KEY ("comment_id","order_id") REFERENCES "public"."proof_comments"("id","order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proof_comments_order" ON "proof_comments" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "proof_comments_reply_to" ON "proof_comments" USING btree ("reply_to") WHERE "proof_comments"."reply_to" is not null;--> statement-breakpoint
CREATE INDEX "proof_comments_member" ON "proof_comments" USING btree ("member_id") WHERE "proof_comments"."member_id" is not null;--> statement-breakpoint
CREATE INDEX "proof_comments_client" ON "proof_comments" USING btree ("client_id") WHERE "proof_comments"."client_id" is not null;--> statement-breakpoint
CREATE INDEX "revision_comments_comment" ON "revision_comments" USING btree ("comment_id");
