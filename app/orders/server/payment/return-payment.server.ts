import { t } from '../../../i18n/translate.ts';
import { eq } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import type { OrderContext } from '../order-context.server.ts';
import { lockPayment } from '../refund/book-refund.server.ts';
import { REFUND_KIND } from '../refund/refund-kind-name.ts';
import { payments, refunds } from '../tables.server.ts';
import { book } from './ledger.server.ts';
import { bookNews } from './take-webhook.server.ts';
import { openProvider, providersOf } from './payment-providers.ts';

/**
 * Returns a held payment to its sender. Idempotent. Throws {@link RefusedError}: 403 without the permission,
 * 404, 409 if the payment is not held.
 */
export async function returnPayment(
  appContext: OrderContext,
  trace: Trace,
  member: Member,
  paymentId: string,
): Promise<void> {
  if (!may(member, 'manage-orders'))
    throw new RefusedError(403, t("Your account isn't allowed to do this."));
  await change(appContext, trace, async (tx, after) => {
    const [found] = await tx.select().from(payments).where(eq(payments.id, paymentId));
    if (!found) throw new RefusedError(404, t("This payment isn't available."));
    const { payment, gone } = await lockPayment(tx, found);
    if (payment.state !== 'held') throw new RefusedError(409, t('This payment is no longer held.'));
    const at = appContext.clock.now();
    const { way: paymentMethod, currency, orderId } = payment;
    // Part of the payment may have been refunded at the provider.
    const amount = payment.amount - gone;
    const [refund] = await tx
      .insert(refunds)
      .values({
        orderId,
        paymentId,
        way: paymentMethod,
        amount,
        currency,
        state: 'due',
        memberId: member.id,
        createdAt: at,
      })
      .returning({ id: refunds.id });
    if (!refund) throw new Error('The refund was not inserted');
    await tx.update(payments).set({ state: 'returned' }).where(eq(payments.id, paymentId));
    await book(tx, at, {
      key: `refund ${refund.id}`,
      from: 'held',
      to: `received:${paymentMethod}`,
      amount,
      currency,
      orderId,
    });
    after.deliver(REFUND_KIND, { key: refund.id, lane: paymentMethod, payload: {} });
    after.audit('payment-returned', { subjectId: paymentId, subject: payment.reference });
  });
}

const TRACE = { member: undefined, requestId: 'payments' };

const DAY_MS = 24 * 60 * 60 * 1000;

/** The look-back period covers a provider outage of several days. */
const LOOKS_BACK_MS = 7 * DAY_MS;

/**
 * Polls each provider for refunds, disputes and reversals, because events can be lost or no webhook may be set
 * up.
 */
export async function learnReturns(appContext: OrderContext): Promise<void> {
  const until = appContext.clock.now();
  const since = new Date(until.getTime() - LOOKS_BACK_MS);
  for (const paymentMethod of providersOf(appContext.settings)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one provider after the other
      const provider = await openProvider(appContext.settings, paymentMethod);
      // oxlint-disable-next-line no-await-in-loop -- as above
      for (const news of (await provider?.listReturns(since, until)) ?? []) {
        // oxlint-disable-next-line no-await-in-loop -- each is a change of its own
        await change(appContext, TRACE, (tx, after) =>
          bookNews(tx, after, appContext, paymentMethod, news),
        );
      }
    } catch (error) {
      appContext.log.error({ err: error, paymentMethod }, 'Could not fetch refunds and disputes');
    }
  }
}
