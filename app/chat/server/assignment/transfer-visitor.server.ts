import { displayName } from '../../../accounts/protocol/member.ts';
import { t } from '../../../i18n/translate.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isBlank } from '../../../platform/shown-text.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import type { Actor } from '../../../accounts/protocol/program.ts';
import {
  isConnected,
  mayGetSql,
  mayGet,
} from '../../../accounts/server/members/who-gets-visitors.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { NO_SUCH_CONVERSATION } from '../access.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { mention, insertNote } from '../messages/write-note.server.ts';
import { teamMembers, teams } from '../teams/tables.server.ts';
import type { visitors } from '../tables.server.ts';
import type { TransferTarget } from '../../protocol/views.ts';
import { hasCapacity } from './agent-load.server.ts';
import { assignAgent, lockAssignment } from './assign-agent.server.ts';
import {
  changeGiving,
  giveVisitor,
  lockToGive,
  publishGiven,
  readOpen,
  returnVisitor,
} from './give-visitor.server.ts';
import { chatMessage } from '../../stored-messages.ts';
import type { StoredMessage } from '../../../platform/stored-message.ts';

export interface Transfer {
  readonly visitorId: string;
  readonly to: TransferTarget;
  /** A note for the next agent, stored as a private note of the conversation. */
  readonly note?: string;
}

/**
 * Transfers a visitor to a person, a team or the queue (rule 137). Allowed for the visitor's agent,
 * managers and admins (rule 191), and programs. A person may be full; a team prefers members with
 * capacity; the queue never picks the previous agent.
 */
export async function transferVisitor(
  appContext: ChatContext,
  trace: Trace,
  member: Actor,
  { visitorId, to, note = '' }: Transfer,
): Promise<void> {
  await changeGiving(appContext, trace, async (tx, after) => {
    const visitor = await lockToGive(tx, visitorId);
    const mayTransfer =
      visitor &&
      ('program' in member || visitor.agentId === member.id || may(member, 'reassign-visitors'));
    if (!mayTransfer) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    if (to.kind === 'agent' && visitor.agentId === to.id) return;
    if (to.kind === 'queue' && visitor.agentId === null) return;
    // A program may repeat a request whose answer was lost. A person who chooses a team that has the visitor wants another
    // member of it.
    if (to.kind === 'team' && 'program' in member && (await isInTeam(tx, visitor.agentId, to.id))) {
      return;
    }
    const { agentId, name } = await handOver(tx, visitor, to, appContext.clock.now());
    if (visitor.conversationId && !isBlank(note)) {
      const { id: noteId } = await insertNote(tx, after, appContext, member, {
        conversationId: visitor.conversationId,
        clientId: crypto.randomUUID(),
        text: note,
      });
      await mention(tx, after, appContext, member, noteId);
    }
    const former = await nameOf(tx, visitor.agentId);
    after.audit('visitor-handed-over', {
      subjectId: visitor.id,
      detail: chatMessage('chat.handed-over', {
        from: former === undefined ? QUEUE : chatMessage('chat.agent', { name: former }),
        to: name,
      }),
    });
    after.hint(() => publishGiven(appContext, visitor, agentId));
  });
}

interface HandedOver {
  readonly agentId: string | null;
  readonly name: StoredMessage;
}

const QUEUE = chatMessage('chat.queue');

type Visitor = typeof visitors.$inferSelect;

async function handOver(
  tx: Database,
  visitor: Visitor,
  to: TransferTarget,
  now: Date,
): Promise<HandedOver> {
  if (to.kind === 'queue') return returnToQueue(tx, visitor, now);
  const team = to.kind === 'team' ? await pickOfTeam(tx, visitor, to.id) : undefined;
  const agentId = team?.agentId ?? to.id;
  const agent = await requireTaker(tx, agentId);
  await giveVisitor(tx, visitor, agentId, now);
  const name = team
    ? chatMessage('chat.agent-of-team', { name: agent, team: team.name })
    : chatMessage('chat.agent', { name: agent });
  return { agentId, name };
}

async function returnToQueue(tx: Database, visitor: Visitor, now: Date): Promise<HandedOver> {
  const [conversationId] = await readOpen(tx, visitor.id);
  if (!conversationId) {
    throw new RefusedError(400, t('This conversation is resolved. Reopen it first.'));
  }
  await returnVisitor(tx, visitor);
  // Assigning in the same transaction keeps the visitor from seeing a queue position for a moment.
  const { agentId } = await assignAgent(tx, { conversationId, now });
  const agent = await nameOf(tx, agentId);
  const name = agent === undefined ? QUEUE : chatMessage('chat.agent-from-queue', { name: agent });
  return { agentId, name };
}

async function isInTeam(tx: Database, agentId: string | null, teamId: string): Promise<boolean> {
  if (agentId === null) return false;
  const its = and(eq(teamMembers.teamId, teamId), eq(teamMembers.memberId, agentId));
  return (await tx.$count(teamMembers, its)) > 0;
}

/**
 * Picks the team member who is connected, has capacity and has the fewest visitors, in this order of
 * preference.
 */
async function pickOfTeam(
  tx: Database,
  visitor: Visitor,
  teamId: string,
): Promise<{ agentId: string; name: string }> {
  const [team] = await tx.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
  if (!team) throw new RefusedError(404, t('Someone else deleted this team.'));
  // The lock lets concurrent transfers see each other's assignments.
  await lockAssignment(tx);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from team_members m join profiles p on p.id = m.member_id
    where m.team_id = ${teamId} and p.id is distinct from ${visitor.agentId}
      and ${mayGetSql('counted', 'p')}
    order by ${isConnected('p')} desc, ${hasCapacity()} desc,
      (select count(*) from visitors v where v.agent_id = p.id and v.state <> 'resolved'),
      p.last_assigned_at nulls first, p.id
    limit 1`);
  const [picked] = rows;
  if (!picked)
    throw new RefusedError(400, t('Nobody else in this team is accepting chats right now.'));
  return { agentId: picked.id, name: team.name };
}

/** Returns the member's name. Throws {@link RefusedError} 400 for a member who cannot be assigned visitors. */
async function requireTaker(tx: Database, agentId: string): Promise<string> {
  const [target] = await tx
    .select({
      role: profiles.role,
      status: profiles.status,
      acceptsChats: profiles.acceptsChats,
      answersVisitors: profiles.answersVisitors,
      isConnected: isConnected('profiles'),
      fullName: profiles.fullName,
      email: profiles.email,
    })
    .from(profiles)
    .where(eq(profiles.id, agentId))
    // The share lock serialises this with a concurrent suspension of the member.
    .for('share');
  // A manual transfer may exceed the capacity.
  if (!target || !mayGet('handed', { ...target, hasCapacity: true })) {
    throw new RefusedError(400, t("This colleague can't be assigned visitors."), 'agentId');
  }
  return displayName(target.fullName, target.email);
}

async function nameOf(tx: Database, agentId: string | null): Promise<string | undefined> {
  if (agentId === null) return undefined;
  const [agent] = await tx.select().from(profiles).where(eq(profiles.id, agentId));
  return agent && displayName(agent.fullName, agent.email);
}
