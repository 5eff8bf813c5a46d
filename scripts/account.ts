/**
 * npm run account -- create --email E --name N --role R [--password P]
 *
 * Creates an approved account and prints its one-time password.
 */
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { systemClock } from '../app/platform/clock.ts';
import { openEmbedded } from '../app/platform/db/embedded.server.ts';
import { migrateDatabase } from '../app/platform/db/migrate.server.ts';
import { reachPostgres } from '../app/platform/db/postgres.server.ts';
import { normalizeEmail } from '../app/platform/email.ts';
import { OperatorError } from '../app/platform/operator-error.ts';
import { createLog } from '../app/platform/log.server.ts';
import { readOrCreateSecret } from '../app/platform/secrets.server.ts';
import { readSettings } from '../app/platform/settings.server.ts';
import { isAccountEmail } from '../app/accounts/server/sign-in/account-fields.ts';
import { createAuth } from '../app/accounts/server/sign-in/auth.server.ts';
import {
  createAccount,
  randomPassword,
} from '../app/accounts/server/sign-in/create-account.server.ts';
import { isRole, ROLES } from '../app/accounts/protocol/roles.ts';
import { explainRefusals } from './explain-refusals.ts';

const USAGE = `Usage: npm run account -- create --email E --name N --role ${ROLES.join('|')} [--password P]`;

class UsageError extends OperatorError {}

await explainRefusals(run);

async function run(): Promise<void> {
  const { email, name, role, password } = readArguments();
  const settings = readSettings(process.env);
  const database = settings.databaseUrl
    ? await reachPostgres(settings.databaseUrl, createLog(settings.logLevel))
    : await openEmbedded(resolve(settings.dataDir));
  try {
    await migrateDatabase(database.pool);
    const secret = await readOrCreateSecret(database.db, 'session');
    const auth = createAuth(database.db, { origin: settings.origin, secret });
    await createAccount(database.db, auth, systemClock, { email, fullName: name, role, password });
    console.log(`${role} ${email}\npassword ${password}`);
  } finally {
    await database.close();
  }
}

function readArguments() {
  const text = { type: 'string' } as const;
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: { email: text, name: text, role: text, password: text },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
  const { email, name, role, password = randomPassword() } = parsed.values;
  if (parsed.positionals[0] !== 'create' || !email || !name || !role) throw new UsageError(USAGE);
  if (!isAccountEmail(normalizeEmail(email)))
    throw new UsageError(`'${email}' is not an email address.`);
  if (!isRole(role)) throw new UsageError(`The role must be one of: ${ROLES.join(', ')}.`);
  return { email, name, role, password };
}
