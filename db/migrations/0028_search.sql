ALTER TABLE "visitor_messages" ALTER COLUMN "words" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "desk_settings" ADD COLUMN "search_language" text DEFAULT 'english' NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_settings" ADD COLUMN "words_language" text DEFAULT 'english' NOT NULL;--> statement-breakpoint
ALTER TABLE "visitor_address_parts" ADD COLUMN "names" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD COLUMN "words_language" text DEFAULT 'english' NOT NULL;--> statement-breakpoint
CREATE INDEX "conversations_topic" ON "conversations" USING btree ("topic","started_at");--> statement-breakpoint
CREATE INDEX "conversations_service" ON "conversations" USING btree ("service_slug","started_at") WHERE "conversations"."service_slug" is not null;--> statement-breakpoint
-- by hand:
-- In the language that is set; what was written before keeps the words it has until it is followed up.
CREATE FUNCTION "keep_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.words_language := coalesce((SELECT search_language FROM desk_settings), 'english');
	new.words := to_tsvector(new.words_language::regconfig, new.message);
	RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "keep_words" BEFORE INSERT OR UPDATE OF "message" ON "visitor_messages"
FOR EACH ROW EXECUTE FUNCTION keep_words();--> statement-breakpoint
-- What somebody is called, by the team and by themselves.
CREATE FUNCTION "names_of_visitor"("whose" uuid) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce(string_agg(DISTINCT lower(n.name), E'\n'), '') FROM (
		SELECT v.name FROM visitors v WHERE v.id = "whose"
		UNION ALL SELECT c.visitor_name FROM conversations c WHERE c.visitor_id = "whose"
	) n WHERE n.name IS NOT NULL
$$;--> statement-breakpoint
CREATE FUNCTION "keep_names"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	whose uuid;
	known text;
BEGIN
	IF tg_table_name = 'visitors' THEN
		whose := new.id;
	ELSE
		whose := new.visitor_id;
	END IF;
	known := names_of_visitor(whose);
	UPDATE visitor_address_parts p SET names = known, parts = address_parts(v.email || E'\n' || known)
	FROM visitors v WHERE v.id = whose AND p.visitor_id = whose AND p.names <> known;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "keep_names" AFTER UPDATE OF "name" ON "visitors" FOR EACH ROW
WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION keep_names();--> statement-breakpoint
CREATE TRIGGER "keep_names_insert" AFTER INSERT ON "conversations" FOR EACH ROW
WHEN (new.visitor_name IS NOT NULL) EXECUTE FUNCTION keep_names();--> statement-breakpoint
CREATE TRIGGER "keep_names_update" AFTER UPDATE OF "visitor_name" ON "conversations" FOR EACH ROW
WHEN (old.visitor_name IS DISTINCT FROM new.visitor_name) EXECUTE FUNCTION keep_names();--> statement-breakpoint
UPDATE "visitor_address_parts" p SET "names" = names_of_visitor(v."id"),
	"parts" = address_parts(v."email" || E'\n' || names_of_visitor(v."id"))
FROM "visitors" v
WHERE v."id" = p."visitor_id" AND (v."name" IS NOT NULL OR EXISTS (
	SELECT 1 FROM "conversations" c WHERE c."visitor_id" = v."id" AND c."visitor_name" IS NOT NULL
));
