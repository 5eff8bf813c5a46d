import { asc, eq } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type ChangeHost } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { createSeal, type Seal } from '../../../platform/seal.server.ts';
import { randomSecret, readOrCreateSecret } from '../../../platform/secrets.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { hostSecrets } from './tables.server.ts';

interface SecretHost extends ChangeHost {
  readonly settings: Pick<Settings, 'widgetOrigins'>;
}

const NOT_LISTED =
  'That site is not in the list of those that may show the chat. Add it under Settings first.';

export interface HostSite {
  readonly origin: string;
  /** False for a site that was removed from the list but still has a secret. */
  readonly isListed: boolean;
  /** ISO 8601. Null if the site has no secret. */
  readonly secretSince: string | null;
}

/**
 * Creates the signing secret of a site and returns it; the secret is not shown again. Signatures made with
 * the previous secret become invalid. Throws {@link RefusedError} 409 for a site that is not listed.
 */
export async function makeHostSecret(
  host: SecretHost,
  trace: Trace,
  origin: string,
): Promise<string> {
  if (!host.settings.widgetOrigins.includes(origin)) throw new RefusedError(409, NOT_LISTED);
  const secret = randomSecret();
  const sealed = (await sealOf(host.db)).seal(secret);
  await change(host, trace, async (tx, after) => {
    const row = { sealed, createdAt: host.clock.now() };
    await tx
      .insert(hostSecrets)
      .values({ origin, ...row })
      .onConflictDoUpdate({ target: hostSecrets.origin, set: row });
    after.audit('host-secret-made', { subject: origin });
  });
  return secret;
}

export async function removeHostSecret(
  host: ChangeHost,
  trace: Trace,
  origin: string,
): Promise<void> {
  await change(host, trace, async (tx, after) => {
    const gone = await tx.delete(hostSecrets).where(eq(hostSecrets.origin, origin)).returning();
    if (gone.length > 0) after.audit('host-secret-removed', { subject: origin });
  });
}

/** Returns the listed sites in their order, then removed sites that still have a secret. */
export async function readHostSites({
  db,
  settings: { widgetOrigins },
}: Pick<SecretHost, 'db' | 'settings'>): Promise<HostSite[]> {
  const rows = await db.select().from(hostSecrets).orderBy(asc(hostSecrets.origin));
  const since = new Map(rows.map(({ origin, createdAt }) => [origin, createdAt.toISOString()]));
  return [...new Set([...widgetOrigins, ...since.keys()])].map((origin) => ({
    origin,
    isListed: widgetOrigins.includes(origin),
    secretSince: since.get(origin) ?? null,
  }));
}

export async function findHostSecret(db: Database, origin: string): Promise<string | undefined> {
  const [row] = await db.select().from(hostSecrets).where(eq(hostSecrets.origin, origin));
  return row && (await sealOf(db)).open(row.sealed);
}

async function sealOf(db: Database): Promise<Seal> {
  return createSeal(await readOrCreateSecret(db, 'host-secrets'), 'secrets of other sites');
}
