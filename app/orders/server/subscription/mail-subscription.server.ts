import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import { homeAddress } from '../../../platform/home-address.ts';
import { t } from '../../../i18n/translate.ts';
import type { OrderContext } from '../order-context.server.ts';
import { footerForBuyer, mailBuyer } from '../order/reach-buyer.server.ts';
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
  appContext: OrderContext,
  subscription: MailedSubscription,
  says: () => string,
): Promise<void> {
  const path = await pathOfSubscription(tx, subscription.id);
  await mailBuyer(tx, after, appContext, subscription, (to) =>
    subscriptionMail(appContext.settings, to, subscription, path, says()),
  );
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
    footer: footerForBuyer(brandName),
  });
}
