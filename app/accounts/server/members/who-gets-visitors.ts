import type { Member } from '../../protocol/member.ts';
import { may, type Permission } from '../../protocol/permissions.ts';

interface Asked {
  readonly permission: Permission;
  /** The member has not switched chats off. */
  readonly accepts?: boolean;
  /** The member is online. */
  readonly connected?: boolean;
  /** The member has fewer visitors than the capacity allows (rule 133). */
  readonly room?: boolean;
}

/**
 * The conditions for each way of getting a visitor. `who-gets-visitors.server.ts` derives the SQL conditions
 * from this table.
 */
export const ASKED = {
  /** A colleague assigns a visitor by hand. */
  handed: { permission: 'answer-visitors' },
  /** Counts for the availability that visitors see (rule 129). */
  counted: { permission: 'answer-visitors', accepts: true },
  /** A new visitor is assigned automatically (rule 126). */
  given: { permission: 'be-given-visitors', accepts: true, room: true },
  /** A visitor who waits in vain is reassigned automatically. */
  'passed-on': { permission: 'be-given-visitors', accepts: true, room: true, connected: true },
  /** A visitor can wait for this member, because the member will take visitors once there is room. */
  expected: { permission: 'be-given-visitors', accepts: true, connected: true },
  /** Visitors are told that an agent is online (rule 132). */
  there: { permission: 'answer-visitors', accepts: true, connected: true },
} as const satisfies Readonly<Record<string, Asked>>;

export type Way = keyof typeof ASKED;

export type RoomyWay = { [W in Way]: (typeof ASKED)[W] extends { room: true } ? W : never }[Way];

export interface Standing extends Pick<Member, 'role'> {
  readonly status: 'waiting' | 'active' | 'suspended';
  readonly acceptsChats: boolean;
  readonly isConnected: boolean;
  readonly hasRoom: boolean;
}

export function mayGet(way: Way, person: Standing): boolean {
  const asked: Asked = ASKED[way];
  return (
    person.status === 'active' &&
    may(person, asked.permission) &&
    (!asked.accepts || person.acceptsChats) &&
    (!asked.connected || person.isConnected) &&
    (!asked.room || person.hasRoom)
  );
}
