import { eq } from 'drizzle-orm';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { homeAddress } from '../../../platform/home-address.ts';
import { t, type Sentence, msg } from '../../../i18n/translate.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { writeMail, type MailPart } from '../../../platform/email/write-mail.server.ts';
import type { Currency } from '../../../platform/currencies.ts';
import type { OrderContext } from '../order-context.server.ts';
import { offers, orders } from '../tables.server.ts';
import { formatDueForBuyer, type OrderDue } from '../../protocol/due.ts';
import { describeTaxes } from '../../protocol/describe-taxes.ts';
import { formatMoney } from '../../protocol/money.ts';
import {
  amountOfLine,
  formatCoupon,
  formatFileList,
  formatOfferLine,
  type OfferCoupon,
  type OfferLine,
} from '../../protocol/offer.ts';
import { readReviewable } from '../review/read-reviewable.server.ts';
import { footerForBuyer, mailBuyer } from './reach-buyer.server.ts';
import { methodsOf } from '../payment/payment-choices.server.ts';
import { pathOf } from '../access.server.ts';
import { formatOrderNumber, type EventName, type FirstEvent } from '../../protocol/transitions.ts';

type MailedOrder = Pick<
  typeof orders.$inferSelect,
  'id' | 'number' | 'buyerEmail' | 'companyId' | 'amount' | 'currency' | 'conversationId'
>;

/** The cause of an email about an order: an event, the acceptance of the offer, a deadline or comments on a delivery. */
export type MailCause = EventName | FirstEvent | 'reminder' | 'comment';

interface OrderMail {
  readonly transition: MailCause;
  readonly said: string;
  readonly why?: string | undefined;
  readonly next?: string;
  readonly due?: OrderDue | null;
  /** The names of attached files, which can be opened only on the order's page. */
  readonly files?: readonly string[];
  readonly ordered?: Ordered | undefined;
  /** The lines for a bank transfer. Missing unless the order awaits a payment that needs its number as the reference. */
  readonly bankDetails?: string | undefined;
}

/** The lines of the order, for the emails that confirm the order or its payment. */
interface Ordered {
  readonly lines: readonly OfferLine[];
  readonly coupon: OfferCoupon | null;
}

/** The texts are functions, because the buyer's language is known only when the email is written. */
interface AboutOrder extends Omit<
  OrderMail,
  'said' | 'next' | 'files' | 'ordered' | 'bankDetails'
> {
  readonly said: () => string;
  readonly files?: () => readonly string[];
}

const NEXT: Readonly<Partial<Record<MailCause, Sentence>>> = {
  accept: msg('Work starts once the order is paid and we have everything we asked for.'),
  place: msg('Work starts once the order is paid and we have everything we asked for.'),
  pay: msg("If we need anything from you to start, you'll find it on your order's page."),
  deliver: msg('Check the work, then accept it or request a revision.'),
  'settle-refund': msg("You'll find the decision and the reason on your order's page."),
};

const CONFIRMING: readonly MailCause[] = ['accept', 'place', 'pay'];

const ASK_FOR_REVIEW: Sentence = msg(
  "How did it go? You can leave a review on your order's page. We ask only once.",
);

/**
 * Emails the buyer at the address that was verified on acceptance. The link contains the order's secret, so it
 * is never logged.
 */
export async function mailOrder(
  tx: Database,
  after: After,
  appContext: OrderContext,
  order: MailedOrder,
  { said, files, ...about }: AboutOrder,
): Promise<void> {
  const { settings, catalogue } = appContext;
  const path = await pathOf(tx, order.id);
  const next = await nextFor(tx, catalogue, order.id, about.transition);
  const ordered = CONFIRMING.includes(about.transition)
    ? await readOrdered(tx, order.id)
    : undefined;
  await mailBuyer(tx, after, appContext, order, (to) =>
    orderMail(settings, to, order, path, {
      ...about,
      ordered,
      bankDetails: asksForPayment(settings, order, about.transition)
        ? settings.bankDetails
        : undefined,
      said: said(),
      next: next === '' ? '' : t(next),
      files: files?.() ?? [],
    }),
  );
}

/** A payment service needs no reference. */
function asksForPayment(
  settings: OrderContext['settings'],
  { amount }: MailedOrder,
  cause: MailCause,
): boolean {
  const isByHand = settings.bankDetails !== '' || methodsOf(settings).includes('link');
  return isByHand && amount > 0 && (cause === 'accept' || cause === 'place');
}

async function readOrdered(tx: Database, orderId: string): Promise<Ordered | undefined> {
  const [offer] = await tx
    .select({ lines: offers.lines, code: offers.couponCode, discount: offers.discountAmount })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .where(eq(orders.id, orderId));
  if (!offer) return undefined;
  const { lines, code, discount } = offer;
  return { lines, coupon: code === null ? null : { code, discount } };
}

/** Asks for a review once, and only for services that have a page where the review can appear. */
async function nextFor(
  tx: Database,
  catalogue: OrderContext['catalogue'],
  orderId: string,
  cause: MailCause,
): Promise<Sentence | ''> {
  if (cause !== 'complete') return NEXT[cause] ?? '';
  return (await readReviewable(tx, catalogue, orderId)).length > 0 ? ASK_FOR_REVIEW : '';
}

export function orderMail(
  sender: Pick<Settings, 'origin' | 'brandName'> & Partial<Pick<Settings, 'languages'>>,
  to: string,
  { number, amount, currency }: Pick<MailedOrder, 'number' | 'amount' | 'currency'>,
  path: string,
  { transition, said, why, due = null, next = '', files = [], ordered, bankDetails }: OrderMail,
): MailMessage {
  const { brandName } = sender;
  const name = formatOrderNumber(number);
  const total = formatMoney(amount, currency);
  return writeMail({
    kind: 'order',
    to,
    brandName,
    subject: t('Order {number}: {said}', { number: name, said: said.replace(/\.$/, '') }),
    title: t('Order {number}', { number: name }),
    body: [
      said,
      ...(why && (transition === 'deliver' || transition === 'comment')
        ? [{ by: brandName, quote: why }]
        : []),
      ...(due ? [formatDueForBuyer(due)] : []),
      ...formatFileList(files),
      ...(ordered ? [{ rows: rowsOf(ordered, currency, total) }] : []),
      next,
      ...describeTransfer(bankDetails, name),
      { button: t('Open your order'), href: homeAddress(sender) + path },
      {
        hint: ordered
          ? t('Keep this link to yourself: it opens the order.')
          : t('Total: {total}. Keep this link to yourself: it opens the order.', { total }),
      },
    ],
    footer: footerForBuyer(brandName),
  });
}

/** Says how to pay by bank transfer, or only the reference if the shop takes none. */
export function describeTransfer(bankDetails: string | undefined, reference: string): MailPart[] {
  if (bankDetails === undefined) return [];
  return bankDetails === ''
    ? [t('Payment reference: {reference}', { reference })]
    : [
        {
          by: t('Bank transfer with the reference {reference}', { reference }),
          quote: bankDetails,
        },
      ];
}

function rowsOf({ lines, coupon }: Ordered, currency: Currency, total: string) {
  const row = (name: string, amount: number) => [name, formatMoney(amount, currency)] as const;
  return [
    ...lines.map((line) => row(formatOfferLine(line), amountOfLine(line))),
    ...(coupon ? [row(formatCoupon(coupon), -coupon.discount)] : []),
    ...describeTaxes(lines).map(({ label, amount }) => row(label, amount)),
    [t('Total'), total] as const,
  ];
}
