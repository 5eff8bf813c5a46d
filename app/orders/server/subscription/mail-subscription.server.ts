import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import { homeAddress } from '../../../platform/home-address.ts';
import { t } from '../../../i18n/translate.ts';
import type { OrderContext } from '../order-context.server.ts';
import { inThreadOf } from '../order/mail-order.server.ts';
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
  { mail, settings, clock }: OrderContext,
  subscription: MailedSubscription,
  says: () => string,
): Promise<void> {
  const { id, conversationId } = subscription;
  const to = await recipientOf(tx, subscription);
  if (to === null) return;
  const path = await pathOfSubscription(tx, id);
  const inBuyersWords = await speechOfBuyer(tx, settings, conversationId);
  const message = inBuyersWords(() => subscriptionMail(settings, to, subscription, path, says()));
  mail.send(after, {
    ...message,
    ...(await inThreadOf(tx, clock, settings, conversationId, message)),
  });
}

export function subscriptionMail(
  sender: Parameters<typeof homeAddress>[0] & Pick<OrderContext['settings'], 'brandName'>,
  to: string,
  {
    number,
    terms,
  }: Pick<MailedSubscription, 'number'> & {
    readonly terms: { readonly service: { readonly title: string } };
  },
  path: string,
  said: string,
): MailMessage {
  const { brandName } = sender;
  const name = formatSubscriptionNumber(number);
  return writeMail({
    kind: 'subscription',
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
      { button: t('Open your subscription'), href: homeAddress(sender) + path },
      { hint: t('Keep this link to yourself: it opens the subscription.') },
    ],
    footer: [
      t('You received this email because you ordered from {brandName} with this address.', {
        brandName,
      }),
    ],
  });
}
