import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Member } from './member.ts';
import { may } from './permissions.ts';
import { profiles } from '../tables.server.ts';

/** As the table's check has it. */
const CAPACITY_AT_MOST = 99;

/** How many chats this person answers at once; null for what the setting CHAT_CAPACITY says. */
export async function setCapacity(
  db: Database,
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
    throw new RefusedError(400, `Please enter a number from 1 to ${CAPACITY_AT_MOST}.`, 'capacity');
  }
  const [agent] = await db
    .update(profiles)
    .set({ capacity })
    .where(and(eq(profiles.id, agentId), inArray(profiles.role, ['agent', 'support'])))
    .returning({ fullName: profiles.fullName });
  if (!agent) throw new RefusedError(404, 'This person does not answer visitors any more.');
  return agent.fullName;
}
