ALTER TABLE "desk_settings" ADD COLUMN "words_version" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "visitor_messages" ADD COLUMN "words_version" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
-- by hand:
-- As `foldText` of app/platform/fold-text.ts does it, whatever the locale of the database is.
CREATE FUNCTION "fold_text"("said" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE WHEN "said" !~ '[^\x01-\x7f]' THEN lower("said") ELSE
		normalize(replace(replace(replace(replace(translate(
			lower(regexp_replace(normalize("said", NFKD),
				'[\u00ad\u061c\u180e\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufeff]', '', 'g')),
			'ØøĐđÐðĦħıŁłŊŋŦŧςÆŒÞẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐҒҖҘҚҜҞҠҢҤҪҮҰҲҶҸҺӘӨƏԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
			'ooddddhhillnnttσæœþßαβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґғҗҙқҝҟҡңҥҫүұҳҷҹһәөəաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ'),
			'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC) END
$$;--> statement-breakpoint
-- By what a part of a word is found: the words between all separators, what long ones end with from each letter on
-- ('~plakat' of 'strassenplakat'), and of writing without spaces each two neighbours. As `searchParts` of
-- app/conversation/read/search-words.ts, which is for whoever has many messages.
CREATE FUNCTION "search_parts"("folded" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT coalesce(array_agg(DISTINCT part.text), '{}') FROM (
		SELECT left(found[2], 64) AS word, found[1] AS run FROM regexp_matches(left("folded", 20000),
			'([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+)|([^\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xa9\xab-\xb1\xb4\xb6-\xb8\xbb\xbf\xd7\xf7\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2000-\u206f\u2190-\u27bf\u3000-\u303f\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff]+)',
			'g') found
	) split CROSS JOIN LATERAL (
		SELECT split.word AS text WHERE split.word IS NOT NULL
		UNION ALL SELECT '~' || substr(split.word, at, 32)
			FROM generate_series(2, least(char_length(split.word) - 3, 33)) at WHERE char_length(split.word) > 6
		UNION ALL SELECT substr(split.run, at, 2) FROM generate_series(1, char_length(split.run)) at
	) part
$$;--> statement-breakpoint
CREATE FUNCTION "message_words"("language" regconfig, "said" text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT to_tsvector("language", "said")
		|| CASE WHEN "said" !~ '[^\x01-\x7f]' THEN ''::tsvector ELSE to_tsvector("language", fold_text("said")) END
		|| array_to_tsvector(search_parts(fold_text("said")))
$$;--> statement-breakpoint
-- What a message is found by: its text and the names of its files, unless it was taken back.
CREATE FUNCTION "searched_text"("whose" uuid, "said" text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT concat_ws(E'\n', "said", (SELECT string_agg(f.name, E'\n' ORDER BY f.position) FROM files f WHERE f.message_id = "whose"))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.words_language := coalesce((SELECT search_language FROM desk_settings), 'english');
	new.words_version := 2;
	new.words := message_words(new.words_language::regconfig, CASE
		WHEN tg_op = 'UPDATE' AND new.removal_number IS NULL THEN searched_text(new.id, new.message)
		ELSE new.message END);
	RETURN new;
END $$;--> statement-breakpoint
CREATE FUNCTION "keep_words_of_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE visitor_messages m
	SET words = message_words(m.words_language::regconfig, searched_text(m.id, m.message)), words_version = 2
	WHERE m.id = new.message_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "keep_words_of_file" AFTER UPDATE OF "message_id" ON "files" FOR EACH ROW
WHEN (new."message_id" IS NOT NULL AND old."message_id" IS DISTINCT FROM new."message_id") EXECUTE FUNCTION keep_words_of_file();--> statement-breakpoint
-- Names are found however they are accented.
CREATE OR REPLACE FUNCTION "names_of_visitor"("whose" uuid) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce(string_agg(DISTINCT fold_text(n.name), E'\n'), '') FROM (
		SELECT v.name FROM visitors v WHERE v.id = "whose"
		UNION ALL SELECT c.visitor_name FROM conversations c WHERE c.visitor_id = "whose"
	) n WHERE n.name IS NOT NULL
$$;--> statement-breakpoint
UPDATE "visitor_address_parts" p SET "names" = names_of_visitor(v."id"),
	"parts" = address_parts(v."email" || E'\n' || names_of_visitor(v."id"))
FROM "visitors" v
WHERE v."id" = p."visitor_id" AND p."names" ~ '[^\x01-\x7f]';
