import { and, eq, isNull } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import { isBlank } from '../../../platform/shown-text.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { AssistantContext } from '../../assistant-context.ts';
import { answerDrafts } from '../../tables.server.ts';
import type { DraftOutcome } from '../../protocol/draft.ts';

type SettleContext = Omit<AssistantContext, 'settings' | 'catalogue'>;

const FORGOTTEN = { text: null, sources: null, warnings: null } as const;

/**
 * Records that a sent message came from this draft, taken unchanged or edited. Only the first call counts.
 * Drafts of other members and settled drafts stay unchanged.
 */
export async function settleDraft(
  appContext: SettleContext,
  member: Member,
  id: string,
  sent: string,
) {
  await change(appContext, undefined, async (tx) => {
    const [suggestedReply] = await tx
      .select({ text: answerDrafts.text })
      .from(answerDrafts)
      .where(isOpen(id, member))
      .for('update');
    if (suggestedReply?.text == null) return;
    const outcome = outcomeOf(suggestedReply.text, sent);
    await tx
      .update(answerDrafts)
      .set({ ...FORGOTTEN, outcome, outcomeAt: appContext.clock.now() })
      .where(eq(answerDrafts.id, id));
  });
}

export async function dropDraft(
  appContext: SettleContext,
  member: Member,
  id: string,
): Promise<void> {
  await change(appContext, undefined, async (tx) => {
    await tx
      .update(answerDrafts)
      .set({ state: 'stopped' })
      .where(
        and(
          eq(answerDrafts.id, id),
          eq(answerDrafts.agentId, member.id),
          eq(answerDrafts.state, 'drafting'),
        ),
      );
    await tx
      .update(answerDrafts)
      .set({ ...FORGOTTEN, outcome: 'dropped', outcomeAt: appContext.clock.now() })
      .where(isOpen(id, member));
  });
}

const isOpen = (id: string, member: Member) =>
  and(
    eq(answerDrafts.id, id),
    eq(answerDrafts.agentId, member.id),
    eq(answerDrafts.state, 'ready'),
    isNull(answerDrafts.outcome),
  );

function outcomeOf(drafted: string, sent: string): DraftOutcome {
  if (isBlank(sent)) return 'dropped';
  return sameWords(drafted, sent) ? 'taken' : 'edited';
}

function sameWords(one: string, other: string): boolean {
  const words = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  return words(one) === words(other);
}
