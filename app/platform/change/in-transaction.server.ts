import { setTimeout } from 'node:timers/promises';
import type { Database } from '../db/database.server.ts';

const ATTEMPTS = 8;
/** PostgreSQL error codes: deadlock detected, serialization failure. */
const LOST_RACES = new Set(['40P01', '40001']);

/**
 * Runs a transaction and retries it after a deadlock, a serialization failure or an error that
 * `isRace` accepts. Use cases call `change` instead.
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
      await setTimeout(Math.random() * 5 * attempt);
    }
  }
}

function isLostRace(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' && LOST_RACES.has(code)) || isLostRace(cause);
}
