import { say } from '../../../platform/say.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may, rolesThatMay } from '../../../accounts/protocol/permissions.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import type { ChatHost } from '../chat-host.server.ts';
import { drainQueue } from './drain-queue.server.ts';

/** Must equal the limit in the table's check constraint. */
const CAPACITY_AT_MOST = 99;

/**
 * Sets how many visitors this person answers at the same time. Null means the setting CHAT_CAPACITY. New
 * capacity is filled from the queue.
 */
export async function setCapacity(
  host: ChatHost,
  member: Member,
  agentId: string,
  capacity: number | null,
): Promise<string> {
  if (!may(member, 'set-capacities')) {
    throw new RefusedError(403, 'Only managers and admins can do this.');
  }
  const isPossible =
    capacity === null ||
    (Number.isInteger(capacity) && capacity >= 1 && capacity <= CAPACITY_AT_MOST);
  if (!isPossible) {
    throw new RefusedError(
      400,
      say('Please enter a number from 1 to {capacityAtMost}.', {
        capacityAtMost: CAPACITY_AT_MOST,
      }),
      'capacity',
    );
  }
  return change(host, undefined, async (tx, after) => {
    const [agent] = await tx
      .update(profiles)
      .set({ capacity })
      .where(and(eq(profiles.id, agentId), inArray(profiles.role, rolesThatMay('answer-visitors'))))
      .returning({ fullName: profiles.fullName });
    if (!agent) throw new RefusedError(404, 'This person does not answer visitors any more.');
    after.hint(() => host.chat.deskChanged());
    after.hint(() => drainQueue(host));
    return agent.fullName;
  });
}
