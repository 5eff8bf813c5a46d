import type { Database } from '../db/database.server.ts';
import type { After } from './change.server.ts';

/** One entry of the outbox, taken by this process until its lease ends. */
export interface Entry {
  readonly id: string;
  readonly key: string;
  readonly lane: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Which try this is, counted from 1. */
  readonly attempts: number;
  readonly createdAt: Date;
}

/**
 * What came of a try. A handler that throws asks for another try after its kind's next wait.
 * `settle` runs in the change that notes it, and only while the entry is still this try's.
 */
export type Outcome = {
  readonly settle?: (tx: Database, after: After) => Promise<void>;
} & (
  | { readonly result: 'done' }
  /** It was not tried after all: the same number of tries is left. */
  | { readonly result: 'later'; readonly afterMs: number }
  /** It may not be tried now: it waits, with all its tries, until `releaseLane` is called for it. */
  | { readonly result: 'held' }
  /** Another try, after the kind's next wait. */
  | { readonly result: 'retry'; readonly error: string }
  /** No further try would help. */
  | { readonly result: 'failed'; readonly error: string }
);

/** How one kind of effect is worked off. Each wing brings its own; the start composes them. */
export interface OutboxKind {
  readonly name: string;
  /** The waits after the first, second … failed try; after the last of them it is given up. */
  readonly retryAfterMs: readonly number[];
  /** Waits are up to this part longer or shorter, so that what failed together does not return together. */
  readonly jitter?: number;
  /** Longer than a try can take: who has not finished by then is taken for dead. */
  readonly leaseMs: number;
  /** So many lanes are worked on at the same time by one process … */
  readonly lanes: number;
  /** … and so many entries of each. */
  readonly atOnce: number;
  /** How long what was done is kept; zero: not at all. */
  readonly keepDoneMs: number;
  readonly keepFailedMs: number;
  /**
   * One try. It may have been made before, by a process that died before it could say so, and must
   * be harmless then. `signal` calls it off, because the process ends.
   */
  deliver(entry: Entry, signal: AbortSignal): Promise<Outcome>;
}
