/**
 * The availability, the same in every part of the UI (rule 129). `closed`: outside the chat hours.
 * `unstaffed`: nobody accepts chats. `away`: nobody who accepts chats is connected. `busy`: all connected
 * agents are full. `online`: an agent has capacity.
 */
export type DeskState = 'closed' | 'unstaffed' | 'away' | 'busy' | 'online';

/** The input of the availability. The database counts, so every process gets the same values. */
export interface DeskFacts {
  readonly isWithinHours: boolean;
  /** Approved members who answer visitors and accept chats. */
  readonly accepting: number;
  readonly connected: number;
  readonly withRoom: number;
}

export function deskStateOf(facts: DeskFacts): DeskState {
  if (!facts.isWithinHours) return 'closed';
  if (facts.accepting === 0) return 'unstaffed';
  if (facts.connected === 0) return 'away';
  return facts.withRoom === 0 ? 'busy' : 'online';
}

export function isStaffed(state: DeskState): boolean {
  return state === 'online' || state === 'busy' || state === 'away';
}

/**
 * The color of the availability dot: 'there' (green) while an agent who accepts chats is connected, otherwise
 * 'away' (amber), regardless of the text beside the dot (rule 132).
 */
export type DeskDot = 'there' | 'away';

export function deskDotOf(state: DeskState): DeskDot {
  return state === 'online' || state === 'busy' ? 'there' : 'away';
}

export type AgentState = 'online' | 'busy' | 'away';

export interface AgentFacts {
  readonly isConnected: boolean;
  readonly acceptsChats: boolean;
  /** Open chats that need the agent now. Chats that only wait for the visitor do not count. */
  readonly activeChats: number;
  /** Null means no limit. */
  readonly capacity: number | null;
}

export function agentStateOf(facts: AgentFacts): AgentState {
  if (!facts.isConnected || !facts.acceptsChats) return 'away';
  return hasCapacity(facts) ? 'online' : 'busy';
}

export function hasCapacity({
  activeChats,
  capacity,
}: Pick<AgentFacts, 'activeChats' | 'capacity'>) {
  return capacity === null || activeChats < capacity;
}

/** A smaller sample does not predict the next wait. */
const WAITS_NEEDED = 5;

const ANSWERS_NEEDED = 20;

/** A promise of more than a day would only put visitors off. */
const LONGEST_CUSTOM_MINUTES = 24 * 60;

const LONGEST_PROMISE_MINUTES = 60;

/**
 * Returns the median of recent waits, given in seconds, in whole minutes. Returns null for too small a sample
 * or too long a wait.
 */
export function expectedMinutes(waits: readonly number[]): number | null {
  if (waits.length < WAITS_NEEDED) return null;
  const minutes = medianMinutes(waits);
  return minutes <= LONGEST_PROMISE_MINUTES ? minutes : null;
}

export function usualMinutes(waits: readonly number[]): number | null {
  if (waits.length < ANSWERS_NEEDED) return null;
  const minutes = medianMinutes(waits);
  return minutes <= LONGEST_CUSTOM_MINUTES ? minutes : null;
}

/**
 * Formats the usual wait, rounded up so that the promise can be kept. `Intl` has the plural forms of all languages, which
 * the first script of a page needs without a catalogue.
 */
export function formatUsualWait(minutes: number, formats: string): string {
  const isLong = minutes > 60;
  return new Intl.NumberFormat(formats, {
    style: 'unit',
    unit: isLong ? 'hour' : 'minute',
    unitDisplay: 'long',
  }).format(isLong ? Math.ceil(minutes / 60) : minutes);
}

function medianMinutes(waits: readonly number[]): number {
  const sorted = [...waits].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? 0;
  const high = sorted[Math.floor(middle)] ?? low;
  return Math.max(1, Math.ceil((low + high) / 2 / 60));
}
