import type { SQL } from 'drizzle-orm';
import type { Database } from '../db/database.server.ts';
import type { StoredMessage } from '../stored-message.ts';
import type { After } from './change.server.ts';

/** A job that this process has claimed until its lease ends. */
export interface Job {
  readonly id: string;
  readonly key: string;
  readonly lane: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly createdAt: Date;
}

/**
 * The outcome of an attempt. An exception means `retry`, with its `stored` message or its text. `settle` runs in the change that records
 * the outcome, and only while the attempt still owns the job.
 */
export type Outcome = {
  readonly settle?: (tx: Database, after: After) => Promise<void>;
} & (
  | { readonly result: 'done' }
  /** The job runs again later; the attempt does not count. */
  | { readonly result: 'later'; readonly afterMs: number }
  /** The job is paused with all its attempts until `releaseLane` is called for its group. */
  | { readonly result: 'held' }
  /** Tries again after the kind's next delay. */
  | { readonly result: 'retry'; readonly error: StoredMessage }
  | { readonly result: 'failed'; readonly error: StoredMessage }
);

/** A job kind that sends money. */
export interface MoneyKind {
  readonly name: string;
  /** True for the jobs whose money is still promised. Nobody can discard them. */
  readonly isPromised: SQL;
}

/** Defines how jobs of one kind are processed. Each module brings its own kinds. */
export interface JobKind {
  readonly name: string;
  /**
   * The delays after the first, second … failed attempt. After the last delay comes the last
   * attempt.
   */
  readonly retryAfterMs: readonly number[];
  /** Delays vary by this fraction, so that jobs that failed together are not retried together. */
  readonly jitter?: number;
  /**
   * Must be longer than an attempt can take: afterwards the process counts as dead and another one
   * claims the job.
   */
  readonly leaseMs: number;
  /** The most groups that a process works on at the same time. */
  readonly concurrencyGroups: number;
  /** The most concurrent jobs in each group. */
  readonly atOnce: number;
  /** The retention of finished jobs; zero deletes them at once. */
  readonly keepDoneMs: number;
  readonly keepFailedMs: number | 'until discarded';
  /**
   * Runs one attempt. It must be idempotent, because a process may have died after an earlier
   * attempt succeeded. `signal` aborts the attempt when the process shuts down.
   */
  deliver(job: Job, signal: AbortSignal): Promise<Outcome>;
}
