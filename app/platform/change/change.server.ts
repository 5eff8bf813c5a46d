import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.server.ts';
import type { Log } from '../log.server.ts';
import { auditLog, outbox } from '../tables.server.ts';
import type { AuditAction } from './audit-actions.ts';
import type { AuditEntry, Trace } from './audit.server.ts';

/** What a change needs of the process it happens in. */
export interface ChangeHost {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly afterChange: AfterChange;
}

/** What the process does when something was committed. Hints: a process may die before them. */
export interface AfterChange {
  /** The outbox has something new. */
  nudge(): void;
  /** Drops the kept page of this path, here and on the other processes. */
  pageChanged(path: string): void;
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
  /** Told after the commit; may be lost, and a fault in it is logged, not thrown. */
  hint(tell: () => unknown): void;
  /** A kept page shows something old now. */
  changed(what: 'page', path: string): void;
}

interface Options {
  /** Other reasons to start over than those of the database. */
  readonly isRace?: (error: unknown) => boolean;
}

const ATTEMPTS = 8;
/** PostgreSQL ended the transaction to break a deadlock, or because it could not be put in a row. */
const LOST_RACES = new Set(['40P01', '40001']);

/**
 * The one door for everything that writes: `work` in a transaction, with the audit entries and
 * outbox rows it asked for, then what may be told. A transaction that the database ended for
 * another's sake starts over; nothing of the try before is left, neither rows nor `after`.
 *
 * Inside `work` only `tx` may be asked: the embedded database has one connection.
 */
export async function change<T>(
  host: ChangeHost,
  actor: Trace,
  work: (tx: Database, after: After) => Promise<T>,
  { isRace = () => false }: Options = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const effects = new Effects();
    let value: T;
    try {
      value = await host.db.transaction(async (tx) => {
        const result = await work(tx, effects);
        await effects.write(tx, host.clock.now(), actor);
        return result;
      });
    } catch (error) {
      if (attempt === ATTEMPTS || !(isLostRace(error) || isRace(error))) throw error;
      // Those who met meet again unless they part: each waits for a moment of its own.
      await setTimeout(Math.random() * 5 * attempt);
      continue;
    }
    await effects.tell(host);
    return value;
  }
}

function isLostRace(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' && LOST_RACES.has(code)) || isLostRace(cause);
}

class Effects implements After {
  readonly #audit: AuditEntry[] = [];
  readonly #deliveries: (Delivery & { readonly kind: string })[] = [];
  readonly #hints: (() => unknown)[] = [];
  readonly #pages = new Set<string>();

  audit(action: AuditAction, about: Omit<AuditEntry, 'action'>): void {
    this.#audit.push({ ...about, action });
  }

  deliver(kind: string, delivery: Delivery): void {
    this.#deliveries.push({ ...delivery, kind });
  }

  hint(tell: () => unknown): void {
    this.#hints.push(tell);
  }

  changed(_what: 'page', path: string): void {
    this.#pages.add(path);
  }

  async write(tx: Database, now: Date, { member, requestId }: Trace): Promise<void> {
    if (this.#audit.length > 0) {
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
    }
  }

  async tell({ afterChange, log }: ChangeHost): Promise<void> {
    const hints = [
      ...[...this.#pages].map((path) => () => afterChange.pageChanged(path)),
      ...this.#hints,
      ...(this.#deliveries.length > 0 ? [() => afterChange.nudge()] : []),
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
