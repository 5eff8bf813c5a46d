import { and, eq, sql } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { deskSettings } from '../assignment/tables.server.ts';
import { WORDS_VERSION, wordsOfMessage } from './search-words.ts';

const AT_ONCE = 500;
const BATCHES = 20;

interface Place {
  readonly at: string;
  readonly id: string;
}

/** A pass over all messages, newest first, which may take several runs. */
interface Pass {
  readonly language: string;
  readonly place: Place | undefined;
  readonly hasFound: boolean;
}

const passes = new WeakMap<Database, Pass>();

/**
 * Rebuilds the search words of earlier messages, newest first, after a change of the search language or of
 * the word rules. Any process can continue after a crash, and concurrent processes only repeat work. A pass
 * that finds nothing outdated ends the rebuild.
 */
export async function rewordMessages(appContext: ChatContext): Promise<void> {
  const [desk] = await appContext.db.select().from(deskSettings);
  const isDone =
    desk?.searchLanguage === desk?.wordsLanguage && desk?.wordsVersion === WORDS_VERSION;
  if (!desk || isDone) return;
  const language = desk.searchLanguage;
  const known = passes.get(appContext.db);
  const from = known?.language === language ? known : undefined;
  let { place, hasFound } = from ?? { place: undefined, hasFound: false };
  for (let batch = 0; batch < BATCHES; batch += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each begins where the one before ended
    const done = await rewordBatch(appContext, language, place);
    hasFound ||= done.hasFound;
    place = done.next;
    if (place) continue;
    passes.delete(appContext.db);
    if (hasFound) {
      // Another pass picks up messages that were locked by other transactions.
      hasFound = false;
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- the last one
    await change(appContext, undefined, (tx) =>
      tx
        .update(deskSettings)
        .set({ wordsLanguage: language, wordsVersion: WORDS_VERSION })
        .where(and(eq(deskSettings.searchLanguage, language))),
    );
    return;
  }
  passes.set(appContext.db, { language, place, hasFound });
}

function rewordBatch(
  appContext: ChatContext,
  language: string,
  after: Place | undefined,
): Promise<{ readonly next: Place | undefined; readonly hasFound: boolean }> {
  return change(appContext, undefined, async (tx) => {
    const isBehind = after
      ? sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`
      : sql`true`;
    const { rows } = await tx.execute<{ id: string; at: string; text: string }>(sql`
      select m.id, m.created_at::text as at, searched_text(m.id, m.message) as text
      from visitor_messages m
      where ${isBehind} and (words_language <> ${language} or words_version <> ${WORDS_VERSION})
      order by created_at desc, id desc limit ${AT_ONCE}
      for no key update of m skip locked`);
    const found = rows.map(({ id, text }) => ({ id, text, ...wordsOfMessage(text) }));
    await tx.execute(sql`
      update visitor_messages m
      set words = to_tsvector(${language}::regconfig, f.text)
          || case when f.folded is null then ''::tsvector
            else to_tsvector(${language}::regconfig, f.folded) end
          || array_to_tsvector(f.parts),
        words_language = ${language}, words_version = ${WORDS_VERSION}
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as f(id uuid, text text, folded text, parts text[])
      where m.id = f.id`);
    const last = rows.at(-1);
    const isFull = rows.length === AT_ONCE;
    return {
      next: last && isFull ? { at: last.at, id: last.id } : undefined,
      hasFound: rows.length > 0,
    };
  });
}
