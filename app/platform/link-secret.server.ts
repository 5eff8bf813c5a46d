import { hash, randomBytes } from 'node:crypto';

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Only this hash is stored, so that a stolen database grants no access. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
