import type { SettingName } from './changeable-settings.ts';
import type { After } from './change/change.server.ts';
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
  /** The setting that says for how long … */
  readonly setting: SettingName;
  /** … and what it says; undefined where it is kept for ever. */
  readonly days: (settings: Settings) => number | undefined;
  /** How much there is from before this moment. */
  readonly count: (db: Database, before: Date) => Promise<number>;
  /** Takes away what is from before this moment, as much of it as fits into one transaction. */
  readonly expire: (tx: Database, before: Date, host: Host) => Promise<Expired>;
}

/** How many of something there are: 'conversation' and 2. */
export interface Counted {
  readonly noun: string;
  readonly number: number;
}

/** What becomes of what somebody published when they are erased: it goes, or stays without them. */
export type Published = 'delete' | 'anonymise';

export interface Erased {
  /** Whether anything was held. */
  readonly wasHeld: boolean;
  /** For the certificate, which counts and names nobody: '2 conversations'. */
  readonly gone: readonly string[];
}

/** What is held about a person, who is an e-mail address here. */
export interface Holding<Host> {
  readonly count: (db: Database, email: string) => Promise<readonly Counted[]>;
  /** In the words a person reads, under the names it has in the file they get; no secret. */
  readonly export: (db: Database, email: string) => Promise<Readonly<Record<string, unknown>>>;
  /** In the transaction of the whole erasure. */
  readonly erase: (
    tx: Database,
    after: After,
    host: Host,
    email: string,
    published: Published,
  ) => Promise<Erased>;
}

/**
 * What a room brings to every process; `server/rooms.ts` is the list of them. `Host` is what its
 * chores need, `Services` what its effects need. What it has not, it leaves out.
 */
export interface Room<Host, Services> {
  /** What brings an older database up to date; before anybody is served, in each process. */
  readonly prepare?: (db: Database) => Promise<void>;
  /**
   * Takes over the settings in force, at start and whenever an admin saved some, on the process
   * where that was. `revision` counts the savings.
   */
  readonly takeSettings?: (host: Host, revision: number) => Promise<void>;
  /** What it does besides answering. */
  readonly chores?: (host: Host) => readonly Chore[];
  /** What it does not keep for ever. */
  readonly expiries?: readonly Expiry<Host>[];
  /** What it holds about a person. */
  readonly holding?: Holding<Host>;
  /** Empties it where everything is reset, before what it refers to goes. */
  readonly reset?: (tx: Database) => Promise<void>;
  /** The effects outside the database that are its own. */
  readonly kinds?: (services: Services) => readonly OutboxKind[];
}
