import { hash, timingSafeEqual } from 'node:crypto';
import type { Settings } from '../../platform/settings.server.ts';

/**
 * Whether an Authorization header shows the secret of the mail provider: as a bearer, or as the password
 * of whatever user, which is what an address such as https://mail:secret@shop.example becomes.
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

/** In a time that says nothing of how much of it is right. */
function isSame(one: string, other: string): boolean {
  const hashOf = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(hashOf(one), hashOf(other));
}
