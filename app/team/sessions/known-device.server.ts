import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const COOKIE_SECONDS = 180 * 24 * 60 * 60;
const REMEMBERED = 5;
const NONCE_LENGTH = 11;
const PATTERN = /(?:^|;\s*)(?:__Host-)?embarka_devices=([\w.-]{1,400})(?:;|$)/;

/**
 * What this browser is known by for this account, when somebody has signed in to it with this
 * browser before; undefined otherwise. Such a browser has limits of its own, so that a stranger
 * who guesses from a thousand addresses slows down themselves and not the owner. It opens nothing
 * by itself.
 */
export function findKnownDevice(
  secret: string,
  cookies: string | null,
  email: string,
): string | undefined {
  return readMarks(cookies).find((mark) => isOf(secret, mark, email));
}

/** Whether somebody has signed in to this account with this browser before. */
export function isKnownDevice(secret: string, cookies: string | null, email: string): boolean {
  return findKnownDevice(secret, cookies, email) !== undefined;
}

/** The Set-Cookie header that makes this browser known for this account, among a few others. */
export function rememberDevice(
  secret: string,
  isSecure: boolean,
  cookies: string | null,
  email: string,
): string {
  const others = readMarks(cookies).filter((mark) => !isOf(secret, mark, email));
  const own = findKnownDevice(secret, cookies, email) ?? newMark(secret, email);
  const marks = [own, ...others].slice(0, REMEMBERED);
  const name = isSecure ? '__Host-embarka_devices' : 'embarka_devices';
  const attributes = `Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return `${name}=${marks.join('.')}; ${attributes}`;
}

/** Another for each browser: whoever has one of them uses up the limits of that one alone. */
function newMark(secret: string, email: string): string {
  return markOf(secret, randomBytes(8).toString('base64url'), email);
}

/** Only the server can make it, and it does not tell the address. */
function markOf(secret: string, nonce: string, email: string): string {
  const proof = createHmac('sha256', secret).update(`device ${nonce} ${email}`).digest('base64url');
  return nonce + proof;
}

function isOf(secret: string, mark: string, email: string): boolean {
  const wanted = Buffer.from(markOf(secret, mark.slice(0, NONCE_LENGTH), email));
  const found = Buffer.from(mark);
  return found.length === wanted.length && timingSafeEqual(found, wanted);
}

function readMarks(cookies: string | null): string[] {
  return (
    PATTERN.exec(cookies ?? '')?.[1]
      ?.split('.')
      .slice(0, REMEMBERED) ?? []
  );
}
