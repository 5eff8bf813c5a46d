import { readSecretCookie, writeSecretCookie } from '../../../platform/secret-cookie.ts';
import { hashSecret, isSecret } from '../../../platform/secrets.server.ts';

export const SESSION_DAYS = 90;

const NAME = 'embarka_client';

/** `origin` is the shop's, as in all functions here. */
export function clientCookie(origin: string, secret: string): string {
  return writeSecretCookie(origin, NAME, secret, SESSION_DAYS * 24 * 60 * 60);
}

export function forgetClientCookie(origin: string): string {
  return writeSecretCookie(origin, NAME, '', 0);
}

export function readClientHash(
  origin: string,
  cookies: string | null | undefined,
): string | undefined {
  const secret = readSecretCookie(origin, cookies, NAME);
  return isSecret(secret) ? hashSecret(secret) : undefined;
}
