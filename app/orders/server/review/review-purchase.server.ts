import { RefusedError } from '../../../platform/errors.ts';
import { postPurchaseReview } from '../../../reviews/server/post-purchase-review.server.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import { findOfferedService } from '../../service-source.ts';
import { reviewIdOf } from './review-id.server.ts';

export interface PurchaseReview {
  readonly path: string;
  readonly name: string;
  readonly rating: number;
  readonly text: string;
}

/**
 * Posts the buyer's review of a service, once per service of a completed order (rule 223). Throws {@link
 * RefusedError}: 404, 400 with the field, 409 if the order is not completed or the review exists.
 */
export async function reviewPurchase(
  host: OrderHost,
  secret: string,
  { path, ...draft }: PurchaseReview,
): Promise<void> {
  await asBuyer(host, secret, async ({ tx, after, order }) => {
    if (order.state !== 'completed' || order.buyerEmail === null) {
      throw new RefusedError(409, 'An order can be reviewed once it is completed.');
    }
    const { lines } = await readOffer(tx, order.offerId);
    const isOrdered = lines.some((line) => line.path === path);
    const [, , section = '', slug = ''] = path.split('/');
    if (!isOrdered || !findOfferedService(host.catalogue, path)) {
      throw new RefusedError(404, 'This service is not part of the order.');
    }
    const posted = await postPurchaseReview(
      tx,
      after,
      host,
      { section, slug },
      { ...draft, email: order.buyerEmail },
      reviewIdOf(order.id, path),
    );
    if (!posted.isNew) throw new RefusedError(409, 'You have reviewed this service already.');
  });
}
