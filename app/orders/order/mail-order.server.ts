import type { After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import type { OrderHost } from '../order-host.server.ts';
import type { orders } from '../tables.server.ts';
import { formatMoney } from '../wire/money.ts';
import { pathOf } from './order-secret.server.ts';
import { sayNumber, type TransitionName } from './transitions.ts';

type MailedOrder = Pick<
  typeof orders.$inferSelect,
  'id' | 'number' | 'buyerEmail' | 'amount' | 'currency'
>;

/** Why a mail about an order is written: a transition, that it began, or that a clock runs out. */
export type MailCause = TransitionName | 'accept' | 'reminder';

interface OrderMail {
  readonly transition: MailCause;
  /** The sentence that says it. */
  readonly said: string;
  readonly why?: string | undefined;
}

const NEXT: Readonly<Partial<Record<MailCause, string>>> = {
  accept: 'Work begins once the order is paid and what we ask for is there.',
  pay: 'If we need something from you to begin, the page of your order asks for it.',
  deliver: 'Look at it, then accept it or request a revision.',
  complete: 'How was it? The page of your order has room for a review; we ask this once.',
  'settle-refund': 'What was decided, and why, stands on the page of your order.',
};

/**
 * Tells the buyer by mail, with the link to the order. It goes to the address that was confirmed when the
 * offer was accepted; the link is not logged: whoever has it has the order.
 */
export async function mailOrder(
  tx: Database,
  after: After,
  { mail, settings }: OrderHost,
  order: MailedOrder,
  about: OrderMail,
): Promise<void> {
  if (order.buyerEmail === null) return;
  const path = await pathOf(tx, order.id);
  mail.send(after, orderMail(settings, order.buyerEmail, order, path, about));
}

/** What such a mail says. */
export function orderMail(
  { origin, brandName }: Pick<OrderHost['settings'], 'origin' | 'brandName'>,
  to: string,
  { number, amount, currency }: Pick<MailedOrder, 'number' | 'amount' | 'currency'>,
  path: string,
  { transition, said, why }: OrderMail,
): MailMessage {
  const name = sayNumber(number);
  return writeMail({
    to,
    brandName,
    subject: `Order ${name}: ${said.replace(/\.$/, '')}`,
    title: `Order ${name}`,
    body: [
      said,
      ...(why && transition === 'deliver' ? [{ by: brandName, quote: why }] : []),
      NEXT[transition] ?? '',
      { button: 'Open your order', href: origin + path },
      {
        hint: `Total: ${formatMoney(amount, currency)}. Keep this link to yourself: it opens the order.`,
      },
    ],
    footer: [`You get this because you ordered from ${brandName} with this address.`],
  });
}
