import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BYTES = 32;

/**
 * A secret of this installation, made at the first start and kept in the data folder, readable
 * by its owner alone.
 */
export function readOrCreateSecret(dataDir: string, name: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, `${name}.secret`);
  if (!existsSync(file)) createSecret(file);
  const secret = readFileSync(file, 'utf8');
  // With a short secret anybody could forge what it signs.
  if (secret.length < BYTES) {
    throw new Error(`${file} is damaged. Delete it to have a new one made; all sessions then end.`);
  }
  return secret;
}

/**
 * Written whole under another name, then linked, which fails when the file exists: of several
 * processes that start at once one wins, and none reads what another has only begun to write.
 */
function createSecret(file: string): void {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(BYTES).toString('base64url'), {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
