/**
 * How the desk stands, as one of five words. Whatever speaks of it (header, notices, launcher, the
 * managers' list) asks here, so that no two places say two things (DECISIONS 17).
 *
 * - `closed`: outside the chat hours the operator set.
 * - `unstaffed`: nobody who could answer accepts chats.
 * - `away`: somebody accepts chats, but nobody of them is connected.
 * - `busy`: whoever is connected has as many chats as they answer at once.
 * - `online`: somebody is there and has room.
 */
export type DeskState = 'closed' | 'unstaffed' | 'away' | 'busy' | 'online';

/** What the state follows from; counted in the database, so every process counts the same. */
export interface DeskFacts {
  readonly isWithinHours: boolean;
  /** Approved people who answer visitors and accept chats. */
  readonly accepting: number;
  readonly connected: number;
  /** Those of the connected who are below their capacity. */
  readonly withRoom: number;
}

export function deskStateOf(facts: DeskFacts): DeskState {
  if (!facts.isWithinHours) return 'closed';
  if (facts.accepting === 0) return 'unstaffed';
  if (facts.connected === 0) return 'away';
  return facts.withRoom === 0 ? 'busy' : 'online';
}

/** Whether the header may say 'Online • Ready to help'. */
export function isStaffed(state: DeskState): boolean {
  return state === 'online' || state === 'busy' || state === 'away';
}

/**
 * The dot that stands for the desk: 'there' (green) while somebody who answers visitors and accepts
 * chats is connected, 'away' (amber) otherwise, whatever the words beside it say (DECISIONS 32).
 */
export type DeskDot = 'there' | 'away';

export function deskDotOf(state: DeskState): DeskDot {
  return state === 'online' || state === 'busy' ? 'there' : 'away';
}

/** One person of the team, by the same rules. */
export type AgentState = 'online' | 'busy' | 'away';

export interface AgentFacts {
  readonly isConnected: boolean;
  readonly acceptsChats: boolean;
  /** Chats that need them now: open, and not merely waiting for the visitor. */
  readonly activeChats: number;
  /** Null for any number. */
  readonly capacity: number | null;
}

export function agentStateOf(facts: AgentFacts): AgentState {
  if (!facts.isConnected || !facts.acceptsChats) return 'away';
  return hasRoom(facts) ? 'online' : 'busy';
}

/** Whether one more chat is within what this person answers at once. */
export function hasRoom({ activeChats, capacity }: Pick<AgentFacts, 'activeChats' | 'capacity'>) {
  return capacity === null || activeChats < capacity;
}

/** Fewer measured waits than these say nothing about the next one. */
const WAITS_NEEDED = 5;

/** Fewer answers than these in a month are no custom to speak of. */
const ANSWERS_NEEDED = 20;

/** Beyond a day it is no promise that anybody is glad to read. */
const LONGEST_CUSTOM_MINUTES = 24 * 60;

/** Beyond this nobody is helped by a number. */
const LONGEST_PROMISE_MINUTES = 60;

/**
 * How long an answer takes, from recent waits in seconds: their median in whole minutes, or null
 * when there are too few of them or it would be no comfort.
 */
export function expectedMinutes(waits: readonly number[]): number | null {
  if (waits.length < WAITS_NEEDED) return null;
  const minutes = medianMinutes(waits);
  return minutes <= LONGEST_PROMISE_MINUTES ? minutes : null;
}

/** How long an answer has usually taken in the last month, or null when that says too little. */
export function usualMinutes(waits: readonly number[]): number | null {
  if (waits.length < ANSWERS_NEEDED) return null;
  const minutes = medianMinutes(waits);
  return minutes <= LONGEST_CUSTOM_MINUTES ? minutes : null;
}

/** What is said of it: of a minute, of more of them, of hours. */
export const USUAL_ANSWERS = [
  'Usually answers within a minute',
  'Usually answers within {minutes} minutes',
  'Usually answers within {hours} hours',
] as const;

/** The same in words, rounded up: what is promised should be kept. */
export function usualAnswer(minutes: number, words: readonly string[] = USUAL_ANSWERS): string {
  const [ofMinute = '', ofMinutes = '', ofHours = ''] = words;
  if (minutes === 1) return ofMinute;
  if (minutes <= 60) return ofMinutes.replace('{minutes}', String(minutes));
  return ofHours.replace('{hours}', String(Math.ceil(minutes / 60)));
}

function medianMinutes(waits: readonly number[]): number {
  const sorted = [...waits].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? 0;
  const high = sorted[Math.floor(middle)] ?? low;
  return Math.max(1, Math.ceil((low + high) / 2 / 60));
}
