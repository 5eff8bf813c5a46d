import type { Database } from '../db/database.server.ts';
import { unnumberedEvents } from './tables.server.ts';

export interface LoggedEvent {
  readonly type: string;
  readonly subject: string;
  readonly position?: number;
  readonly part?: string;
}

/** Logs events in the current transaction; `number-events.server.ts` numbers them later. */
export async function recordEvents(
  tx: Database,
  at: Date,
  logged: readonly LoggedEvent[],
): Promise<void> {
  if (logged.length === 0) return;
  await tx.insert(unnumberedEvents).values(logged.map((event) => ({ ...event, at })));
}
