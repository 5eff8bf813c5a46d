import { t } from '../../../i18n/translate.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { postPurchaseReview } from '../../../reviews/server/post-review.server.ts';
import { readOffer } from '../offer/read-offer.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import type { BuyerKey } from '../access.server.ts';
import { findOfferedService } from '../../service-source.ts';
import { isReviewable, reviewIdOf } from './read-reviewable.server.ts';

export interface PurchaseReview {
  readonly path: string;
  readonly name: string;
  readonly rating: number;
  readonly text: string;
}

/**
 * Posts the buyer's review of a service, once per service of a completed order (rule 223). Throws {@link
 * RefusedError}: 404, 400 with the field, 409 if the order is not completed, is no purchase, or the review exists.
 */
export async function reviewPurchase(
  appContext: OrderContext,
  key: BuyerKey,
  { path, ...reviewDraft }: PurchaseReview,
): Promise<void> {
  await asBuyer(appContext, key, async ({ tx, after, order }) => {
    const { lines, source } = await readOffer(tx, order.offerId);
    const purchase = { ...order, source };
    if (!isReviewable(purchase)) {
      throw new RefusedError(
        409,
        order.state === 'completed'
          ? t("This order isn't a purchase of its own, so it can't be reviewed.")
          : t('You can review an order once it is completed.'),
      );
    }
    const isOrdered = lines.some((line) => line.path === path);
    const [, , section = '', slug = ''] = path.split('/');
    if (!isOrdered || !findOfferedService(appContext.catalogue, path)) {
      throw new RefusedError(404, t("This service isn't part of the order."));
    }
    const posted = await postPurchaseReview(
      tx,
      after,
      appContext,
      { section, slug },
      { ...reviewDraft, email: purchase.buyerEmail },
      reviewIdOf(order.id, path),
    );
    if (!posted.isNew) throw new RefusedError(409, t("You've already reviewed this service."));
  });
}
