import {
  inWordsOf,
  type SpokenSettings,
} from '../../../accounts/server/members/member-language.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { approvedMail } from '../../../accounts/server/sign-in/team-mails.ts';
import {
  approveMember,
  changeRole,
  restoreMember,
  suspendMember,
  type Approved,
} from '../../../accounts/server/members/manage-members.server.ts';
import { setAnswersVisitors } from '../../../accounts/server/members/availability.server.ts';
import type { Role } from '../../../accounts/protocol/roles.ts';
import { takeRoleOfProvider } from '../../../accounts/server/openid/follow-role.server.ts';
import type { MemberSockets } from '../../../accounts/server/sessions/sessions.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { drainQueue } from './drain-queue.server.ts';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { assignAgent, lockAssignment } from './assign-agent.server.ts';
import { publishAssigned } from '../messages/publish-entry.server.ts';
import { conversations, visitors } from '../tables.server.ts';

interface Moved {
  readonly visitorId: string;
  readonly conversationId: string;
  readonly agentId: string | null;
}

/** Thrown when a visitor was assigned between taking the locks, so that the transaction is retried. */
class AssignedMeanwhile extends Error {
  override readonly name = 'AssignedMeanwhile';
}

// Changes of a member's status by an admin. The same transaction reassigns the member's visitors, and waiting
// visitors may be assigned after the commit.

interface ApprovalContext extends ChatContext {
  readonly mail: Mail;
  readonly settings: Pick<Settings, 'origin' | 'brandName'> & SpokenSettings;
}

export function approve(
  appContext: ApprovalContext,
  trace: Trace,
  id: string,
  role: Role,
): Promise<Approved> {
  return change(appContext, trace, async (tx, after) => {
    const { clock, mail, settings } = appContext;
    const approved = await approveMember(tx, after, clock, trace, id, role, mail.isDelivered);
    const message = await inWordsOf(tx, settings, approved, () =>
      approvedMail(settings, approved.email, approved.role),
    );
    mail.send(after, message);
    after.hint(() => drainQueue(appContext));
    return approved;
  });
}

export function suspend(
  appContext: ChatContext & MemberSockets,
  trace: Trace,
  id: string,
): Promise<void> {
  return releaseAgent(appContext, trace, id, async (tx, after) => {
    await suspendMember(tx, after, appContext.clock, trace, id);
    after.hint(() => appContext.closeMember(id));
    return true;
  });
}

export function restore(appContext: ChatContext, trace: Trace, id: string): Promise<void> {
  return change(appContext, trace, async (tx, after) => {
    await restoreMember(tx, after, appContext.clock, trace, id);
    after.hint(() => drainQueue(appContext));
  });
}

/** Changes the role. The member's sockets are closed, so that they are authorised again with the new role. */
export function giveRole(
  appContext: ChatContext & MemberSockets,
  trace: Trace,
  id: string,
  role: Role,
): Promise<void> {
  return takeRole(appContext, trace, id, (tx, after) =>
    changeRole(tx, after, appContext.clock, trace, id, role),
  );
}

/** Applies the role that the identity provider reports at sign-in. */
export function followRole(
  appContext: ChatContext & MemberSockets,
  trace: Trace,
  id: string,
  role: Role,
): Promise<void> {
  return takeRole(appContext, trace, id, (tx, after) =>
    takeRoleOfProvider(tx, after, appContext.clock, id, role),
  );
}

/** Lets a manager or admin answer visitors, or no longer, as decided by the member or an admin. */
export function chooseToAnswer(
  appContext: ChatContext,
  trace: Trace,
  id: string,
  answersVisitors: boolean,
): Promise<void> {
  return releaseAgent(appContext, trace, id, async (tx, after) => {
    const { clock, chat } = appContext;
    if (!(await setAnswersVisitors(tx, after, clock, trace, id, answersVisitors))) return false;
    after.hint(() => chat.deskChanged());
    // Queue positions are hidden while nobody accepts chats.
    after.hint(() => chat.queueChanged());
    after.hint(() => drainQueue(appContext));
    return !answersVisitors;
  });
}

function takeRole(
  appContext: ChatContext & MemberSockets,
  trace: Trace,
  id: string,
  write: (tx: Database, after: After) => Promise<boolean>,
): Promise<void> {
  return releaseAgent(appContext, trace, id, async (tx, after) => {
    const isAgentNoMore = await write(tx, after);
    after.hint(() => appContext.closeMember(id));
    after.hint(() => drainQueue(appContext));
    return isAgentNoMore;
  });
}

/**
 * Runs `takeOut`, which removes an agent, and reassigns each of the agent's visitors in the same transaction.
 * `takeOut` returns false if the visitors should stay.
 */
export async function releaseAgent(
  appContext: ChatContext,
  trace: Trace,
  agentId: string,
  takeOut: (tx: Database, after: After) => Promise<boolean>,
): Promise<void> {
  await change(
    appContext,
    trace,
    async (tx, after) => {
      const allMoved = await release(tx, agentId, appContext.clock.now(), () => takeOut(tx, after));
      for (const moved of allMoved) {
        after.hint(() => publishAssigned(appContext, { ...moved, previousAgentId: agentId }));
      }
    },
    { isRace: (error) => error instanceof AssignedMeanwhile },
  );
}

async function release(
  tx: Database,
  agentId: string,
  now: Date,
  takeOut: () => Promise<boolean>,
): Promise<Moved[]> {
  // Locks are always taken in the order conversation, visitor, assignment, profile.
  const locked = new Set((await openVisitors(tx, agentId)).map(({ visitorId }) => visitorId));
  await lockAssignment(tx);
  if (!(await takeOut())) return [];
  const open = await openVisitors(tx, agentId);
  const ids = open.map(({ conversationId }) => conversationId);
  if (open.some(({ visitorId }) => !locked.has(visitorId))) throw new AssignedMeanwhile();

  // Resolved visitors lose the agent too, so that returning visitors are assigned to somebody else.
  await tx
    .update(visitors)
    .set({ agentId: null, assignedAt: null })
    .where(eq(visitors.agentId, agentId));
  await tx
    .update(conversations)
    .set({ agentId: null, assignedAt: null })
    .where(inArray(conversations.id, ids));
  const moved: Moved[] = [];
  const given = new Set<string>();
  for (const visitor of open) {
    // The topic of the oldest open conversation determines the next agent.
    if (given.has(visitor.visitorId)) continue;
    given.add(visitor.visitorId);
    const { agentId: next } = await assignAgent(tx, {
      conversationId: visitor.conversationId,
      now,
    });
    moved.push({ ...visitor, agentId: next });
  }
  return moved;
}

async function openVisitors(
  tx: Database,
  agentId: string,
): Promise<{ visitorId: string; conversationId: string }[]> {
  return tx
    .select({ visitorId: visitors.id, conversationId: conversations.id })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(and(eq(visitors.agentId, agentId), isNull(conversations.completedAt)))
    .orderBy(asc(conversations.startedAt), asc(conversations.id))
    .for('update');
}
