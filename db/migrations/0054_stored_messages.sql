ALTER TABLE "mail_intake" DROP CONSTRAINT "mail_intake_fault";--> statement-breakpoint
ALTER TABLE "payment_differences" DROP CONSTRAINT "payment_differences_what";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_held_because";--> statement-breakpoint
ALTER TABLE "payment_differences" ALTER COLUMN "what" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "catalogue_publications" ADD COLUMN "note_message" jsonb;--> statement-breakpoint
ALTER TABLE "mail_intake" ADD COLUMN "fault_message" jsonb;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "label_message" jsonb;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "last_error_message" jsonb;--> statement-breakpoint
ALTER TABLE "payment_differences" ADD COLUMN "what_message" jsonb;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "why_message" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "held_message" jsonb;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "problem_message" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "subject_message" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "detail_message" jsonb;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "last_error_message" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "last_error_message" jsonb;--> statement-breakpoint
ALTER TABLE "catalogue_publications" ADD CONSTRAINT "catalogue_publications_note_message" CHECK ("catalogue_publications"."note_message" is null or coalesce(jsonb_typeof("catalogue_publications"."note_message" -> 'key') = 'string' and jsonb_typeof("catalogue_publications"."note_message" -> 'values') = 'object', false));--> statement-breakpoint
ALTER TABLE "mail_intake" ADD CONSTRAINT "mail_intake_fault_message" CHECK ("mail_intake"."fault_message" is null or coalesce(jsonb_typeof("mail_intake"."fault_message" -> 'key') = 'string' and jsonb_typeof("mail_intake"."fault_message" -> 'values') = 'object', false));--> statement-breakpoint
ALTER TABLE "mail_intake" ADD CONSTRAINT "mail_intake_fault" CHECK (case when "mail_intake"."failing_since" is null then "mail_intake"."fault" is null else "mail_intake"."fault" is not null or "mail_intake"."fault_message" is not null end);--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_error_message" CHECK ("push_subscriptions"."last_error_message" is null or coalesce(jsonb_typeof("push_subscriptions"."last_error_message" -> 'key') = 'string' and jsonb_typeof("push_subscriptions"."last_error_message" -> 'values') = 'object', false));--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_label_message" CHECK ("push_subscriptions"."label_message" is null or coalesce(jsonb_typeof("push_subscriptions"."label_message" -> 'key') = 'string' and jsonb_typeof("push_subscriptions"."label_message" -> 'values') = 'object', false));--> statement-breakpoint
ALTER TABLE "payment_differences" ADD CONSTRAINT "payment_differences_what_message" CHECK ("payment_differences"."what_message" is null or coalesce(jsonb_typeof("payment_differences"."what_message" -> 'key') = 'string' and jsonb_typeof("payment_differences"."what_message" -> 'values') = 'object', false));--> statement-breakpoint
ALTER TABLE "payment_differences" ADD CONSTRAINT "payment_differences_what" CHECK (char_length("payment_differences"."what") <= 500);--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_why_message" CHECK ("order_events"."why_message" is null or coalesce(jsonb_typeof("order_events"."why_message" -> 'key') = 'string' and jsonb_typeof("order_events"."why_message" -> 'values') = 'object', false));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_held_message" CHECK ("payments"."held_message" is null or coalesce(jsonb_typeof("payments"."held_message" -> 'key') = 'string' and jsonb_typeof("payments"."held_message" -> 'values') = 'object', false));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_held_because" CHECK (("payments"."state" = 'booked') = ("payments"."held_because" is null and "payments"."held_message" is null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_problem_message" CHECK ("refunds"."problem_message" is null or coalesce(jsonb_typeof("refunds"."problem_message" -> 'key') = 'string' and jsonb_typeof("refunds"."problem_message" -> 'values') = 'object', false));--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_subject_message" CHECK ("audit_log"."subject_message" is null or coalesce(jsonb_typeof("audit_log"."subject_message" -> 'key') = 'string' and jsonb_typeof("audit_log"."subject_message" -> 'values') = 'object', false));--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_detail_message" CHECK ("audit_log"."detail_message" is null or coalesce(jsonb_typeof("audit_log"."detail_message" -> 'key') = 'string' and jsonb_typeof("audit_log"."detail_message" -> 'values') = 'object', false));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_error_message" CHECK ("outbox"."last_error_message" is null or coalesce(jsonb_typeof("outbox"."last_error_message" -> 'key') = 'string' and jsonb_typeof("outbox"."last_error_message" -> 'values') = 'object', false));--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_error_message" CHECK ("webhook_deliveries"."last_error_message" is null or coalesce(jsonb_typeof("webhook_deliveries"."last_error_message" -> 'key') = 'string' and jsonb_typeof("webhook_deliveries"."last_error_message" -> 'values') = 'object', false));--> statement-breakpoint
-- by hand: what was stored as a sentence becomes a key with values. These are the sentences of the versions before, in
-- both languages of then; others stay texts.
-- The rules are triples: a key, the names of the values, a pattern. 'count#' is a number, 'role@' a word of ours, and
-- 'name=1' is no part of the text. The first pattern that matches counts.
CREATE FUNCTION "stored_message"("said" text, "rules" text[] DEFAULT '{}') RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	matched text[];
	name text;
	value text;
	read jsonb := '{}';
	at integer := 0;
BEGIN
	FOR rule IN 0 .. cardinality("rules") / 3 - 1 LOOP
		matched := regexp_match("said", "rules"[rule * 3 + 3]);
		CONTINUE WHEN matched IS NULL;
		FOREACH name IN ARRAY string_to_array("rules"[rule * 3 + 2], ',') LOOP
			IF name LIKE '%=%' THEN
				read := read || jsonb_build_object(split_part(name, '=', 1), split_part(name, '=', 2)::jsonb);
				CONTINUE;
			END IF;
			at := at + 1;
			value := matched[at];
			read := read || jsonb_build_object(rtrim(name, '#@'), CASE
				WHEN name LIKE '%#' THEN to_jsonb(value::bigint)
				WHEN name LIKE '%@' THEN to_jsonb(CASE value
					WHEN 'agente' THEN 'agent' WHEN 'soporte' THEN 'support'
					WHEN 'gestor' THEN 'manager' WHEN 'administrador' THEN 'admin'
					WHEN 'respuesta' THEN 'answer' WHEN 'resumen' THEN 'summary' ELSE value END)
				ELSE to_jsonb(value) END);
		END LOOP;
		RETURN jsonb_build_object('key', "rules"[rule * 3 + 1], 'values', read);
	END LOOP;
	RETURN jsonb_build_object('key', 'text', 'values', jsonb_build_object('text', "said"));
END $$;--> statement-breakpoint
CREATE FUNCTION "saved_value"("name" text, "said" text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE
		WHEN "said" IN ('nothing', 'none', 'kept', 'always open', 'any number',
			'nada', 'ninguno', 'se conserva', 'siempre abierto', 'sin límite') THEN ''
		WHEN "name" ~ '^(AGENT_AWAY_MINUTES$|ANSWER_TARGET_|RETENTION_|ORDER_)'
			AND "said" ~ '^\d+ (minutes?|minutos?|days?|días?)$' THEN split_part("said", ' ', 1)
		ELSE "said" END
$$;--> statement-breakpoint
CREATE FUNCTION "smallest_units"("said" text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN regexp_replace("said", '\D', '', 'g') ~ '^\d{1,15}$' THEN regexp_replace("said", '\D', '', 'g')::bigint END
$$;--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'accounts.passkey', '', '^(?:passkey|llave de acceso)$',
		'accounts.authenticator-app', '', '^(?:authenticator app|aplicación de autenticación)$'])
WHERE "action" in ('signed-in', 'sign-in-failed', 'factor-awaited', 'factor-refused', 'factor-added', 'factor-removed') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'accounts.suspended', '', '^(?:Your account is suspended\.|Tu cuenta está suspendida\.)$',
		'accounts.waits-for-approval', '', '^(?:Your account is waiting for approval by an admin\.|Tu cuenta espera la aprobación de un administrador\.)$',
		'accounts.not-verified', '', '^(?:Please verify your email first\. We have just sent you a new link for that\.|Verifica primero tu correo\. Acabamos de enviarte un enlace nuevo para ello\.)$',
		'accounts.no-user', '', '^(?:Login failed - no user data returned\.|No se pudo iniciar sesión: no llegaron datos del usuario\.)$',
		'accounts.no-role', 'name', '^Your account at (.+) has no role here\. Please ask an admin\.$',
		'accounts.no-role', 'name', '^Tu cuenta de (.+) no tiene ningún rol aquí\. Pregunta a un administrador\.$'])
WHERE "action" in ('sign-in-refused') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'accounts.role', 'role@', '^(agent|support|manager|admin|agente|soporte|gestor|administrador)$',
		'accounts.role-changed', 'from@,to@', '^(agent|support|manager|admin|agente|soporte|gestor|administrador) → (agent|support|manager|admin|agente|soporte|gestor|administrador)$',
		'accounts.role-changed-by-provider', 'from@,to@', '^(agent|support|manager|admin|agente|soporte|gestor|administrador) → (agent|support|manager|admin|agente|soporte|gestor|administrador), as the provider says$',
		'accounts.role-changed-by-provider', 'from@,to@', '^(agent|support|manager|admin|agente|soporte|gestor|administrador) → (agent|support|manager|admin|agente|soporte|gestor|administrador), según el proveedor$',
		'accounts.role-at-provider', 'role@', '^the provider says (agent|support|manager|admin|agente|soporte|gestor|administrador)$',
		'accounts.role-at-provider', 'role@', '^el proveedor dice (agent|support|manager|admin|agente|soporte|gestor|administrador)$',
		'accounts.role-unproven', 'role@', '^(agent|support|manager|admin|agente|soporte|gestor|administrador), address not proved$',
		'accounts.role-unproven', 'role@', '^(agent|support|manager|admin|agente|soporte|gestor|administrador), dirección sin demostrar$'])
WHERE "action" in ('role-changed', 'role-kept', 'approved', 'suspended', 'restored', 'invited', 'invitation-accepted') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'accounts.role-asked', 'role@', '^asked for the role (agent|support|manager|admin|agente|soporte|gestor|administrador)$',
		'accounts.role-asked', 'role@', '^pidió el rol (agent|support|manager|admin|agente|soporte|gestor|administrador)$',
		'accounts.first-admin', '', '^(?:first admin, by the set-up link|primer administrador, por el enlace de configuración)$',
		'accounts.declined-by-reader', '', '^(?:by whoever reads mails to that address|por quien lee los correos de esa dirección)$',
		'accounts.role-by', 'role@,name', '^(agent|support|manager|admin|agente|soporte|gestor|administrador), (?:by|por) (.+)$',
		'accounts.by', 'name', '^(?:by|por) (.+)$'])
WHERE "action" in ('account-requested', 'account-created', 'declined') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'accounts.browser', 'browser,system', '^(Edge|Opera|Firefox|Chrome|Safari) (?:on|en) (.+)$',
		'accounts.browser', 'browser', '^(Edge|Opera|Firefox|Chrome|Safari)$',
		'accounts.browser', 'system', '^(?:A browser|Un navegador) (?:on|en) (.+)$',
		'accounts.browser', '', '^(?:A browser|Un navegador)$'])
WHERE "action" in ('session-ended') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'webhooks.endpoint', 'events,withContents=true', '^(.+), (?:with what messages say|con lo que dicen los mensajes)$',
		'webhooks.endpoint', 'events,withContents=false', '^(.+)$'])
WHERE "action" in ('webhook-added', 'webhook-changed') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'webhooks.disabled-gone', '', '^(?:it answered 410 Gone|respondió 410 Gone)$',
		'webhooks.disabled-silent', '', '^(?:nothing was received for three days|no se recibió nada en tres días)$'])
WHERE "action" in ('webhook-disabled') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'chat.team', 'members#,topics="",hours=""', '^(?:no topics|sin temas) · (?:always|siempre) · (\d{1,9}) (?:members?|miembros?)$',
		'chat.team', 'hours,members#,topics=""', '^(?:no topics|sin temas) · (.+) · (\d{1,9}) (?:members?|miembros?)$',
		'chat.team', 'topics,members#,hours=""', '^(.+) · (?:always|siempre) · (\d{1,9}) (?:members?|miembros?)$',
		'chat.team', 'topics,hours,members#', '^(.+) · ([^·]+) · (\d{1,9}) (?:members?|miembros?)$'])
WHERE "action" in ('team-created', 'team-changed') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'chat.snoozed-until', 'time', '^(?:until|hasta) (\d{4}-\d\d-\d\dT[\d:.]+Z)$',
		'chat.brought-back', '', '^(?:brought back|devuelta a abiertas)$'])
WHERE "action" in ('conversation-snoozed') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'chat.label-put-on', 'id', '^label (\S+) put on$',
		'chat.label-put-on', 'id', '^etiqueta (\S+) puesta$',
		'chat.label-taken-off', 'id', '^label (\S+) taken off$',
		'chat.label-taken-off', 'id', '^etiqueta (\S+) quitada$'])
WHERE "action" in ('conversation-labelled') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'chat.message', 'number#', '^message (\d{1,9})$',
		'chat.message', 'number#', '^mensaje (\d{1,9})$'])
WHERE "action" in ('conversation-answered') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'chat.message-of', 'number#,conversation,byVisitor=true', '^(?:message|mensaje) (\d{1,9}) (?:of|de) (\S+), (?:by its visitor|por su visitante)$',
		'chat.message-of', 'number#,conversation,byVisitor=false', '^(?:message|mensaje) (\d{1,9}) (?:of|de) (\S+)$'])
WHERE "action" in ('message-taken-back') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'chat.browsers-blocked', 'count#', '^browsers: (\d{1,9})$',
		'chat.browsers-blocked', 'count#', '^navegadores: (\d{1,9})$'])
WHERE "action" in ('visitor-blocked') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'chat.expired', 'conversations#,visitors#,browsers#', '^(?:conversations|conversaciones): (\d{1,9}), (?:visitors|visitantes): (\d{1,9}), (?:browsers|navegadores): (\d{1,9})$',
		'accounts.audit-expired', 'count#', '^audit entries: (\d{1,9})$',
		'accounts.audit-expired', 'count#', '^entradas de auditoría: (\d{1,9})$',
		'reviews.addresses-expired', 'count#', '^addresses of reviews: (\d{1,9})$'])
WHERE "action" in ('data-expired') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'chat.accounts-deleted', 'count#', '^(\d{1,9}) account$',
		'chat.accounts-deleted', 'count#', '^(\d{1,9}) accounts$',
		'chat.accounts-deleted', 'count#', '^(\d{1,9}) cuenta$',
		'chat.accounts-deleted', 'count#', '^(\d{1,9}) cuentas$'])
WHERE "action" in ('data-reset') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'files.exported', '', '^(?:files|archivos)$'])
WHERE "action" in ('visitor-exported') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'chat.report-exported', 'from,to,rows#', '^(?:del )?(\S+) (?:to|al) (\S+), (\d{1,9}) (?:rows|filas)$'])
WHERE "action" in ('report-exported') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "subject_message" = stored_message("subject", ARRAY[
		'chat.report-table', 'name="day"', '^(?:By day|Por día)$',
		'chat.report-table', 'name="hour"', '^(?:By hour of day|Por hora del día)$',
		'chat.report-table', 'name="agent"', '^(?:By agent|Por agente)$',
		'chat.report-table', 'name="topic"', '^(?:By topic|Por tema)$',
		'chat.report-table', 'name="service"', '^(?:By service|Por servicio)$'])
WHERE "action" in ('report-exported') AND "subject" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'reviews.hidden', 'reports#,reason="spam"', '^(?:Spam or advertising|Spam o publicidad), (?:reports|avisos): (\d{1,9})$',
		'reviews.hidden', 'reports#,reason="abuse"', '^(?:Abuse or threats|Insultos o amenazas), (?:reports|avisos): (\d{1,9})$',
		'reviews.hidden', 'reports#,reason="personal-data"', '^(?:Personal data|Datos personales), (?:reports|avisos): (\d{1,9})$',
		'reviews.hidden', 'reports#,reason="off-topic"', '^(?:Not about this service|No trata de este servicio), (?:reports|avisos): (\d{1,9})$',
		'reviews.hidden', 'reports#,reason="impersonation"', '^(?:Written in another name|Escrita en nombre de otro), (?:reports|avisos): (\d{1,9})$',
		'reviews.hidden', 'reports#,reason="unlawful"', '^(?:Against the law|Contra la ley), (?:reports|avisos): (\d{1,9})$'])
WHERE "action" in ('review-hidden') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'reviews.reports', 'count#', '^reports: (\d{1,9})$',
		'reviews.reports', 'count#', '^avisos: (\d{1,9})$'])
WHERE "action" in ('review-reports-dismissed') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'catalogue.titles', 'titles,more#', '^(.+) (?:and|y) (\d{1,9}) (?:more|más)$',
		'catalogue.titles', 'titles,more=0', '^(.+)$'])
WHERE "action" in ('catalogue-published', 'catalogue-undone') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'catalogue.exported', 'format,services#', '^(\w+), (\d{1,9}) (?:services?|servicios?)$'])
WHERE "action" in ('catalogue-exported') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "subject_message" = stored_message("subject", ARRAY[
		'catalogue.publication', 'revision#', '^Publication (\d{1,9})$',
		'catalogue.publication', 'revision#', '^Publicación (\d{1,9})$'])
WHERE "action" in ('catalogue-published', 'catalogue-undone', 'catalogue-exported') AND "subject" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'assistant.drafted', 'kind@,model,endpoint', '^(answer|summary|respuesta|resumen), (?:by|por) (.+) (?:at|en) (\S+)$'])
WHERE "action" in ('answer-drafted') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail", ARRAY[
		'orders.exported', 'show,rows#', '^([^,]+), (\d{1,9}) (?:rows?|filas?)$'])
WHERE "action" in ('orders-exported') AND "detail" <> '';--> statement-breakpoint
UPDATE "audit_log" a SET "detail_message" = jsonb_build_object('key', 'list', 'values', jsonb_build_object('items', (
	SELECT jsonb_agg(stored_message("said", ARRAY[
		'chat.conversations-erased', 'count#', '^(\d{1,9}) (?:conversation|conversations|conversación|conversaciones)$',
		'chat.messages-erased', 'count#', '^(\d{1,9}) (?:message|messages|mensaje|mensajes)$',
		'chat.files-erased', 'count#', '^(\d{1,9}) (?:file|files|archivo|archivos)$',
		'chat.browsers-erased', 'count#', '^(\d{1,9}) (?:browser|browsers|navegador|navegadores)$',
		'chat.mails-erased', 'count#', '^(\d{1,9}) (?:mail|mails|correo|correos)$',
		'assistant.drafts-erased', 'count#', '^(\d{1,9}) (?:draft|drafts|borrador|borradores)$',
		'accounts.sign-ups-erased', 'count#', '^(\d{1,9}) (?:sign-up|sign-ups|registro|registros)$',
		'accounts.mentions-erased', 'count#', '^(\d{1,9}) (?:mention in the audit log|mentions in the audit log|mención en el registro de auditoría|menciones en el registro de auditoría)$',
		'reviews.deleted', 'count#', '^(\d{1,9}) (?:review deleted|reviews deleted|opinión eliminada|opiniones eliminadas)$',
		'reviews.anonymised', 'count#', '^(\d{1,9}) (?:review without name and address|reviews without name and address|opinión sin nombre ni dirección|opiniones sin nombre ni dirección)$',
		'orders.erased', 'count#', '^(\d{1,9}) (?:order without name and words|orders without name and words|pedido sin nombre ni textos|pedidos sin nombre ni textos)$',
		'emails.left-out-erased', 'count#', '^(\d{1,9}) (?:left-out email|left-out emails|correo descartado|correos descartados)$',
		'chat.block-erased', '', '^(?:the address of a block|la dirección de un bloqueo)$']) ORDER BY "at")
	FROM unnest(string_to_array(a."detail", ', ')) WITH ORDINALITY part ("said", "at") WHERE "said" <> ''
)))
WHERE a."action" = 'visitor-erased' AND a."detail" <> '';--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = jsonb_build_object('key', 'chat.handed-over', 'values', jsonb_build_object(
	'from', stored_message(split_part("detail", ' → ', 1), ARRAY[
		'chat.queue', '', '^(?:queue|cola)$',
		'chat.agent-from-queue', 'name', '^(?:queue|cola) \((.+)\)$',
		'chat.agent-of-team', 'team,name', '^(.+) \((.+)\)$',
		'chat.agent', 'name', '^(.+)$']),
	'to', stored_message(split_part("detail", ' → ', 2), ARRAY[
		'chat.queue', '', '^(?:queue|cola)$',
		'chat.agent-from-queue', 'name', '^(?:queue|cola) \((.+)\)$',
		'chat.agent-of-team', 'team,name', '^(.+) \((.+)\)$',
		'chat.agent', 'name', '^(.+)$'])))
WHERE "action" = 'visitor-handed-over' AND "detail" ~ '^.+ → .+$' AND "detail" !~ ' → .* → ';--> statement-breakpoint
-- The value as it was saved: '' instead of 'nothing', '5' instead of '5 days'.
UPDATE "audit_log" SET "detail_message" = jsonb_build_object('key', 'accounts.setting', 'values', jsonb_build_object(
	'name', "subject", 'from', saved_value("subject", split_part("detail", ' → ', 1)), 'to', saved_value("subject", split_part("detail", ' → ', 2))))
WHERE "action" IN ('setting-changed', 'setting-reset') AND "subject" IS NOT NULL AND "detail" ~ ' → ' AND "detail" !~ ' → .* → ';--> statement-breakpoint
-- An amount has all digits of its currency, so that its digits are the smallest units.
UPDATE "audit_log" a SET "detail_message" = jsonb_build_object('key', 'orders.money', 'values', jsonb_build_object(
	'amount', smallest_units(a."detail"), 'currency', o."currency"))
FROM "orders" o
WHERE a."action" = 'order-refunded' AND a."subject_id" = o."id"::text AND smallest_units(a."detail") IS NOT NULL;--> statement-breakpoint
UPDATE "audit_log" SET "detail_message" = stored_message("detail")
WHERE "detail" <> '' AND "detail_message" IS NULL;--> statement-breakpoint
UPDATE "outbox" SET "last_error" = NULL, "last_error_message" = stored_message("last_error", ARRAY[
		'jobs.unfinished', '', '^(?:The last try was not finished\.|El último intento no terminó\.)$',
		'email.unreadable', '', '^(?:The mail cannot be read\.|No se puede leer el correo\.)$',
		'email.sealed-otherwise', '', '^(?:The mail was sealed with another secret\.|El correo se selló con otro secreto\.)$',
		'orders.no-provider', 'provider', '^There is no (\S+) on this installation\.$',
		'orders.no-provider', 'provider', '^No hay (\S+) en esta instalación\.$',
		'request.not-public', 'address', '^(\S+) is not an address of the Internet\.$',
		'request.not-public', 'address', '^(\S+) no es una dirección de Internet\.$',
		'request.not-https', '', '^(?:Over the Internet only https is used\.|Por Internet solo se usa https\.)$',
		'request.too-large', '', '^(?:The answer is too large\.|La respuesta es demasiado grande\.)$',
		'request.timeout', '', '^(?:There was no answer in time\.|No hubo respuesta a tiempo\.)$',
		'request.name-unknown', '', '^(?:The name does not exist\.|El nombre no existe\.)$',
		'request.name-failed', '', '^(?:The name could not be looked up\.|No se pudo consultar el nombre\.)$',
		'request.refused', '', '^(?:Nobody listens there\.|Nadie escucha ahí\.)$',
		'request.broken-off', '', '^(?:The receiver broke the connection off\.|El receptor cortó la conexión\.)$',
		'request.unreachable', '', '^(?:The receiver cannot be reached\.|No se puede llegar al receptor\.)$',
		'request.certificate-expired', '', '^(?:The receiver’s certificate has expired\.|El certificado del receptor ha caducado\.)$',
		'request.certificate-self-signed', '', '^(?:The receiver’s certificate is self-signed\.|El certificado del receptor está autofirmado\.)$',
		'request.certificate-name', '', '^(?:The receiver’s certificate is for another name\.|El certificado del receptor es para otro nombre\.)$',
		'request.certificate-unverified', '', '^(?:The receiver’s certificate cannot be verified\.|No se puede verificar el certificado del receptor\.)$',
		'request.failed', 'code', '^The request failed \((\S+)\)\.$',
		'request.failed', 'code', '^La petición falló \((\S+)\)\.$',
		'request.failed-unknown', '', '^(?:The request failed\.|La petición falló\.)$',
		'push.gone', '', '^(?:The browser does not take notifications any more\.|El navegador ya no acepta notificaciones\.)$',
		'push.key-refused', 'status#', '^The push service refused our key \((\d{1,9})\)\.$',
		'push.key-refused', 'status#', '^El servicio de notificaciones rechazó nuestra clave \((\d{1,9})\)\.$',
		'push.too-large', '', '^(?:The push service found the notification too large \(413\)\.|La notificación era demasiado grande para el servicio de notificaciones \(413\)\.)$',
		'push.too-many', '', '^(?:The push service wants fewer notifications \(429\)\.|El servicio de notificaciones quiere menos notificaciones \(429\)\.)$',
		'push.redirect', 'status#', '^The push service answered with a redirect \((\d{1,9})\)\.$',
		'push.redirect', 'status#', '^El servicio de notificaciones respondió con una redirección \((\d{1,9})\)\.$',
		'push.status', 'status#', '^The push service answered with (\d{1,9})\.$',
		'push.status', 'status#', '^El servicio de notificaciones respondió con (\d{1,9})\.$',
		'push.not-made', '', '^(?:The notification could not be made\.|No se pudo hacer la notificación\.)$',
		'webhooks.redirect', '', '^(?:Redirects are not followed\.|No se siguen las redirecciones\.)$',
		'webhooks.gone', '', '^(?:The receiver wants no more\.|El receptor no quiere más\.)$',
		'webhooks.status', 'status#', '^It answered with (\d{1,9})\.$',
		'webhooks.status', 'status#', '^Respondió con (\d{1,9})\.$'])
WHERE "last_error" <> '' AND "lease" IS NULL;--> statement-breakpoint
UPDATE "push_subscriptions" SET "last_error" = NULL, "last_error_message" = stored_message("last_error", ARRAY[
		'request.not-public', 'address', '^(\S+) is not an address of the Internet\.$',
		'request.not-public', 'address', '^(\S+) no es una dirección de Internet\.$',
		'request.not-https', '', '^(?:Over the Internet only https is used\.|Por Internet solo se usa https\.)$',
		'request.too-large', '', '^(?:The answer is too large\.|La respuesta es demasiado grande\.)$',
		'request.timeout', '', '^(?:There was no answer in time\.|No hubo respuesta a tiempo\.)$',
		'request.name-unknown', '', '^(?:The name does not exist\.|El nombre no existe\.)$',
		'request.name-failed', '', '^(?:The name could not be looked up\.|No se pudo consultar el nombre\.)$',
		'request.refused', '', '^(?:Nobody listens there\.|Nadie escucha ahí\.)$',
		'request.broken-off', '', '^(?:The receiver broke the connection off\.|El receptor cortó la conexión\.)$',
		'request.unreachable', '', '^(?:The receiver cannot be reached\.|No se puede llegar al receptor\.)$',
		'request.certificate-expired', '', '^(?:The receiver’s certificate has expired\.|El certificado del receptor ha caducado\.)$',
		'request.certificate-self-signed', '', '^(?:The receiver’s certificate is self-signed\.|El certificado del receptor está autofirmado\.)$',
		'request.certificate-name', '', '^(?:The receiver’s certificate is for another name\.|El certificado del receptor es para otro nombre\.)$',
		'request.certificate-unverified', '', '^(?:The receiver’s certificate cannot be verified\.|No se puede verificar el certificado del receptor\.)$',
		'request.failed', 'code', '^The request failed \((\S+)\)\.$',
		'request.failed', 'code', '^La petición falló \((\S+)\)\.$',
		'request.failed-unknown', '', '^(?:The request failed\.|La petición falló\.)$',
		'push.gone', '', '^(?:The browser does not take notifications any more\.|El navegador ya no acepta notificaciones\.)$',
		'push.key-refused', 'status#', '^The push service refused our key \((\d{1,9})\)\.$',
		'push.key-refused', 'status#', '^El servicio de notificaciones rechazó nuestra clave \((\d{1,9})\)\.$',
		'push.too-large', '', '^(?:The push service found the notification too large \(413\)\.|La notificación era demasiado grande para el servicio de notificaciones \(413\)\.)$',
		'push.too-many', '', '^(?:The push service wants fewer notifications \(429\)\.|El servicio de notificaciones quiere menos notificaciones \(429\)\.)$',
		'push.redirect', 'status#', '^The push service answered with a redirect \((\d{1,9})\)\.$',
		'push.redirect', 'status#', '^El servicio de notificaciones respondió con una redirección \((\d{1,9})\)\.$',
		'push.status', 'status#', '^The push service answered with (\d{1,9})\.$',
		'push.status', 'status#', '^El servicio de notificaciones respondió con (\d{1,9})\.$',
		'push.not-made', '', '^(?:The notification could not be made\.|No se pudo hacer la notificación\.)$'])
WHERE "last_error" <> '';--> statement-breakpoint
UPDATE "push_subscriptions" SET "label_message" = stored_message("label", ARRAY[
		'accounts.browser', 'browser,system', '^(Edge|Opera|Firefox|Chrome|Safari) (?:on|en) (.+)$',
		'accounts.browser', 'browser', '^(Edge|Opera|Firefox|Chrome|Safari)$',
		'accounts.browser', 'system', '^(?:A browser|Un navegador) (?:on|en) (.+)$',
		'accounts.browser', '', '^(?:A browser|Un navegador)$']);--> statement-breakpoint
UPDATE "webhook_deliveries" SET "last_error" = NULL, "last_error_message" = stored_message("last_error", ARRAY[
		'request.not-public', 'address', '^(\S+) is not an address of the Internet\.$',
		'request.not-public', 'address', '^(\S+) no es una dirección de Internet\.$',
		'request.not-https', '', '^(?:Over the Internet only https is used\.|Por Internet solo se usa https\.)$',
		'request.too-large', '', '^(?:The answer is too large\.|La respuesta es demasiado grande\.)$',
		'request.timeout', '', '^(?:There was no answer in time\.|No hubo respuesta a tiempo\.)$',
		'request.name-unknown', '', '^(?:The name does not exist\.|El nombre no existe\.)$',
		'request.name-failed', '', '^(?:The name could not be looked up\.|No se pudo consultar el nombre\.)$',
		'request.refused', '', '^(?:Nobody listens there\.|Nadie escucha ahí\.)$',
		'request.broken-off', '', '^(?:The receiver broke the connection off\.|El receptor cortó la conexión\.)$',
		'request.unreachable', '', '^(?:The receiver cannot be reached\.|No se puede llegar al receptor\.)$',
		'request.certificate-expired', '', '^(?:The receiver’s certificate has expired\.|El certificado del receptor ha caducado\.)$',
		'request.certificate-self-signed', '', '^(?:The receiver’s certificate is self-signed\.|El certificado del receptor está autofirmado\.)$',
		'request.certificate-name', '', '^(?:The receiver’s certificate is for another name\.|El certificado del receptor es para otro nombre\.)$',
		'request.certificate-unverified', '', '^(?:The receiver’s certificate cannot be verified\.|No se puede verificar el certificado del receptor\.)$',
		'request.failed', 'code', '^The request failed \((\S+)\)\.$',
		'request.failed', 'code', '^La petición falló \((\S+)\)\.$',
		'request.failed-unknown', '', '^(?:The request failed\.|La petición falló\.)$',
		'webhooks.redirect', '', '^(?:Redirects are not followed\.|No se siguen las redirecciones\.)$',
		'webhooks.gone', '', '^(?:The receiver wants no more\.|El receptor no quiere más\.)$',
		'webhooks.status', 'status#', '^It answered with (\d{1,9})\.$',
		'webhooks.status', 'status#', '^Respondió con (\d{1,9})\.$'])
WHERE "last_error" <> '';--> statement-breakpoint
UPDATE "mail_intake" SET "fault" = NULL, "fault_message" = stored_message("fault", ARRAY[
		'mailbox.name-unknown', '', '^(?:The name of the mail server in IMAP_URL is not known\.|No se conoce el nombre del servidor de correo de IMAP_URL\.)$',
		'mailbox.name-failed', '', '^(?:The name of the mail server in IMAP_URL could not be looked up\.|No se pudo consultar el nombre del servidor de correo de IMAP_URL\.)$',
		'mailbox.refused', '', '^(?:The mail server of IMAP_URL does not answer there\.|El servidor de correo de IMAP_URL no responde ahí\.)$',
		'mailbox.ended', '', '^(?:The mail server ended the connection\.|El servidor de correo cerró la conexión\.)$',
		'mailbox.unreachable', '', '^(?:The mail server of IMAP_URL cannot be reached\.|No se puede llegar al servidor de correo de IMAP_URL\.)$',
		'mailbox.timeout', '', '^(?:The mail server did not answer in time\.|El servidor de correo no respondió a tiempo\.)$',
		'mailbox.password', '', '^(?:The mail server did not accept the user name and password of IMAP_URL\.|El servidor de correo no aceptó el usuario y la contraseña de IMAP_URL\.)$',
		'mailbox.no-folder', '', '^(?:The folder of IMAP_URL does not exist\.|La carpeta de IMAP_URL no existe\.)$',
		'mailbox.not-encrypted', '', '^(?:No encrypted connection to the mail server came about\.|No se logró una conexión cifrada con el servidor de correo\.)$',
		'mailbox.unreadable', '', '^(?:The mailbox could not be read\. The log says why\.|No se pudo leer el buzón\. El registro dice por qué\.)$',
		'mailbox.email-failed', '', '^(?:A mail could not be taken in yet\. The log says why\.|Un correo no se ha podido incorporar aún\. El registro dice por qué\.)$'])
WHERE "fault" <> '';--> statement-breakpoint
UPDATE "payments" SET "held_message" = stored_message("held_because", ARRAY[
		'orders.held-without-order', '', '^(?:It names no order of ours\.|No nombra ningún pedido nuestro\.)$',
		'orders.held-cancelled', '', '^(?:The order was cancelled\.|El pedido se canceló\.)$',
		'orders.held-paid', '', '^(?:The order is paid already\.|El pedido ya está pagado\.)$',
		'orders.held-currency', 'paid,due', '^It came in (.+), and the order is in (.+)\.$',
		'orders.held-currency', 'paid,due', '^Llegó en (.+), y el pedido está en (.+)\.$'])
WHERE "held_because" <> '';--> statement-breakpoint
UPDATE "payments" p SET "held_message" = jsonb_build_object('key', 'orders.held-amount', 'values', jsonb_build_object(
	'paid', p."amount", 'due', smallest_units(said[1]), 'currency', p."currency"))
FROM "payments" q CROSS JOIN LATERAL regexp_match(q."held_because", '^(?:It was .+ instead of|Fueron .+ en lugar de) (.+)\.$') said
WHERE q."id" = p."id" AND smallest_units(said[1]) IS NOT NULL;--> statement-breakpoint
UPDATE "payment_differences" SET "what_message" = stored_message("what", ARRAY[
		'orders.not-in-books', '', '^(?:The provider has it, and the books do not\.|El proveedor lo tiene, y los libros no\.)$',
		'orders.not-at-provider', '', '^(?:It is in the books, and the provider does not list it\.|Está en los libros, y el proveedor no lo tiene en su lista\.)$',
		'orders.books-differ', 'amount#,currency,theirAmount#,theirCurrency', '^(?:The books say|Los libros dicen) (\d{1,15}) ([A-Z]+)(?:, the provider|; el proveedor,) (\d{1,15}) ([A-Z]+)\.$']);--> statement-breakpoint
UPDATE "refunds" SET "problem" = NULL, "problem_message" = stored_message("problem")
WHERE "problem" <> '';--> statement-breakpoint
UPDATE "order_events" SET "why_message" = stored_message("why", ARRAY[
		'orders.reference', 'reference', '^Reference (.+)$',
		'orders.reference', 'reference', '^Referencia (.+)$',
		'orders.payment', 'reference', '^(?:Payment|Pago) (.+)$',
		'orders.paid-with-credit', '', '^(?:Paid with credit|Pagado con saldo)$'])
WHERE "transition" = 'pay' AND "why" <> '';--> statement-breakpoint
UPDATE "order_events" SET "why_message" = stored_message("why", ARRAY[
		'orders.refund-asked', 'explanation,reason="late"', '^(?:The work was not delivered by its deadline|El trabajo no se entregó a tiempo): (.*)$',
		'orders.refund-asked', 'explanation,reason="not-as-described"', '^(?:What was delivered does not match the description|Lo entregado no coincide con la descripción): (.*)$',
		'orders.refund-asked', 'explanation,reason="no-response"', '^(?:The seller did not respond for more than 7 days|El vendedor no respondió durante más de 7 días): (.*)$',
		'orders.refund-asked', 'explanation,reason="technical-error"', '^(?:A technical error took my money, such as a double payment|Un error técnico me cobró de más, por ejemplo un pago doble): (.*)$'])
WHERE "transition" = 'request-refund' AND "why" <> '';--> statement-breakpoint
ALTER TABLE "catalogue_publications" DISABLE TRIGGER "catalogue_publications_are_final";--> statement-breakpoint
UPDATE "catalogue_publications" SET "note_message" = stored_message("note", ARRAY[
		'catalogue.first', '', '^(?:What an installation begins with|Con lo que empieza una instalación)$',
		'catalogue.undone', 'revision#', '^Undoes publication (\d{1,9})$',
		'catalogue.undone', 'revision#', '^Deshace la publicación (\d{1,9})$',
		'catalogue.imported', '', '^(?:Imported from a file|Importado de un archivo)$',
		'catalogue.currency-changed', 'to,from', '^(?:Prices in|Precios en) (\w+) (?:instead of|en lugar de) (\w+)$'])
WHERE "note" <> '';--> statement-breakpoint
ALTER TABLE "catalogue_publications" ENABLE TRIGGER "catalogue_publications_are_final";--> statement-breakpoint
UPDATE "visitor_messages" m SET "mail" = ("mail" - 'notAdded') || jsonb_build_object('notices', (
	SELECT jsonb_agg(stored_message("said", ARRAY[
		'emails.file-of-large-email', 'name', '^“(.+)” was not added: its mail is too large\.$',
		'emails.file-of-large-email', 'name', '^No se añadió «(.+)»: su correo es demasiado grande\.$',
		'emails.file-is-email', 'name', '^“(.+)” was not added: a mail inside a mail may hold links that open chats\.$',
		'emails.file-is-email', 'name', '^No se añadió «(.+)»: un correo dentro de otro puede tener enlaces que abren chats\.$',
		'emails.file-of-outlook', 'name', '^“(.+)” was not added: Outlook alone can read it\.$',
		'emails.file-of-outlook', 'name', '^No se añadió «(.+)»: solo Outlook puede leerlo\.$',
		'emails.file-with-link', 'name', '^“(.+)” was not added: it holds a link that opens a chat or an order\.$',
		'emails.file-with-link', 'name', '^No se añadió «(.+)»: contiene un enlace que abre un chat o un pedido\.$',
		'files.infected', 'name', '^“(.+)” was not added: a virus was found in it\.$',
		'files.infected', 'name', '^No se añadió «(.+)»: se encontró un virus\.$',
		'files.empty', 'name', '^“(.+)” is empty and was not added\.$',
		'files.empty', 'name', '^“(.+)” está vacío y no se añadió\.$',
		'files.tells-place-of-picture', 'name', '^“(.+)” was not added: a picture of this kind may tell where it was taken\. Please add it as JPEG, or in a ZIP archive if it has to stay as it is\.$',
		'files.tells-place-of-picture', 'name', '^No se añadió «(.+)»: una imagen de este tipo puede decir dónde se tomó\. Añádela como JPEG, o en un archivo ZIP si tiene que quedar como está\.$',
		'files.tells-place-of-video', 'name', '^“(.+)” was not added: a video of this kind may tell where it was taken\. Please add it as MP4, or in a ZIP archive if it has to stay as it is\.$',
		'files.tells-place-of-video', 'name', '^No se añadió «(.+)»: un vídeo de este tipo puede decir dónde se grabó\. Añádelo como MP4, o en un archivo ZIP si tiene que quedar como está\.$',
		'files.unreadable', 'name', '^“(.+)” was not added: it could not be read as a picture\.$',
		'files.unreadable', 'name', '^No se añadió «(.+)»: no se pudo leer como imagen\.$',
		'files.too-many-pixels', 'name', '^“(.+)” was not added: it has more than 64 million pixels\.$',
		'files.too-many-pixels', 'name', '^No se añadió «(.+)»: tiene más de 64 millones de píxeles\.$',
		'files.several-pages', 'name', '^“(.+)” was not added: it has several pages\. Please add it as PDF\.$',
		'files.several-pages', 'name', '^No se añadió «(.+)»: tiene varias páginas\. Añádelo como PDF\.$',
		'files.too-many-frames', 'name', '^“(.+)” was not added: all its frames together have more than 64 million pixels\. Please add it as a video\.$',
		'files.too-many-frames', 'name', '^No se añadió «(.+)»: todos sus fotogramas juntos tienen más de 64 millones de píxeles\. Añádela como vídeo\.$',
		'files.too-much-memory', 'name', '^“(.+)” was not added: it would take too much memory or time\. Please make it smaller\.$',
		'files.too-much-memory', 'name', '^No se añadió «(.+)»: necesitaría demasiada memoria o demasiado tiempo\. Hazla más pequeña\.$',
		'files.no-photo', 'name', '^“(.+)” was not added: its pixels are of a kind that is not shown\. Please save it as JPEG or PNG\.$',
		'files.no-photo', 'name', '^No se añadió «(.+)»: sus píxeles son de un tipo que no se muestra\. Guárdala como JPEG o PNG\.$',
		'files.too-many', 'name,maxCount#', '^“(.+)” was not added\. A message can have up to (\d{1,9}) files?\.$',
		'emails.cut', '', '^(?:This mail is too large: what follows its beginning is in the mailbox alone\.|Este correo es demasiado grande: lo que sigue a su comienzo está solo en el buzón\.)$',
		'emails.encrypted', '', '^(?:This email is encrypted and cannot be read here\. Ask for an email without encryption\.|Este correo está cifrado y no se puede leer aquí\. Pida un correo sin cifrar\.)$',
		'uploads.too-many-by-email', '', '^(?:More files came by email than are taken in an hour\.|Han llegado por correo más archivos de los que se admiten en una hora\.)$']) ORDER BY "at")
	FROM jsonb_array_elements_text(m."mail" -> 'notAdded') WITH ORDINALITY notice ("said", "at")
))
WHERE jsonb_array_length("mail" -> 'notAdded') > 0;--> statement-breakpoint
DROP FUNCTION "stored_message";--> statement-breakpoint
DROP FUNCTION "saved_value";--> statement-breakpoint
DROP FUNCTION "smallest_units";
