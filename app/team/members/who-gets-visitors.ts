import type { Member } from './member.ts';
import { may, type Permission } from './permissions.ts';

interface Asked {
  readonly permission: Permission;
  /** They have not switched chats off. */
  readonly accepts?: boolean;
  /** They are there now. */
  readonly connected?: boolean;
  /** They answer fewer visitors than they can at once (DECISIONS 31). */
  readonly room?: boolean;
}

/**
 * What is asked of somebody who gets a visitor, by the way the visitor comes. The database asks the
 * same: `who-gets-visitors.server.ts` is made from this.
 */
export const ASKED = {
  /** A colleague chooses them. */
  handed: { permission: 'answer-visitors' },
  /** They count when visitors are told how the desk stands (DECISIONS 17). */
  counted: { permission: 'answer-visitors', accepts: true },
  /** The product chooses them (DECISIONS 16). */
  given: { permission: 'be-given-visitors', accepts: true, room: true },
  /** The product chooses them for somebody who waits in vain. */
  'passed-on': { permission: 'be-given-visitors', accepts: true, room: true, connected: true },
  /** Visitors are theirs as soon as there is room: with one of them there, nobody else is asked. */
  expected: { permission: 'be-given-visitors', accepts: true, connected: true },
  /** Visitors are told that somebody is there (DECISIONS 32). */
  there: { permission: 'answer-visitors', accepts: true, connected: true },
} as const satisfies Readonly<Record<string, Asked>>;

export type Way = keyof typeof ASKED;

/** The ways that ask for room. */
export type RoomyWay = { [W in Way]: (typeof ASKED)[W] extends { room: true } ? W : never }[Way];

export interface Standing extends Pick<Member, 'role'> {
  readonly status: 'waiting' | 'active' | 'suspended';
  readonly acceptsChats: boolean;
  readonly isConnected: boolean;
  readonly hasRoom: boolean;
}

/** Whether this person may get a visitor this way. */
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
