import { hash, randomBytes } from 'node:crypto';

/** The secret of a link or cookie: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of it, so that a stolen database opens nothing. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
