import { t, msg, type Sentence } from '../../i18n/translate.ts';
import type { OrderView, PaymentView } from '../protocol/order-view.ts';
import { FAILURES, type PageFailure } from '../protocol/payment-pages.ts';

export type Returned = 'paid' | 'left' | undefined;

interface Said {
  readonly kind: 'success' | 'error';
  readonly text: Sentence;
}

const LEFT: Sentence = msg(
  'You left the payment page. Nothing was charged. Try again or use another method.',
);

/** The deadline of a payment does not apply while the payment is being processed. */
export function isBeingPaid({ payable, payment }: Pick<OrderView, 'payable' | 'payment'>): boolean {
  return payable !== null && payment?.state === 'in progress';
}

export function describePayment(
  { state, failure, isReturned, isAnswered, isSentBack }: PaymentView,
  returned: Returned,
): Said | undefined {
  switch (state) {
    case 'in progress':
      return {
        kind: 'success',
        text: msg(
          "Your payment is being processed, which can take a few days. You don't need to pay again.",
        ),
      };
    case 'failed':
      return { kind: 'error', text: FAILURES[failure ?? 'declined'] };
    case 'expired':
      return {
        kind: 'error',
        text: msg(
          'The payment page has expired. Nothing was charged. Try again or use another method.',
        ),
      };
    case 'completed':
      return {
        kind: 'error',
        text: isSentBack
          ? msg("We returned a payment that didn't match this order. Pay the amount shown above.")
          : msg(
              "We received a payment that doesn't match this order. Our team is looking into it. Please don't pay again in the meantime.",
            ),
      };
    default:
      if (failure) return { kind: 'error', text: FAILURES[failure] };
      // The buyer may have opened another payment page since.
      if (returned === undefined || !isReturned) return undefined;
      if (returned === 'left') return { kind: 'error', text: LEFT };
      return isAnswered
        ? { kind: 'error', text: LEFT }
        : {
            kind: 'success',
            text: msg(
              "Thank you. We're waiting for the payment service to confirm your payment. You'll see it on this page and get an email. You don't need to pay again.",
            ),
          };
  }
}

/** False while the buyer is told not to pay again: a button to pay would contradict that. */
export function mayPay(payment: PaymentView | null, returned: Returned): boolean {
  if (!payment) return true;
  const { state, failure, isReturned, isAnswered, isSentBack } = payment;
  if (state === 'in progress') return false;
  if (state === 'completed') return isSentBack;
  const isAwaited = state === 'open' && !failure && isReturned && !isAnswered;
  return !(isAwaited && returned === 'paid');
}

const TEAM_FAILURES: Readonly<Record<PageFailure, Sentence>> = {
  declined: msg('The bank declined the last payment by {way}. The buyer can try again.'),
  'not confirmed': msg(
    "The buyer’s bank couldn't confirm the last payment by {way}. The buyer can try again.",
  ),
  refused: msg(
    "The payment service didn't accept the last payment by {way}. The buyer can try again.",
  ),
};

export function PaymentState({ order }: { readonly order: OrderView }) {
  const { payable, payment } = order;
  if (!payable || !payment) return null;
  const sentence = forTeam(payment);
  if (!sentence) return null;
  const filled = t(sentence, { way: payment.label });
  return <p className="mt-5 rounded-card bg-surface p-4 ring-1 ring-line">{filled}</p>;
}

export function forTeam({
  state,
  failure,
  isReturned,
  isAnswered,
  isSentBack,
}: PaymentView): Sentence | undefined {
  if (failure) return TEAM_FAILURES[failure];
  switch (state) {
    case 'in progress':
      return msg('A payment by {way} is being processed. Banks can take a few days.');
    case 'failed':
      return TEAM_FAILURES.declined;
    case 'expired':
      return msg('The last payment page ({way}) has expired. The buyer can open a new one.');
    case 'open':
      return isReturned && !isAnswered
        ? msg(
            "The buyer has returned from the payment page ({way}). The payment service hasn't confirmed the payment yet.",
          )
        : msg("The buyer has opened a payment page ({way}) but hasn't paid yet.");
    case 'completed':
      return isSentBack
        ? msg(
            "A payment by {way} that didn't match this order was returned. The buyer can pay again.",
          )
        : msg(
            "A payment by {way} doesn't match this order. Decide what to do with it under “Payment held” in the list of orders.",
          );
    default:
      return undefined;
  }
}
