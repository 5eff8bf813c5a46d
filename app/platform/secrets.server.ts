import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from './db/database.server.ts';
import { installationSecrets } from './tables.server.ts';

export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns a secret of this installation, created on first use. The database stores the secret for
 * all processes; if several start at once, the first one wins.
 */
export async function readOrCreateSecret(
  db: Database,
  name: string,
  create: () => string | Promise<string> = randomSecret,
): Promise<string> {
  const found = await readSecret(db, name);
  if (found !== undefined) return found;
  const value = await create();
  await db.insert(installationSecrets).values({ name, value }).onConflictDoNothing();
  const kept = await readSecret(db, name);
  if (kept === undefined) throw new Error(`The secret '${name}' was neither found nor made`);
  return kept;
}

async function readSecret(db: Database, name: string): Promise<string | undefined> {
  const [row] = await db
    .select({ value: installationSecrets.value })
    .from(installationSecrets)
    .where(eq(installationSecrets.name, name));
  return row?.value;
}
