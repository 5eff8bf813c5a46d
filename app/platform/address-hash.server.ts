import { createHash } from 'node:crypto';
import { normalizeEmail } from './email.ts';

/**
 * What may stay of an e-mail address after it was erased: who types the address again finds what
 * was done about it, and nobody reads it off the hash.
 */
export function hashAddress(email: string): string {
  return createHash('sha256').update(normalizeEmail(email)).digest('hex');
}
