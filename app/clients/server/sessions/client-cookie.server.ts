import { hashSecret } from '../../../platform/secrets.server.ts';

export const SESSION_DAYS = 90;

// The prefix keeps a sibling subdomain from setting this cookie.
const SECURE_NAME = '__Host-embarka_client';
const PLAIN_NAME = 'embarka_client';

const OWN = /(?:^|;\s*)(?:__Host-)?embarka_client=([\w-]{43})(?:;|$)/;

export function clientCookie(secret: string, isSecure: boolean): string {
  return write(secret, SESSION_DAYS * 24 * 60 * 60, isSecure);
}

export function forgetClientCookie(isSecure: boolean): string {
  return write('', 0, isSecure);
}

function write(value: string, maxAge: number, isSecure: boolean): string {
  const name = isSecure ? SECURE_NAME : PLAIN_NAME;
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  return `${name}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`;
}

export function readClientHash(cookies: string | null | undefined): string | undefined {
  const found = OWN.exec(cookies ?? '')?.[1];
  return found && hashSecret(found);
}
