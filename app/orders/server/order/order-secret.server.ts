import { createHmac } from 'node:crypto';
import type { Database } from '../../../platform/db/database.server.ts';
import { hashSecret } from '../../../platform/link-secret.server.ts';
import { readOrCreateSecret } from '../../../platform/secrets.server.ts';

/**
 * Derives the secret of an order's URL from its id and a secret of the installation. Every email can therefore
 * contain the link, although the database stores only a hash.
 */
export async function secretOf(db: Database, orderId: string): Promise<string> {
  const key = await readOrCreateSecret(db, 'order-addresses');
  return createHmac('sha256', key).update(orderId).digest('base64url');
}

export async function hashOf(db: Database, orderId: string): Promise<string> {
  return hashSecret(await secretOf(db, orderId));
}

/** The path grants full access to the order as its buyer. */
export async function pathOf(db: Database, orderId: string): Promise<string> {
  return `/order/${await secretOf(db, orderId)}`;
}

/** The format of a secret. Other input is rejected before it reaches the database. */
export const ORDER_SECRET = /^[\w-]{43}$/;
