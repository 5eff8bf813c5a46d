import { resolve } from 'node:path';
import { systemClock } from '../app/platform/clock.ts';
import type { Database, OpenDatabase } from '../app/platform/db/database.server.ts';
import type { Fill } from '../app/platform/db/embedded.server.ts';
import { migrateDatabase } from '../app/platform/db/migrate.server.ts';
import { reachPostgres, inStartLock } from '../app/platform/db/postgres.server.ts';
import type { Log } from '../app/platform/log.server.ts';
import { readOrCreateSecret } from '../app/platform/secrets.server.ts';
import type { Settings } from '../app/platform/settings.server.ts';
import {
  createAuth,
  type Auth,
  type HashInLine,
} from '../app/accounts/server/sign-in/auth.server.ts';
import {
  renewPrinted,
  type PrintedAccount,
} from '../app/accounts/server/sign-in/printed-passwords.server.ts';
import { offerSetup } from '../app/accounts/server/sign-in/setup.server.ts';
import { loadDemo } from '../db/demo/load.ts';
import { recordFormerDemo } from '../db/demo/record-demo.ts';
import type { WaysIn } from './announce.ts';
import { MODULES } from './modules.ts';

export interface Installation {
  readonly database: OpenDatabase;
  readonly auth: Auth;
  /** Prints the credentials for the first sign-in; called last, by one process at a time. */
  readonly offerWaysIn: () => Promise<WaysIn>;
}

export async function openInstallation(
  settings: Settings,
  log: Log,
  hashInLine: HashInLine,
): Promise<Installation> {
  const clock = systemClock;
  const authOf = async (db: Database) =>
    createAuth(db, {
      origin: settings.origin,
      secret: await readOrCreateSecret(db, 'session'),
      hashInLine,
    });
  let demo: readonly PrintedAccount[] = [];
  const database = await openDatabase(settings, log, async ({ db }) => {
    if (settings.demo ?? true) demo = await loadDemo(db, await authOf(db), clock);
  });
  const { db } = database;
  await migrateDatabase(database.pool);
  for (const featureModule of MODULES) {
    // oxlint-disable-next-line no-await-in-loop -- once, at start
    await featureModule.prepare?.(db);
  }
  await recordFormerDemo(db, clock);
  const auth = await authOf(db);
  return {
    database,
    auth,
    offerWaysIn: () =>
      inStartLock(database, async () => {
        if (settings.demo && demo.length === 0) demo = await loadDemo(db, auth, clock);
        const isShared = settings.redisUrl !== undefined;
        return {
          accounts: demo.length > 0 ? demo : await renewPrinted(db, auth, clock, isShared),
          setupToken: await offerSetup(db, clock),
        };
      }),
  };
}

async function openDatabase(settings: Settings, log: Log, fill: Fill): Promise<OpenDatabase> {
  if (settings.databaseUrl) return reachPostgres(settings.databaseUrl, log);
  // Loaded on demand, because the module contains a whole database.
  const { openEmbedded } = await import('../app/platform/db/embedded.server.ts');
  return openEmbedded(resolve(settings.dataDir), fill);
}
