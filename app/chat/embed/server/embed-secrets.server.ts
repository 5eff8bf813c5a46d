import { msg, t } from '../../../i18n/translate.ts';
import { asc, eq } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import {
  createSeal,
  type Seal,
  randomSecret,
  readOrCreateSecret,
} from '../../../platform/secrets.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { embedSecrets } from './tables.server.ts';

interface EmbedSecretContext extends ChangeContext {
  readonly settings: Pick<Settings, 'widgetOrigins'>;
}

const NOT_LISTED = msg(
  'That site is not in the list of those that may show the chat. Add it under Settings first.',
);

export interface EmbeddingSite {
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
export async function createEmbedSecret(
  appContext: EmbedSecretContext,
  trace: Trace,
  origin: string,
): Promise<string> {
  if (!appContext.settings.widgetOrigins.includes(origin))
    throw new RefusedError(409, t(NOT_LISTED));
  const secret = randomSecret();
  const sealed = (await sealOf(appContext.db)).seal(secret);
  await change(appContext, trace, async (tx, after) => {
    const row = { sealed, createdAt: appContext.clock.now() };
    await tx
      .insert(embedSecrets)
      .values({ origin, ...row })
      .onConflictDoUpdate({ target: embedSecrets.origin, set: row });
    after.audit('host-secret-made', { subject: origin });
  });
  return secret;
}

export async function removeEmbedSecret(
  appContext: ChangeContext,
  trace: Trace,
  origin: string,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    const gone = await tx.delete(embedSecrets).where(eq(embedSecrets.origin, origin)).returning();
    if (gone.length > 0) after.audit('host-secret-removed', { subject: origin });
  });
}

/** Returns the listed sites in their order, then removed sites that still have a secret. */
export async function readEmbeddingSites({
  db,
  settings: { widgetOrigins },
}: Pick<EmbedSecretContext, 'db' | 'settings'>): Promise<EmbeddingSite[]> {
  const rows = await db.select().from(embedSecrets).orderBy(asc(embedSecrets.origin));
  const since = new Map(rows.map(({ origin, createdAt }) => [origin, createdAt.toISOString()]));
  return [...new Set([...widgetOrigins, ...since.keys()])].map((origin) => ({
    origin,
    isListed: widgetOrigins.includes(origin),
    secretSince: since.get(origin) ?? null,
  }));
}

export async function findEmbedSecret(db: Database, origin: string): Promise<string | undefined> {
  const [row] = await db.select().from(embedSecrets).where(eq(embedSecrets.origin, origin));
  return row && (await sealOf(db)).open(row.sealed);
}

async function sealOf(db: Database): Promise<Seal> {
  return createSeal(await readOrCreateSecret(db, 'host-secrets'), 'secrets of other sites');
}
