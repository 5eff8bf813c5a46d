-- by hand:
-- The statement that saves messages finds their words itself, once for all of them; whoever else inserts one
-- leaves that to the database, as before.
DROP TRIGGER "keep_words" ON "visitor_messages";--> statement-breakpoint
CREATE TRIGGER "keep_words_insert" BEFORE INSERT ON "visitor_messages" FOR EACH ROW
WHEN (new."words" IS NULL) EXECUTE FUNCTION keep_words();--> statement-breakpoint
CREATE TRIGGER "keep_words_update" BEFORE UPDATE OF "message" ON "visitor_messages"
FOR EACH ROW EXECUTE FUNCTION keep_words();
