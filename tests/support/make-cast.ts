import { systemClock } from '../../app/platform/clock.ts';
import type { OpenDatabase } from '../../app/platform/db/database.server.ts';
import { migrateDatabase } from '../../app/platform/db/migrate.server.ts';
import { readOrCreateSecret } from '../../app/platform/secrets.server.ts';
import { createAuth } from '../../app/accounts/server/sign-in/auth.server.ts';
import { createAccount } from '../../app/accounts/server/sign-in/create-account.server.ts';
import { CAST } from './cast.ts';

/** Migrates a new database and gives it the cast's accounts. */
export async function makeCast({ db, pool }: OpenDatabase): Promise<void> {
  await migrateDatabase(pool);
  const secret = await readOrCreateSecret(db, 'session');
  const auth = createAuth(db, { origin: 'http://localhost', secret });
  for (const person of Object.values(CAST)) await createAccount(db, auth, systemClock, person);
}
