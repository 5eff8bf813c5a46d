import { say } from '../../platform/say.ts';
import type { FileView } from '../../conversation/wire/files.ts';
import type { RefundGround } from '../refund/grounds.ts';
import type { RefundSource, RefundState } from '../refund/refund-states.ts';
import type { PageFailure, PageState } from '../payment/page-states.ts';
import type { Way } from '../payment/ways.ts';
import type { OrderDue } from '../wire/due.ts';
import type { Currency } from '../../platform/currencies.ts';
import type { OfferLine } from '../wire/offer.ts';
import type { ActorKind, OrderEvent, OrderState, TransitionName } from './transitions.ts';

/** An order as its buyer and the team see it. No address: whoever was shown the page reads along. */
export interface OrderView {
  /** 'E-1001'. */
  readonly number: string;
  readonly state: OrderState;
  /** What whoever looks can do with it, from the table of transitions. */
  readonly may: readonly TransitionName[];
  readonly lines: readonly OfferLine[];
  readonly note: string | null;
  readonly currency: Currency;
  readonly amount: number;
  readonly creditAmount: number;
  readonly refundedAmount: number;
  /** Of what was refunded, what has not arrived yet. */
  readonly pendingRefund: number;
  readonly isPaid: boolean;
  readonly deliveryDays: number;
  readonly revisions: number;
  readonly revisionsUsed: number;
  readonly questions: readonly string[];
  readonly brief: readonly string[] | null;
  readonly briefFiles: readonly FileView[];
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly paidBy: Way | 'credit' | null;
  readonly completedAt: string | null;
  /** The last day of what runs now, by the shop's clocks; null where nothing does. */
  readonly due: OrderDue | null;
  readonly deliveries: readonly DeliveryView[];
  readonly refund: RefundView | null;
  /** What has become of the newest attempt to pay; null where there was none. */
  readonly payment: PaymentView | null;
  /** Money that has gone back or is about to, the oldest first. */
  readonly refunds: readonly MoneyBackView[];
  readonly disputes: readonly DisputeView[];
  readonly events: readonly EventView[];
}

export interface DeliveryView {
  readonly message: string;
  readonly files: readonly FileView[];
  readonly at: string;
  readonly wasLate: boolean;
}

/** The newest request. */
export interface RefundView {
  readonly ground: RefundGround;
  readonly explanation: string | null;
  readonly askedAt: string;
  readonly outcome: 'refused' | 'part' | 'full' | null;
  readonly reply: string | null;
  /** What shows it, of this request and of those before it. */
  readonly files: readonly FileView[];
  readonly earlierFiles: readonly FileView[];
}

export interface PaymentView {
  readonly way: Way;
  readonly state: PageState;
  readonly failure: PageFailure | null;
  /** Whether the buyer has come back from its page. */
  readonly isReturned: boolean;
  /** Whether the payment service has answered since the buyer came back from its page. */
  readonly isAnswered: boolean;
}

export interface MoneyBackView {
  readonly id: string;
  readonly amount: number;
  readonly way: Way | 'credit';
  readonly state: RefundState;
  readonly source: RefundSource;
  /** What the payment service said of it; for the team alone. */
  readonly problem: string | null;
  readonly at: string;
}

export interface DisputeView {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: 'open' | 'won' | 'lost';
}

export interface EventView {
  readonly number: number;
  readonly event: OrderEvent;
  readonly at: string;
  readonly actor: ActorKind;
  /** The name of whoever of the team it was. */
  readonly by: string | null;
  readonly why: string | null;
}

/** One line of a list of orders. */
export interface OrderRowView {
  readonly number: string;
  readonly state: OrderState;
  readonly title: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly createdAt: string;
  readonly due: OrderDue | null;
  /** Money of it has been sent back and has not arrived yet. */
  readonly isRefundPending: boolean;
}

/** The same beside a conversation, where the state is said as it is. */
export interface OwnOrderView extends Omit<OrderRowView, 'state' | 'isRefundPending'> {
  readonly state: OrderState | 'refund in progress';
}

/** How a list calls what is ordered. */
export function titleOf(lines: readonly OfferLine[]): string {
  const [first] = lines;
  const more = lines.length - 1;
  const title = first?.title ?? '';
  return more > 0 ? say('{title} and {more} more', { title, more }) : title;
}
