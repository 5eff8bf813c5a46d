import { createHmac, timingSafeEqual } from 'node:crypto';

const COOKIE_SECONDS = 180 * 24 * 60 * 60;
const REMEMBERED = 5;
const PATTERN = /(?:^|;\s*)(?:__Host-)?embarka_devices=([\w.-]{1,400})(?:;|$)/;

/**
 * Whether somebody has signed in to this account with this browser before. Such a browser is
 * spared the limit that all the others share, so that a stranger who guesses from a thousand
 * addresses slows down themselves and not the owner. It opens nothing by itself.
 */
export function isKnownDevice(secret: string, cookies: string | null, email: string): boolean {
  const wanted = Buffer.from(mark(secret, email));
  return readMarks(cookies).some((text) => {
    const found = Buffer.from(text);
    return found.length === wanted.length && timingSafeEqual(found, wanted);
  });
}

/** The Set-Cookie header that makes this browser known for this account, among a few others. */
export function rememberDevice(
  secret: string,
  isSecure: boolean,
  cookies: string | null,
  email: string,
): string {
  const own = mark(secret, email);
  const marks = [own, ...readMarks(cookies).filter((other) => other !== own)].slice(0, REMEMBERED);
  const name = isSecure ? '__Host-embarka_devices' : 'embarka_devices';
  const attributes = `Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return `${name}=${marks.join('.')}; ${attributes}`;
}

/** Only the server can make it, and it does not tell the address. */
function mark(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`device ${email}`).digest('base64url');
}

function readMarks(cookies: string | null): string[] {
  return PATTERN.exec(cookies ?? '')?.[1]?.split('.') ?? [];
}
