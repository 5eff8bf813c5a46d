import type { SQL } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import type { Log } from '../log.server.ts';
import { auditLog, jobsTable } from '../tables.server.ts';
import type { AuditAction } from './audit-actions.ts';
import type { AuditEntry, Trace } from './audit.server.ts';
import { inTransaction } from './in-transaction.server.ts';
import { unnumberedEvents } from '../events/tables.server.ts';

interface LoggedEvent {
  readonly type: string;
  readonly subject: string;
  readonly position?: number;
  readonly part?: string;
}

export interface ChangeContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly afterChange: AfterChange;
  readonly listeners: Listeners;
}

/** An event for webhooks and for the log of events. */
export interface Happening {
  readonly type: string;
  /**
   * Contains no texts, names or email addresses: delivered data cannot be erased or hidden again.
   */
  readonly data: Readonly<Record<string, unknown>>;
  /**
   * The event's row in the log of events. A statement that has already inserted the row passes the
   * string instead.
   */
  readonly log: Omit<LoggedEvent, 'type'> | 'written by its statement';
}

export interface Listeners {
  /** A SQL condition that is true when a webhook subscribes to events of this type. */
  areWaitingFor(type: string): SQL;
  /**
   * Queues the event for each subscribed webhook, in this transaction; false when there is none.
   */
  record(tx: Database, at: Date, happening: Happening): Promise<boolean>;
}

/** Callbacks after a commit. They are hints: the process may die before it runs them. */
export interface AfterChange {
  nudge(): void;
  /** Drops the cached page of this path, in this process and in the others. */
  pageChanged(path: string): void;
  committed(): void;
}

export interface Delivery {
  /** While a job with this key is open, no second job is added. */
  readonly key: string;
  /** The jobs of a concurrency group share its slots. The default is the group of the kind. */
  readonly lane?: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Not run before this time; immediately by default. */
  readonly due?: Date;
}

/**
 * Collects the effects of a change. A retried transaction discards the effects of the aborted
 * attempt.
 */
export interface After {
  audit(action: AuditAction, about: Omit<AuditEntry, 'action'>): void;
  /** Adds a job in the same transaction. The job runs at least once, even when the process dies. */
  deliver(kind: string, delivery: Delivery): void;
  /** Notifies subscribed webhooks, as reliably as `deliver`. */
  happened(happening: Happening): void;
  /** Runs a callback after the commit. It may be lost; its errors are logged, not thrown. */
  hint(notify: () => unknown): void;
  changed(what: 'page', path: string): void;
}

interface Options {
  /** Further errors, besides those of the database, that are worth a retry of the transaction. */
  readonly isRace?: (error: unknown) => boolean;
}

/**
 * All writes go through `change`: `work` runs in a transaction with its audit entries and jobs,
 * then the hints run. Retries after a deadlock or serialization failure with all effects discarded.
 * `work` may query only `tx`: the embedded database has one connection.
 */
export async function change<T>(
  appContext: ChangeContext,
  actor: Trace | undefined,
  work: (tx: Database, after: After) => Promise<T>,
  { isRace }: Options = {},
): Promise<T> {
  const { value, effects } = await inTransaction(
    appContext.db,
    async (tx) => {
      const collected = new Effects();
      const result = await work(tx, collected);
      await collected.write(tx, appContext, actor);
      return { value: result, effects: collected };
    },
    isRace,
  );
  await effects.notify(appContext);
  return value;
}

/**
 * Records an audit entry for an action that writes nothing else, such as a download or a refusal.
 */
export async function recordAudit(
  appContext: ChangeContext,
  actor: Trace,
  action: AuditAction,
  about: Omit<AuditEntry, 'action'>,
): Promise<void> {
  await change(appContext, actor, (_tx, after) => Promise.resolve(after.audit(action, about)));
}

class Effects implements After {
  readonly #audit: AuditEntry[] = [];
  readonly #deliveries: (Delivery & { readonly kind: string })[] = [];
  readonly #happenings: Happening[] = [];
  readonly #hints: (() => unknown)[] = [];
  readonly #pages = new Set<string>();
  #hasJobs = false;

  audit(action: AuditAction, about: Omit<AuditEntry, 'action'>): void {
    this.#audit.push({ ...about, action });
  }

  deliver(kind: string, delivery: Delivery): void {
    this.#deliveries.push({ ...delivery, kind });
  }

  happened(happening: Happening): void {
    this.#happenings.push(happening);
  }

  hint(notify: () => unknown): void {
    this.#hints.push(notify);
  }

  changed(_what: 'page', path: string): void {
    this.#pages.add(path);
  }

  async write(
    tx: Database,
    { clock, listeners }: ChangeContext,
    actor: Trace | undefined,
  ): Promise<void> {
    const now = clock.now();
    if (this.#audit.length > 0) {
      if (!actor) throw new Error('An audit entry must name its actor');
      const { member, requestId } = actor;
      await tx.insert(auditLog).values(
        this.#audit.map(({ detail, ...about }) => ({
          ...about,
          detailMessage: detail,
          at: now,
          actorId: member?.id,
          actorEmail: member?.email,
          requestId,
        })),
      );
    }
    if (this.#deliveries.length > 0) {
      await tx
        .insert(jobsTable)
        .values(
          this.#deliveries.map(({ kind, key, lane = '', payload, due = now }) => ({
            kind,
            key,
            lane,
            payload,
            due,
            createdAt: now,
          })),
        )
        .onConflictDoNothing();
      this.#hasJobs = true;
    }
    await recordEvents(
      tx,
      now,
      this.#happenings.flatMap(({ type, log }) =>
        typeof log === 'string' ? [] : [{ ...log, type }],
      ),
    );
    for (const happening of this.#happenings) {
      if (await listeners.record(tx, now, happening)) this.#hasJobs = true;
    }
  }

  async notify({ afterChange, log }: ChangeContext): Promise<void> {
    const hints = [
      ...[...this.#pages].map((path) => () => afterChange.pageChanged(path)),
      ...this.#hints,
      ...(this.#hasJobs ? [() => afterChange.nudge()] : []),
      () => afterChange.committed(),
    ];
    for (const hint of hints) {
      try {
        await hint();
      } catch (error) {
        log.error({ err: error }, 'Could not publish a committed change');
      }
    }
  }
}

/** Logs events in the current transaction; `read-events.server.ts` numbers them later. */
async function recordEvents(tx: Database, at: Date, logged: readonly LoggedEvent[]): Promise<void> {
  if (logged.length === 0) return;
  await tx.insert(unnumberedEvents).values(logged.map((event) => ({ ...event, at })));
}
