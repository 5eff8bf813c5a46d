import { eq, sql } from 'drizzle-orm';
import { change } from '../../platform/change/change.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { deskSettings } from '../hold/tables.server.ts';

/** Found anew in one transaction. */
const AT_ONCE = 500;
/** In one turn: what is left follows with the next. */
const BATCHES = 20;

interface Place {
  readonly at: string;
  readonly id: string;
}

/**
 * After the language of the search was changed, finds the words of earlier messages in the new one,
 * the latest first. A process that ends leaves the rest to the next turn of any process; two at once do
 * the same twice, and lose nothing.
 */
export async function rewordMessages(host: ChatHost): Promise<void> {
  const [desk] = await host.db.select().from(deskSettings);
  if (!desk || desk.searchLanguage === desk.wordsLanguage) return;
  const language = desk.searchLanguage;
  let place: Place | undefined;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each begins where the one before ended
    place = await rewordBatch(host, language, place);
    if (place) continue;
    // oxlint-disable-next-line no-await-in-loop -- the last one
    await change(host, undefined, (tx) =>
      tx
        .update(deskSettings)
        .set({ wordsLanguage: language })
        .where(eq(deskSettings.searchLanguage, language)),
    );
    return;
  }
}

/** Answers with where the next begins; undefined when nothing is left. */
function rewordBatch(
  host: ChatHost,
  language: string,
  after: Place | undefined,
): Promise<Place | undefined> {
  return change(host, undefined, async (tx) => {
    const isBehind = after
      ? sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`
      : sql`true`;
    const { rows } = await tx.execute<{ id: string; at: string }>(sql`
      with next as materialized (
        select id, created_at from visitor_messages
        where ${isBehind} and words_language <> ${language}
        order by created_at desc, id desc limit ${AT_ONCE}
        for no key update skip locked
      ),
      reworded as (
        update visitor_messages m
        set words = to_tsvector(${language}::regconfig, m.message), words_language = ${language}
        from next where m.id = next.id
      )
      select id, created_at::text as at from next order by created_at desc, id desc`);
    const last = rows.at(-1);
    return last && rows.length === AT_ONCE ? { at: last.at, id: last.id } : undefined;
  });
}
