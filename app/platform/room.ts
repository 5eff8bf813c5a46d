import type { OutboxKind } from './change/kind.ts';
import type { Database } from './db/database.server.ts';
import type { Settings } from './settings.server.ts';

/**
 * Something nobody's request would do. It runs in every process, perhaps at the same moment, and
 * again after a process died half-way: it claims in the database what it takes.
 */
export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

/** What one transaction took away. */
export interface Expired {
  readonly count: number;
  /** Whether there may be more. */
  readonly isFull: boolean;
  /** For the log and the audit log: counts alone, never whose. */
  readonly detail: string;
  /** After the commit. */
  readonly publish?: () => void;
}

/** What is kept for as many days as a setting says. */
export interface Expiry<Host> {
  /** Of its chore. */
  readonly name: string;
  readonly days: (settings: Settings) => number | undefined;
  /** Takes away what is from before this moment, as much of it as fits into one transaction. */
  readonly expire: (tx: Database, before: Date, host: Host) => Promise<Expired>;
}

/**
 * What a room brings to every process; `server/rooms.ts` is the list of them. `Host` is what its
 * chores need, `Services` what its effects need.
 */
export interface Room<Host, Services> {
  /** What it does besides answering. */
  readonly chores: (host: Host) => readonly Chore[];
  /** What it does not keep for ever. */
  readonly expiries: readonly Expiry<Host>[];
  /** The effects outside the database that are its own. */
  readonly kinds: (services: Services) => readonly OutboxKind[];
}
