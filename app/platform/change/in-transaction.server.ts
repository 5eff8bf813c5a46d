import { setTimeout } from 'node:timers/promises';
import type { Database } from '../db/database.server.ts';

const ATTEMPTS = 8;
/** PostgreSQL ended the transaction to break a deadlock, or because it could not be put in a row. */
const LOST_RACES = new Set(['40P01', '40001']);

/**
 * A transaction that starts over when the database ended it for another's sake, or when `isRace`
 * says so; nothing of the try before is left. Use cases come in through `change`.
 */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
  isRace: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !(isLostRace(error) || isRace(error))) throw error;
      // Those who met meet again unless they part: each waits for a moment of its own.
      await setTimeout(Math.random() * 5 * attempt);
    }
  }
}

function isLostRace(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' && LOST_RACES.has(code)) || isLostRace(cause);
}
