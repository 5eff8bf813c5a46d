import { t } from '../../../i18n/translate.ts';
import { and, eq } from 'drizzle-orm';
import { NO_SUCH_CONVERSATION } from '../../../chat/server/access.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { AssistantContext } from '../../assistant-context.ts';
import { answerDrafts } from '../../tables.server.ts';
import type { DraftView } from '../../protocol/draft.ts';
import { mayDraft } from '../../may-draft.server.ts';

export const describeInterrupted = () => t('The draft was interrupted. Please draft again.');

/**
 * Returns the member's own draft. Throws a 404 for any other draft, and for a conversation the member can no
 * longer answer.
 */
export async function readDraft(
  { db, clock }: Pick<AssistantContext, 'db' | 'clock'>,
  member: Member,
  conversationId: string,
  id: string,
): Promise<DraftView> {
  const [row] = await db
    .select()
    .from(answerDrafts)
    .where(
      and(
        eq(answerDrafts.id, id),
        eq(answerDrafts.agentId, member.id),
        eq(answerDrafts.conversationId, conversationId),
      ),
    );
  if (!row || !(await mayDraft(db, member, conversationId, row.kind))) {
    throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  }
  const isLost = row.state === 'drafting' && row.deadlineAt < clock.now();
  return {
    id: row.id,
    kind: row.kind,
    state: isLost ? 'failed' : row.state,
    text: row.text,
    sources: row.sources ?? [],
    warnings: row.warnings ?? [],
    upTo: row.upTo,
    problem: isLost ? describeInterrupted() : row.problem,
  };
}
