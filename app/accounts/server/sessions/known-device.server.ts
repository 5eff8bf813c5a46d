import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const COOKIE_SECONDS = 180 * 24 * 60 * 60;
const REMEMBERED = 5;
const NONCE_LENGTH = 11;
const PATTERN = /(?:^|;\s*)(?:__Host-)?embarka_devices=([\w.-]{1,400})(?:;|$)/;

/**
 * Returns the mark of a browser that has signed in to this account before. Known browsers have separate rate
 * limits, so that a distributed guessing attack does not lock the owner out. The mark grants no access.
 */
export function findKnownDevice(
  secret: string,
  cookies: string | null,
  email: string,
): string | undefined {
  return readMarks(cookies).find((mark) => isOf(secret, mark, email));
}

export function isKnownDevice(secret: string, cookies: string | null, email: string): boolean {
  return findKnownDevice(secret, cookies, email) !== undefined;
}

/** Returns the Set-Cookie header that marks this browser as known. The cookie keeps a few other accounts. */
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

/** Each browser gets a different mark, so that a leaked mark exhausts only its own limits. */
function newMark(secret: string, email: string): string {
  return markOf(secret, randomBytes(8).toString('base64url'), email);
}

/** The HMAC can be created only by the server, and does not reveal the address. */
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
