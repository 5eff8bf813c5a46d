import { and, asc, isNotNull, isNull, sql, lt } from 'drizzle-orm';
import { type After, change, type ChangeContext } from '../platform/change/change.server.ts';
import type { Database } from '../platform/db/database.server.ts';
import type { Erased } from '../platform/module.ts';
import { formatCount, type Counted } from '../platform/format-count.ts';
import { answerDrafts } from './tables.server.ts';

const isFor = (email: string) => sql`${answerDrafts.conversationId} in (
  select c.id from conversations c join visitors v on v.id = c.visitor_id where v.email = ${email}
)`;

const wordsFor = (email: string) => and(isNotNull(answerDrafts.text), isFor(email));

export async function countDrafts(db: Database, email: string): Promise<Counted[]> {
  const number = await db.$count(answerDrafts, wordsFor(email));
  return number > 0 ? [{ noun: 'draft', number }] : [];
}

/** A draft about a person is personal data of that person, sent or not. */
export async function exportDrafts(db: Database, email: string) {
  const rows = await db
    .select({
      kind: answerDrafts.kind,
      model: answerDrafts.model,
      text: answerDrafts.text,
      at: answerDrafts.createdAt,
    })
    .from(answerDrafts)
    .where(wordsFor(email))
    .orderBy(asc(answerDrafts.createdAt));
  return { drafts: rows };
}

/** This must run before the conversations are deleted, because they link a draft to an address. */
export async function eraseDrafts(
  tx: Database,
  _after: After,
  _appContext: unknown,
  email: string,
): Promise<Erased> {
  // Drafts in progress are deleted too, because their text would otherwise be stored after the erasure.
  const gone = await tx
    .delete(answerDrafts)
    .where(and(isNull(answerDrafts.outcome), isFor(email)))
    .returning({ id: answerDrafts.id });
  const number = gone.length;
  return { wasHeld: number > 0, gone: number > 0 ? [formatCount({ noun: 'draft', number })] : [] };
}

export async function resetDrafts(tx: Database): Promise<void> {
  await tx.delete(answerDrafts);
}

const CACHE_MS = 24 * 60 * 60 * 1000;

/** Marks drafts that nobody sent within a day as dropped and deletes their text. */
export async function forgetUnused(appContext: ChangeContext): Promise<void> {
  const now = appContext.clock.now();
  await change(appContext, undefined, async (tx) => {
    await tx
      .update(answerDrafts)
      .set({ text: null, sources: null, warnings: null, outcome: 'dropped', outcomeAt: now })
      .where(
        and(
          isNotNull(answerDrafts.text),
          lt(answerDrafts.createdAt, new Date(now.getTime() - CACHE_MS)),
        ),
      );
  });
}
