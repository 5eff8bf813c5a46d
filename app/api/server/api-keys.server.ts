import { t } from '../../i18n/translate.ts';
import { hash, randomBytes } from 'node:crypto';
import { and, count, desc, eq, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change, type ChangeContext } from '../../platform/change/change.server.ts';
import { toLine } from '../../platform/shown-text.ts';
import {
  KEY_NAME_MAX_LENGTH,
  KEY_PER_MINUTE,
  KEY_PER_MINUTE_MAX,
  MAX_KEYS,
} from '../protocol/rules.ts';
import { SCOPES, type Scope } from '../protocol/scopes.ts';
import { apiKeys } from './tables.server.ts';
import { toSent } from '../../platform/sent.ts';
import { storedText } from '../../platform/stored-message.ts';

/** The prefix lets people and secret scanners recognise a leaked key. */
const MARK = 'emb_';
const PREFIX_LENGTH = 10;
const USE_PRECISION_MS = 60_000;

export interface KeyForm {
  readonly name: string;
  readonly scopes?: readonly Scope[];
  readonly perMinute?: number;
}

/** Creates a key and returns it. The key is shown only once, because only its hash is stored. */
export async function createApiKey(
  appContext: ChangeContext,
  trace: Trace,
  { name, scopes: wanted = [], perMinute = KEY_PER_MINUTE }: KeyForm,
): Promise<string> {
  const scopes = SCOPES.filter((scope) => wanted.includes(scope));
  // Keeps one more character than allowed, so that a long name is refused and not cut.
  const line = toLine(name, KEY_NAME_MAX_LENGTH + 1);
  if (line === '' || line.length > KEY_NAME_MAX_LENGTH) {
    throw new RefusedError(
      400,
      t(
        'Enter a name for the key, at most {most, plural, one {# character} other {# characters}}.',
        {
          most: KEY_NAME_MAX_LENGTH,
        },
      ),
      'name',
    );
  }
  if (!Number.isInteger(perMinute) || perMinute < 1 || perMinute > KEY_PER_MINUTE_MAX) {
    throw new RefusedError(
      400,
      t('Enter a whole number from 1 to {most}.', { most: KEY_PER_MINUTE_MAX }),
      'perMinute',
    );
  }
  const key = MARK + randomBytes(32).toString('base64url');
  const prefix = key.slice(0, PREFIX_LENGTH);
  await change(appContext, trace, async (tx, after) => {
    const [row] = await tx
      .select({ total: count() })
      .from(apiKeys)
      .where(isNull(apiKeys.revokedAt));
    if ((row?.total ?? 0) >= MAX_KEYS) {
      throw new RefusedError(
        409,
        t(
          "You''ve reached the limit of {count, plural, one {# key} other {# keys}}. Revoke one that is no longer used.",
          {
            count: MAX_KEYS,
          },
        ),
      );
    }
    const [created] = await tx
      .insert(apiKeys)
      .values({
        name: line,
        prefix,
        keyHash: hashKey(key),
        scopes,
        perMinute,
        createdBy: trace.member?.id,
        createdAt: appContext.clock.now(),
      })
      .returning({ id: apiKeys.id });
    after.audit('api-key-created', {
      subjectId: created?.id,
      subject: line,
      detail: storedText([prefix, ...scopes].join(' ')),
    });
  });
  return key;
}

export async function revokeApiKey(
  appContext: ChangeContext,
  trace: Trace,
  id: string,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: appContext.clock.now() })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning({ name: apiKeys.name, prefix: apiKeys.prefix });
    if (!revoked) return;
    after.audit('api-key-revoked', {
      subjectId: id,
      subject: revoked.name,
      detail: storedText(revoked.prefix),
    });
  });
}

export type KnownKey = Pick<typeof apiKeys.$inferSelect, 'id' | 'name' | 'scopes' | 'perMinute'>;

/** Returns the valid key of an Authorization header, and records its use. */
export async function findKeyOf(
  appContext: ChangeContext,
  authorization: string | null | undefined,
): Promise<KnownKey | undefined> {
  const key = /^Bearer +([\w-]{1,200}) *$/i.exec(authorization ?? '')?.[1];
  if (!key?.startsWith(MARK)) return undefined;
  const [found] = await appContext.db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      perMinute: apiKeys.perMinute,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.keyHash, hashKey(key)), isNull(apiKeys.revokedAt)));
  if (!found) return undefined;
  const now = appContext.clock.now();
  const stale = new Date(now.getTime() - USE_PRECISION_MS);
  if (!found.lastUsedAt || found.lastUsedAt < stale) {
    await change(appContext, undefined, (tx) =>
      tx
        .update(apiKeys)
        .set({ lastUsedAt: now })
        .where(
          and(
            eq(apiKeys.id, found.id),
            or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, stale)),
          ),
        ),
    );
  }
  return found;
}

/** Lists the active keys first, then the revoked ones, each the newest first. */
export async function readApiKeys(db: Database) {
  const { id, name, prefix, scopes, perMinute, createdAt, lastUsedAt, revokedAt } = apiKeys;
  const rows = await db
    .select({ id, name, prefix, scopes, perMinute, createdAt, lastUsedAt, revokedAt })
    .from(apiKeys)
    .orderBy(desc(isNull(revokedAt)), desc(createdAt), desc(id))
    .limit(2 * MAX_KEYS);
  return rows.map(toSent);
}

export type ApiKeyView = Awaited<ReturnType<typeof readApiKeys>>[number];

/** A fast hash is enough for 256 random bits. */
function hashKey(key: string): string {
  return hash('sha256', key);
}
