import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Auth } from './auth.server.ts';

const derive = promisify<string, string, number, object, Buffer>(scrypt);

/** As expensive as better-auth's hashes, so that a stolen database is equally hard to crack. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };

/**
 * Derives a value that identifies a password among the pending sign-ups of an address. The salt is shared per
 * address, so that a sign-in costs one derivation: the time reveals nothing, and strangers cannot make sign-ins
 * slow.
 */
export async function pendingPasswordProof(
  auth: Auth,
  email: string,
  password: string,
): Promise<string> {
  const { secret } = await auth.$context;
  const salt = `pending sign-up ${secret} ${email}`;
  const proof = await auth.hashInLine(() => derive(password.normalize('NFKC'), salt, 32, COST));
  return proof.toString('base64url');
}

export function isSameProof(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
