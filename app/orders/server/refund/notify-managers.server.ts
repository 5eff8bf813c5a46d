import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { t } from '../../../i18n/translate.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { inWordsOf } from '../../../accounts/server/members/member-language.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { readNotified } from '../../../accounts/server/members/read-notified.server.ts';
import type { orders } from '../tables.server.ts';

interface Problem {
  /** While an email with this key is queued, no second one is sent. */
  readonly key: string;
  /** Called in the language of each recipient. */
  readonly says: () => string;
}

export async function notifyManagers(
  tx: Database,
  after: After,
  { mail, settings }: OrderContext,
  order: Pick<typeof orders.$inferSelect, 'number'> | undefined,
  { key, says }: Problem,
): Promise<void> {
  const number = order ? formatOrderNumber(order.number) : undefined;
  for (const { email } of await readNotified(tx, 'manage-orders')) {
    // oxlint-disable-next-line no-await-in-loop -- a handful of managers, one transaction
    const message = await inWordsOf(tx, settings, { email }, () =>
      paymentProblemMail(settings, email, { key: `${key} ${email}`, number, said: says() }),
    );
    mail.send(after, message);
  }
}

/** An email to a manager. The text may quote the payment service. */
export function paymentProblemMail(
  { origin, brandName }: Pick<Settings, 'origin' | 'brandName'>,
  to: string,
  {
    key,
    number,
    said,
  }: { readonly key: string; readonly number: string | undefined; readonly said: string },
): MailMessage {
  const link = `${origin}/team/orders${number ? `/${number}` : ''}`;
  return writeMail({
    kind: 'payment-problem',
    to,
    brandName,
    key,
    subject: number
      ? t('Payment of order {number} needs your attention', { number })
      : t('A payment without an order needs your attention'),
    link,
    body: [said, { button: number ? t('Open the order') : t('Open the orders'), href: link }],
    footer: [t('You received this email as a member of the {brandName} team.', { brandName })],
  });
}
