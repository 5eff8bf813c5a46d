import { createHmac, hash } from 'node:crypto';
import { normalizeEmail } from './email.ts';

/**
 * What may stay of an e-mail address after it was erased: who types the address again finds what
 * was done about it, and nobody reads it off the hash.
 */
export function hashAddress(email: string): string {
  return hash('sha256', normalizeEmail(email));
}

/**
 * A hash of {@link hashAddress} with a secret of this installation: whoever has the table without
 * the secret cannot find an address in it by trying many. Made of the hash, so that one that was
 * written down without the secret can get it afterwards.
 */
export function keyAddressHash(secret: string, addressHash: string): string {
  return createHmac('sha256', secret).update(`address ${addressHash}`).digest('hex');
}
