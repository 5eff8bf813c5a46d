import { t } from '../../../i18n/translate.ts';
import { eq, sql } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { accessToVisitor, NO_SUCH_CONVERSATION } from '../access.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { reopenConversations, resolveVisitor } from '../resolution/complete-conversation.server.ts';
import { putLabel } from '../contacts/put-label.server.ts';
import { readMemberName } from '../read/read-colleagues.server.ts';
import { readHolder } from '../read/read-holder.server.ts';
import { mostUrgentOf } from '../read/read-inbox.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import type { ManyAction, ManyOutcome, Selected } from '../../protocol/many.ts';
import { drainOnceAfter } from './drain-queue.server.ts';
import { snoozeVisitor } from './snooze-visitor.server.ts';
import { takeVisitor } from './give-visitor.server.ts';
import { transferVisitor } from './transfer-visitor.server.ts';

/**
 * Applies the action to each visitor in a transaction of its own, by the same rules as a single action. A
 * refusal does not stop the others and is returned with its reason. Idempotent.
 */
export async function actOnMany(
  appContext: ChatContext,
  trace: Trace,
  member: Member,
  selected: readonly Selected[],
  action: ManyAction,
): Promise<ManyOutcome> {
  return drainOnceAfter(appContext, async (held) => {
    const done: string[] = [];
    const refused: { visitorId: string; why: string }[] = [];
    const completed: string[] = [];
    const byId = new Map(selected.map((one) => [one.id, one]));
    for (const one of byId.values()) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- they take the same locks one after the other
        completed.push(...(await act(held, trace, member, one, action)));
        done.push(one.id);
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        refused.push({
          visitorId: one.id,
          why: await explainRefusal(held.db, member, one, error.message),
        });
      }
    }
    return { done, refused, completed };
  });
}

/**
 * A previous agent is told who has the visitor now (`readHolder`). Other members get the same message for a
 * missing visitor and for a visitor they never had.
 */
async function explainRefusal(
  db: Database,
  member: Member,
  { id: visitorId, agentId }: Selected,
  why: string,
): Promise<string> {
  if (why !== t(NO_SUCH_CONVERSATION) || agentId !== member.id) return why;
  try {
    const holder = await readHolder(db, member, visitorId);
    if (holder) return t('{displayName} has this visitor now.', { displayName: holder });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
  }
  return t('You do not have this visitor any more.');
}

async function act(
  appContext: ChatContext,
  trace: Trace,
  member: Member,
  { id: visitorId, agentId }: Selected,
  action: ManyAction,
): Promise<readonly string[]> {
  switch (action.kind) {
    case 'resolve':
      return resolveVisitor(
        appContext,
        member,
        await requireWritable(appContext.db, member, visitorId),
      );
    case 'reopen': {
      await requireWritable(appContext.db, member, visitorId);
      const theirs = await among(appContext.db, visitorId, action.completed);
      await reopenConversations(appContext, member, theirs, { isUndo: true });
      return [];
    }
    case 'snooze': {
      const conversationId = await requireWritable(appContext.db, member, visitorId);
      await snoozeVisitor(appContext, member, conversationId, action.until);
      return [];
    }
    case 'take':
      await takeVisitor(appContext, member, visitorId, agentId);
      return [];
    case 'assign':
      await transferVisitor(appContext, trace, member, { visitorId, to: action.to });
      return [];
    default:
      action.kind satisfies 'label';
      await putLabel(appContext, member, { visitorId, labelId: action.labelId, isOn: action.isOn });
      return [];
  }
}

/** Returns the conversation to answer. If another agent has the visitor, the error names that agent. */
async function requireWritable(db: Database, member: Member, visitorId: string): Promise<string> {
  const access = await accessToVisitor(db, member, visitorId);
  const [visitor] = await db
    .select({ agentId: visitors.agentId, conversationId: mostUrgentOf(visitorId) })
    .from(visitors)
    .where(eq(visitors.id, visitorId));
  if (!access || !visitor?.conversationId) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  if (access === 'write') return visitor.conversationId;
  const holder = visitor.agentId && (await readMemberName(db, visitor.agentId));
  throw new RefusedError(
    409,
    holder
      ? t('{holder} has this visitor. Take over first.', { holder })
      : t('Nobody has this visitor yet. Take them first.'),
  );
}

async function among(
  db: Database,
  visitorId: string,
  conversationIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      sql`${conversations.visitorId} = ${visitorId}
        and ${conversations.id} = any(${sql.param([...conversationIds])}::text[])`,
    );
  return rows.map(({ id }) => id);
}
