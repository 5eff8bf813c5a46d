import type { Counted } from './format-count.ts';
import type { SettingName } from './changeable-settings.ts';
import type { After } from './change/change.server.ts';
import type { JobKind, MoneyKind } from './change/kind.ts';
import type { Database } from './db/database.server.ts';
import type { Settings } from './settings.server.ts';
import type { StoredMessage } from './stored-message.ts';

/**
 * A scheduled job. Each process runs it, perhaps at the same moment, and again after a process died
 * half-way: it must claim its work in the database.
 */
export interface ScheduledJob {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<unknown>;
}

export interface Expired {
  readonly count: number;
  readonly isFull: boolean;
  /** Counts for the log and the audit log, without personal data. */
  readonly detail: StoredMessage;
  readonly publish?: () => void;
}

/** Data that expires after the number of days in a setting. */
export interface Expiry<Context> {
  readonly name: string;
  /** The setting with the retention period … */
  readonly setting: SettingName;
  /** … and its value; undefined keeps the data forever. */
  readonly days: (settings: Settings) => number | undefined;
  readonly count: (db: Database, before: Date) => Promise<number>;
  /** Deletes rows from before this moment, up to the limit of one transaction. */
  readonly expire: (tx: Database, before: Date, appContext: Context) => Promise<Expired>;
}

/** The treatment of published texts when their author is erased: deleted, or kept anonymously. */
export type Published = 'delete' | 'anonymise';

export interface Erased {
  readonly wasHeld: boolean;
  /** Counts without names for the certificate: '2 conversations'. */
  readonly gone: readonly StoredMessage[];
}

export interface Holding<Context> {
  readonly count: (db: Database, email: string) => Promise<readonly Counted[]>;
  /** The data under readable names, for the export file; contains no secrets. */
  readonly export: (db: Database, email: string) => Promise<Readonly<Record<string, unknown>>>;
  /** Runs in the transaction of the whole erasure. */
  readonly erase: (
    tx: Database,
    after: After,
    appContext: Context,
    email: string,
    published: Published,
  ) => Promise<Erased>;
}

/**
 * The contributions of a module to every process; `server/modules.ts` lists the modules. `Context` is
 * what its scheduled jobs need, `Services` what its job kinds need.
 */
export interface Module<Context, Services> {
  /** Upgrades the data of an older version; runs in each process before it serves requests. */
  readonly prepare?: (db: Database) => Promise<void>;
  /**
   * Applies the current settings, at start and after each change, in the process where the admin
   * saved them. `revision` counts the changes.
   */
  readonly takeSettings?: (appContext: Context, revision: number) => Promise<void>;
  readonly scheduledJobs?: (appContext: Context) => readonly ScheduledJob[];
  readonly expiries?: readonly Expiry<Context>[];
  readonly holding?: Holding<Context>;
  /** Deletes its rows in a full reset, before the rows that they refer to. */
  readonly reset?: (tx: Database, after: After, appContext: Context) => Promise<void>;
  readonly kinds?: (services: Services) => readonly JobKind[];
  /** The job kinds that send money. Whoever sends such a job again confirms who they are first (rule 190). */
  readonly moneyKinds?: readonly MoneyKind[];
}
