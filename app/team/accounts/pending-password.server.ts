import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Auth } from './auth.server.ts';

const derive = promisify<string, string, number, object, Buffer>(scrypt);

/** As costly as the hashes better-auth makes: a stolen copy of the database helps nobody more. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };

/**
 * What a password is recognised by among all pending sign-ups of one address. Its salt is that of
 * the address and the installation, so that a sign-in costs one derivation however many there are:
 * neither does its time tell how many, nor can a stranger make it dear.
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
