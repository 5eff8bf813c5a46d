/**
 * node tests/support/make-template.ts FOLDER: a data folder with the cast's accounts and the demo
 * reviews, which every end-to-end server starts from as a copy.
 */
import { systemClock } from '../../app/platform/clock.ts';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { migrateDatabase } from '../../app/platform/db/migrate.server.ts';
import { readOrCreateSecret } from '../../app/platform/secrets.server.ts';
import { createAuth } from '../../app/team/auth.server.ts';
import { createAccount } from '../../app/team/create-account.server.ts';
import { loadDemoReviews } from '../../db/demo/load.ts';
import { CAST } from './cast.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Which folder?');
const database = await openEmbedded(folder);
await migrateDatabase(database.pool);
const secret = readOrCreateSecret(folder, 'session');
const auth = createAuth(database.db, { origin: 'http://localhost', secret });
for (const person of Object.values(CAST)) {
  await createAccount(database.db, auth, systemClock, person);
}
await loadDemoReviews(database.db, systemClock);
await database.close();
