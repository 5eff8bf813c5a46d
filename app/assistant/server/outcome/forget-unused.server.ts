import { and, isNotNull, lt } from 'drizzle-orm';
import { change, type ChangeHost } from '../../../platform/change/change.server.ts';
import { answerDrafts } from '../../tables.server.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Marks drafts that nobody sent within a day as dropped and deletes their text. */
export async function forgetUnused(host: ChangeHost): Promise<void> {
  const now = host.clock.now();
  await change(host, undefined, async (tx) => {
    await tx
      .update(answerDrafts)
      .set({ text: null, sources: null, warnings: null, outcome: 'dropped', outcomeAt: now })
      .where(
        and(
          isNotNull(answerDrafts.text),
          lt(answerDrafts.createdAt, new Date(now.getTime() - KEPT_MS)),
        ),
      );
  });
}
