import { randomBytes, hash, createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
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
  const saved = await readSecret(db, name);
  if (saved === undefined) throw new Error(`The secret '${name}' was neither found nor created`);
  return saved;
}

async function readSecret(db: Database, name: string): Promise<string | undefined> {
  const [row] = await db
    .select({ value: installationSecrets.value })
    .from(installationSecrets)
    .where(eq(installationSecrets.name, name));
  return row?.value;
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** True if `text` has the shape of {@link newSecret}. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Only this hash is stored, so that a stolen database grants no access. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

const ALGORITHM = 'aes-256-gcm';

const IV_BYTES = 12;

const TAG_BYTES = 16;

export interface Seal {
  seal(text: string): string;
  /** Throws for a text that was encrypted with another secret or was tampered with. */
  open(sealed: string): string;
}

/** `purpose` derives separate keys from one secret. */
export function createSeal(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const iv = bytes.subarray(0, IV_BYTES);
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(tag);
      const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(text).toString('utf8');
    },
  };
}
