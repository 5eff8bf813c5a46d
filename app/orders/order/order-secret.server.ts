import { createHmac } from 'node:crypto';
import type { Database } from '../../platform/db/database.server.ts';
import { hashSecret } from '../../platform/link-secret.server.ts';
import { readOrCreateSecret } from '../../platform/secrets.server.ts';

/**
 * The secret of an order's address: made of its id and a secret of the installation, so that each mail
 * can name it although the table of orders keeps a hash alone.
 */
export async function secretOf(db: Database, orderId: string): Promise<string> {
  const key = await readOrCreateSecret(db, 'order-addresses');
  return createHmac('sha256', key).update(orderId).digest('base64url');
}

export async function hashOf(db: Database, orderId: string): Promise<string> {
  return hashSecret(await secretOf(db, orderId));
}

/** Where a buyer finds the order; whoever knows it has the order. */
export async function pathOf(db: Database, orderId: string): Promise<string> {
  return `/order/${await secretOf(db, orderId)}`;
}

/** What such a secret looks like, so that no other text reaches the database. */
export const ORDER_SECRET = /^[\w-]{43}$/;
