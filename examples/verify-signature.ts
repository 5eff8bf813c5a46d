import { createHmac, timingSafeEqual } from 'node:crypto';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Verifies a webhook's signature. `body` is the raw request body, before parsing. */
export function isGenuine(headers: Headers, body: string, secret: string): boolean {
  const id = String(headers['webhook-id']);
  const seconds = String(headers['webhook-timestamp']);
  // An old request may be a replay.
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) < 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest();
  const signatures = String(headers['webhook-signature']).split(' ');
  return signatures.some((entry) => {
    const [version, signature = ''] = entry.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
