import { sayAny, type Sentence } from '../../platform/say.ts';
import type { OrderView, PaymentView } from '../protocol/order-view.ts';
import { FAILURES } from '../protocol/failures.ts';
import type { PageFailure } from '../protocol/page-states.ts';
import { WAY_NAMES } from '../protocol/ways.ts';

export type Returned = 'paid' | 'left' | undefined;

interface Said {
  readonly kind: 'success' | 'error';
  readonly text: Sentence;
}

const LEFT: Sentence =
  'You left the payment page. Nothing was charged. Try again or use another method.';

export function sayPayment(
  { state, failure, isReturned, isAnswered }: PaymentView,
  returned: Returned,
): Said | undefined {
  switch (state) {
    case 'in progress':
      return {
        kind: 'success',
        text: 'Your payment is being processed, which can take a few days. You do not need to pay again.',
      };
    case 'failed':
      return { kind: 'error', text: FAILURES[failure ?? 'declined'] };
    case 'expired':
      return {
        kind: 'error',
        text: 'The payment page has expired. Nothing was charged. Try again or use another method.',
      };
    case 'completed':
      return {
        kind: 'success',
        text: 'We received a payment that does not match this order. Our team is looking into it.',
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
            text: 'Thank you. As soon as the payment service has confirmed it, this page says so, and a mail as well. You do not need to pay again.',
          };
  }
}

const TEAM_FAILURES: Readonly<Record<PageFailure, Sentence>> = {
  declined: 'The bank declined the last payment by {way}. The buyer can try again.',
  'not confirmed':
    'The buyer’s bank could not confirm the last payment by {way}. The buyer can try again.',
  refused: 'The payment service did not accept the last payment by {way}. The buyer can try again.',
};

export function PaymentState({ order }: { readonly order: OrderView }) {
  const { payment } = order;
  if (order.state !== 'awaiting payment' || !payment) return null;
  const sentence = forTeam(payment);
  if (!sentence) return null;
  const filled = sayAny(sentence).replace('{way}', sayAny(WAY_NAMES[payment.way]));
  return <p className="mt-5 rounded-card bg-surface p-4 ring-1 ring-line">{filled}</p>;
}

function forTeam({ state, failure }: PaymentView): Sentence | undefined {
  if (failure) return TEAM_FAILURES[failure];
  switch (state) {
    case 'in progress':
      return 'A payment by {way} is being processed. Banks can take a few days.';
    case 'failed':
      return TEAM_FAILURES.declined;
    case 'expired':
      return 'The last payment page by {way} has expired. The buyer can open another one.';
    case 'open':
      return 'The buyer has opened a payment page by {way} and has not paid yet.';
    default:
      return undefined;
  }
}
