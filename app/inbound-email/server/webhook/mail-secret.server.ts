import { hash, timingSafeEqual } from 'node:crypto';
import type { Settings } from '../../../platform/settings.server.ts';

/**
 * Returns true if the Authorization header contains the provider's secret: as a bearer token, or as the
 * password of any user, as in https://mail:secret@shop.example.
 */
export function showsMailSecret(
  { mailIn }: Pick<Settings, 'mailIn'>,
  authorization: string | null | undefined,
): boolean {
  const secret = mailIn?.webhookSecret;
  const shown = secretIn(authorization ?? '');
  return secret !== undefined && shown !== undefined && isSame(secret, shown);
}

function secretIn(authorization: string): string | undefined {
  const [, scheme = '', value = ''] =
    /^(bearer|basic) +([\w.~+/=-]{1,1000})$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const login = Buffer.from(value, 'base64').toString('utf8');
  const at = login.indexOf(':');
  return at < 0 ? undefined : login.slice(at + 1);
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const hashOf = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(hashOf(one), hashOf(other));
}
