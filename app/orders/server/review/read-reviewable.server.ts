import { eq } from 'drizzle-orm';
import type { Catalogue } from '../../../shop/catalogue.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { readPostedReviews } from '../../../reviews/server/post-review.server.ts';
import { offers, orders } from '../tables.server.ts';
import { findOfferedService } from '../../service-source.ts';
import { hash } from 'node:crypto';

export interface Reviewable {
  readonly path: string;
  readonly title: string;
}

interface Purchase extends Pick<typeof orders.$inferSelect, 'state' | 'buyerEmail' | 'isTest'> {
  readonly source: typeof offers.$inferSelect.source;
}

/** The period is the purchase, and not each of its requests. A test order is no sale. */
export function isReviewable<T extends Purchase>(
  order: T,
): order is T & { readonly buyerEmail: string } {
  const { state, buyerEmail, source, isTest } = order;
  return state === 'completed' && buyerEmail !== null && source !== 'request' && !isTest;
}

export async function readReviewable(
  db: Database,
  catalogue: Catalogue,
  orderId: string,
): Promise<Reviewable[]> {
  const [row] = await db
    .select({
      state: orders.state,
      buyerEmail: orders.buyerEmail,
      lines: offers.lines,
      source: offers.source,
      isTest: orders.isTest,
    })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .where(eq(orders.id, orderId));
  if (!row || !isReviewable(row)) return [];
  const paths = [...new Set(row.lines.flatMap(({ path }) => path ?? []))];
  const found = paths.flatMap((path) => {
    const service = findOfferedService(catalogue, path);
    // The title is current, but the path is that of the order, even if the service has moved.
    return service ? { path, title: service.title } : [];
  });
  const posted = await readPostedReviews(
    db,
    found.map(({ path }) => reviewIdOf(orderId, path)),
  );
  return found.filter(({ path }) => !posted.has(reviewIdOf(orderId, path)));
}

/** Derives a review's id from order and service, so that a service of an order can be reviewed only once. */
export function reviewIdOf(orderId: string, path: string): string {
  const hex = hash('sha256', `${orderId} ${path}`);
  // Formats the hash as a UUID of version 8, which is reserved for custom schemes.
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `${a}-${b}-${c}-${d}-${e}`;
}
