import { randomUUID } from 'node:crypto';
import { isUuid } from '../../../platform/fields.ts';

const WEEK_SECONDS = 7 * 24 * 60 * 60;

const nameOf = (serviceId: string) => `embarka_order_${serviceId.replaceAll('-', '')}`;

/**
 * Reads the idempotency key of a service's order form in this browser. All tabs share the cookie, so they place one
 * order, also without JavaScript (rule 250).
 */
export function readFormKey(cookies: string | null, serviceId: string): string | undefined {
  const [, key = ''] =
    new RegExp(`(?:^|;\\s*)${nameOf(serviceId)}=([\\w-]+)`).exec(cookies ?? '') ?? [];
  return isUuid(key) ? key : undefined;
}

export function newFormKey(serviceId: string, isSecure: boolean) {
  const key = randomUUID();
  return { key, setCookie: cookieOf(serviceId, key, WEEK_SECONDS, isSecure) };
}

/** The next form gets another key, so that a second order on purpose works. */
export function endFormKey(serviceId: string, isSecure: boolean): string {
  return cookieOf(serviceId, '', 0, isSecure);
}

function cookieOf(serviceId: string, key: string, seconds: number, isSecure: boolean): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
  return `${nameOf(serviceId)}=${key}; ${attributes}${isSecure ? '; Secure' : ''}`;
}
