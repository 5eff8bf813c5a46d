import { sqlState, type Database } from './database.server.ts';

const ATTEMPTS = 5;
const DEADLOCK = '40P01';

/**
 * A transaction that starts over when PostgreSQL ends it to break a deadlock: nothing of it
 * happened then, and whoever asked for it should not hear of it. `isRace` names other reasons.
 */
export async function transact<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
  isRace: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (count === ATTEMPTS || !(sqlState(error) === DEADLOCK || isRace(error))) throw error;
    }
  }
}
