import { randomUUID } from 'node:crypto';
import { inArray, or } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { isUuid } from '../../../platform/fields.ts';
import { readCookie } from '../../../platform/read-cookie.ts';
import { orders } from '../tables.server.ts';

const WEEK_SECONDS = 7 * 24 * 60 * 60;

const nameOf = (serviceId: string) => `embarka_order_${serviceId.replaceAll('-', '')}`;

/**
 * Reads the idempotency key of a service's order form in this browser. All tabs share the cookie, so they place one
 * order, also without JavaScript (rule 250).
 */
export function readFormKey(cookies: string | null, serviceId: string): string | undefined {
  const key = readCookie(cookies, nameOf(serviceId));
  return isUuid(key) ? key : undefined;
}

/** Browsers send the cookie only with the requests of this form, so that many forms do not fill the header. */
export function newFormKey(serviceId: string, formPath: string, isSecure: boolean) {
  const key = randomUUID();
  // The router asks for the data at '…/order.data', so the path ends before its last part.
  const path = formPath.slice(0, formPath.lastIndexOf('/'));
  const attributes = `Path=${path}; Max-Age=${WEEK_SECONDS}; HttpOnly; SameSite=Lax`;
  const setCookie = `${nameOf(serviceId)}=${key}; ${attributes}${isSecure ? '; Secure' : ''}`;
  return { key, setCookie };
}

/**
 * A form that is opened after its order was placed gets another key, so that a second order on purpose works. The
 * cookie stays until then: another tab, opened at the same moment with a key of its own, must find the order.
 */
export async function isUsed(db: Database, key: string): Promise<boolean> {
  return (await db.$count(orders, isPlacedWith([key]))) > 0;
}

export function isPlacedWith(keys: readonly string[]) {
  return or(inArray(orders.formKey, keys), inArray(orders.sentFormKey, keys));
}
