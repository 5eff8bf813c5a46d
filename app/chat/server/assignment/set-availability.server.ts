import { change } from '../../../platform/change/change.server.ts';
import { setAcceptsChats } from '../../../accounts/server/members/availability.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { drainQueue } from './drain-queue.server.ts';
import { t } from '../../../i18n/translate.ts';
import { and, eq } from 'drizzle-orm';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import { mayGetSql } from '../../../accounts/server/members/who-gets-visitors.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';

/** Sets the switch between accepting and away. A member who starts accepting is assigned queued visitors. */
export async function setAvailability(
  appContext: ChatContext,
  memberId: string,
  acceptsChats: boolean,
): Promise<void> {
  await change(appContext, undefined, async (tx, after) => {
    await setAcceptsChats(tx, memberId, acceptsChats);
    after.hint(() => appContext.chat.deskChanged());
    // Queue positions are hidden while nobody accepts chats.
    after.hint(() => appContext.chat.queueChanged());
    if (acceptsChats) after.hint(() => drainQueue(appContext));
  });
}

/** Must equal the limit in the table's check constraint. */
const CAPACITY_AT_MOST = 99;

/**
 * Sets how many visitors this person answers at the same time. Null means the setting CHAT_CAPACITY. New
 * capacity is filled from the queue.
 */
export async function setCapacity(
  appContext: ChatContext,
  member: Member,
  agentId: string,
  capacity: number | null,
): Promise<string> {
  if (!may(member, 'set-capacities')) {
    throw new RefusedError(403, t('Only managers and admins can do this.'));
  }
  const isPossible =
    capacity === null ||
    (Number.isInteger(capacity) && capacity >= 1 && capacity <= CAPACITY_AT_MOST);
  if (!isPossible) {
    throw new RefusedError(
      400,
      t('Enter a number from 1 to {capacityAtMost}.', {
        capacityAtMost: CAPACITY_AT_MOST,
      }),
      'capacity',
    );
  }
  return change(appContext, undefined, async (tx, after) => {
    const [agent] = await tx
      .update(profiles)
      .set({ capacity })
      .where(and(eq(profiles.id, agentId), mayGetSql('handed', 'profiles')))
      .returning({ fullName: profiles.fullName });
    if (!agent) throw new RefusedError(404, t('This person no longer answers visitors.'));
    after.hint(() => appContext.chat.deskChanged());
    after.hint(() => drainQueue(appContext));
    return agent.fullName;
  });
}
