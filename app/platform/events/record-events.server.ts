import type { Database } from '../db/database.server.ts';
import { unnumberedEvents } from './tables.server.ts';

/** What happened to whom, as the log of events keeps it: ids and numbers alone. */
export interface LoggedEvent {
  readonly type: string;
  readonly subject: string;
  readonly position?: number;
  readonly part?: string;
}

/** Writes down what happened, in the transaction in which it does; `number-events.server.ts` numbers it. */
export async function recordEvents(
  tx: Database,
  at: Date,
  logged: readonly LoggedEvent[],
): Promise<void> {
  if (logged.length === 0) return;
  await tx.insert(unnumberedEvents).values(logged.map((event) => ({ ...event, at })));
}
