import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { writeMail } from '../../../platform/email/write-mail.ts';
import { homeAddress } from '../../../platform/home-address.ts';
import { t } from '../../../i18n/translate.ts';
import type { OrderContext } from '../order-context.server.ts';
import { recipientOf } from '../order/recipient-of.server.ts';
import { speechOfBuyer } from '../order/buyer-speech.server.ts';
import { formatSubscriptionNumber } from '../../protocol/subscription-transitions.ts';
import { pathOfSubscription } from './subscription-access.server.ts';
import type { subscriptions } from './tables.server.ts';

type MailedSubscription = Pick<
  typeof subscriptions.$inferSelect,
  'id' | 'number' | 'buyerEmail' | 'companyId' | 'conversationId' | 'terms'
>;

/** The link contains the subscription's secret, so it is never logged. */
export async function mailSubscription(
  tx: Database,
  after: After,
  { mail, settings }: OrderContext,
  subscription: MailedSubscription,
  says: () => string,
): Promise<void> {
  const { id, number, conversationId, terms } = subscription;
  const to = await recipientOf(tx, subscription);
  if (to === null) return;
  const path = await pathOfSubscription(tx, id);
  const inBuyersWords = await speechOfBuyer(tx, settings, conversationId);
  const { brandName } = settings;
  const message = inBuyersWords(() => {
    const said = says();
    const name = formatSubscriptionNumber(number);
    return writeMail({
      to,
      brandName,
      subject: t('Subscription {number}: {said}', {
        number: name,
        said: said.replace(/\.(?:\s[^]*)?$/, ''),
      }),
      title: t('Subscription {number}', { number: name }),
      body: [
        terms.service.title,
        said,
        { button: t('Open your subscription'), href: homeAddress(settings) + path },
        { hint: t('Keep this link to yourself: it opens the subscription.') },
      ],
      footer: [
        t('You received this email because you ordered from {brandName} with this address.', {
          brandName,
        }),
      ],
    });
  });
  mail.send(after, message);
}
