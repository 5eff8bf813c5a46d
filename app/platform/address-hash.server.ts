import { createHmac, hash } from 'node:crypto';
import { normalizeEmail } from './email.ts';

/**
 * Hashes an email address, so that an erased address is recognized when somebody types it again but
 * cannot be read from the stored value.
 */
export function hashAddress(email: string): string {
  return hash('sha256', normalizeEmail(email));
}

/**
 * Keys the result of {@link hashAddress} with the installation's secret, so that a leaked table
 * cannot be searched by guessing addresses. The input is a hash, so that rows written without the
 * secret can be keyed later.
 */
export function keyAddressHash(secret: string, addressHash: string): string {
  return createHmac('sha256', secret).update(`address ${addressHash}`).digest('hex');
}
