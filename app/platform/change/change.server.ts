import type { SQL } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import { recordEvents, type LoggedEvent } from '../events/record-events.server.ts';
import type { Log } from '../log.server.ts';
import { auditLog, outbox } from '../tables.server.ts';
import type { AuditAction } from './audit-actions.ts';
import type { AuditEntry, Trace } from './audit.server.ts';
import { inTransaction } from './in-transaction.server.ts';

/** What a change needs of the process it happens in. */
export interface ChangeHost {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly afterChange: AfterChange;
  readonly listeners: Listeners;
}

/** Something that happened, for other programs: what it is, and where to look. */
export interface Happening {
  readonly type: string;
  /** No texts, names or e-mail addresses: what was sent out cannot be erased or hidden again. */
  readonly data: Readonly<Record<string, unknown>>;
  /** How the log of events names it; where a statement of its own has written that, it says so. */
  readonly log: Omit<LoggedEvent, 'type'> | 'written by its statement';
}

/** Programs that asked to hear of what happens. */
export interface Listeners {
  /** Whether anybody wants to hear of such things: a condition for a statement that asks it itself. */
  areWaitingFor(type: string): SQL;
  /** Puts it in line for each who wants it, in this transaction; false where nobody does. */
  record(tx: Database, at: Date, happening: Happening): Promise<boolean>;
}

/** What the process does when something was committed. Hints: a process may die before them. */
export interface AfterChange {
  /** The outbox has something new. */
  nudge(): void;
  /** Drops the kept page of this path, here and on the other processes. */
  pageChanged(path: string): void;
  /** Something was committed, whatever it was. */
  committed(): void;
}

/** Something the outbox is to do. */
export interface Delivery {
  /** While one with this key is open, a second is not added. */
  readonly key: string;
  /** Entries of one lane share its places; without a name, the kind's common one. */
  readonly lane?: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Not before then; at once without. */
  readonly due?: Date;
}

/** What follows from a change. What an aborted try collected is forgotten with it. */
export interface After {
  /** An entry of the audit log, in the same transaction. */
  audit(action: AuditAction, about: Omit<AuditEntry, 'action'>): void;
  /** A row of the outbox, in the same transaction: it happens at least once, whatever dies. */
  deliver(kind: string, delivery: Delivery): void;
  /** Told to the programs that asked for it, as surely as what is delivered. */
  happened(happening: Happening): void;
  /** Told after the commit; may be lost, and a fault in it is logged, not thrown. */
  hint(tell: () => unknown): void;
  /** A kept page shows something old now. */
  changed(what: 'page', path: string): void;
}

interface Options {
  /** Other reasons to start over than those of the database. */
  readonly isRace?: (error: unknown) => boolean;
}

/**
 * The one door for everything that writes: `work` in a transaction, with the audit entries and
 * outbox rows it asked for, then what may be told. `actor` is whom the audit log names; none where
 * it tells nothing. A transaction that the database ended for
 * another's sake starts over; nothing of the try before is left, neither rows nor `after`.
 *
 * Inside `work` only `tx` may be asked: the embedded database has one connection.
 */
export async function change<T>(
  host: ChangeHost,
  actor: Trace | undefined,
  work: (tx: Database, after: After) => Promise<T>,
  { isRace }: Options = {},
): Promise<T> {
  const { value, effects } = await inTransaction(
    host.db,
    async (tx) => {
      const collected = new Effects();
      const result = await work(tx, collected);
      await collected.write(tx, host, actor);
      return { value: result, effects: collected };
    },
    isRace,
  );
  await effects.tell(host);
  return value;
}

/** An entry of the audit log about what changes nothing here: a file that was taken, somebody who was refused. */
export async function recordAudit(
  host: ChangeHost,
  actor: Trace,
  action: AuditAction,
  about: Omit<AuditEntry, 'action'>,
): Promise<void> {
  await change(host, actor, (_tx, after) => Promise.resolve(after.audit(action, about)));
}

class Effects implements After {
  readonly #audit: AuditEntry[] = [];
  readonly #deliveries: (Delivery & { readonly kind: string })[] = [];
  readonly #happenings: Happening[] = [];
  readonly #hints: (() => unknown)[] = [];
  readonly #pages = new Set<string>();
  #isOutboxFed = false;

  audit(action: AuditAction, about: Omit<AuditEntry, 'action'>): void {
    this.#audit.push({ ...about, action });
  }

  deliver(kind: string, delivery: Delivery): void {
    this.#deliveries.push({ ...delivery, kind });
  }

  happened(happening: Happening): void {
    this.#happenings.push(happening);
  }

  hint(tell: () => unknown): void {
    this.#hints.push(tell);
  }

  changed(_what: 'page', path: string): void {
    this.#pages.add(path);
  }

  async write(
    tx: Database,
    { clock, listeners }: ChangeHost,
    actor: Trace | undefined,
  ): Promise<void> {
    const now = clock.now();
    if (this.#audit.length > 0) {
      if (!actor) throw new Error('The audit log must name who did it');
      const { member, requestId } = actor;
      await tx.insert(auditLog).values(
        this.#audit.map((entry) => ({
          ...entry,
          at: now,
          actorId: member?.id,
          actorEmail: member?.email,
          requestId,
        })),
      );
    }
    if (this.#deliveries.length > 0) {
      await tx
        .insert(outbox)
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
      this.#isOutboxFed = true;
    }
    await recordEvents(
      tx,
      now,
      this.#happenings.flatMap(({ type, log }) =>
        typeof log === 'string' ? [] : [{ ...log, type }],
      ),
    );
    for (const happening of this.#happenings) {
      if (await listeners.record(tx, now, happening)) this.#isOutboxFed = true;
    }
  }

  async tell({ afterChange, log }: ChangeHost): Promise<void> {
    const hints = [
      ...[...this.#pages].map((path) => () => afterChange.pageChanged(path)),
      ...this.#hints,
      ...(this.#isOutboxFed ? [() => afterChange.nudge()] : []),
      () => afterChange.committed(),
    ];
    for (const hint of hints) {
      try {
        await hint();
      } catch (error) {
        log.error({ err: error }, 'A committed change could not be told');
      }
    }
  }
}
