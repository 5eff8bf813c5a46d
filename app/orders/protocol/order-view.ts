import { say } from '../../platform/say.ts';
import type { FileView } from '../../chat/protocol/files.ts';
import type { RefundGround } from './grounds.ts';
import type { RefundSource, RefundState } from './refund-states.ts';
import type { PageFailure, PageState } from './page-states.ts';
import type { Way } from './ways.ts';
import type { OrderDue } from './due.ts';
import type { Currency } from '../../platform/currencies.ts';
import type { OfferLine } from './offer.ts';
import type { ActorKind, OrderEvent, OrderState, TransitionName } from './transitions.ts';

/** An order as shown to its buyer and the team. It contains no email address, because the page can be shared. */
export interface OrderView {
  /** For example 'E-1001'. */
  readonly number: string;
  readonly state: OrderState;
  /** The transitions that the viewer may trigger. */
  readonly may: readonly TransitionName[];
  readonly lines: readonly OfferLine[];
  readonly note: string | null;
  readonly currency: Currency;
  readonly amount: number;
  readonly creditAmount: number;
  readonly refundedAmount: number;
  /** The part of the refunded amount that has not arrived yet. */
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
  readonly due: OrderDue | null;
  readonly deliveries: readonly DeliveryView[];
  readonly refund: RefundView | null;
  readonly payment: PaymentView | null;
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

export interface RefundView {
  readonly ground: RefundGround;
  readonly explanation: string | null;
  readonly askedAt: string;
  readonly outcome: 'refused' | 'part' | 'full' | null;
  readonly reply: string | null;
  /** Evidence that belongs to this request. `earlierFiles` belong to earlier requests. */
  readonly files: readonly FileView[];
  readonly earlierFiles: readonly FileView[];
}

export interface PaymentView {
  readonly way: Way;
  readonly state: PageState;
  readonly failure: PageFailure | null;
  readonly isReturned: boolean;
  /** True if the payment service has answered since the buyer came back. */
  readonly isAnswered: boolean;
}

export interface MoneyBackView {
  readonly id: string;
  readonly amount: number;
  readonly way: Way | 'credit';
  readonly state: RefundState;
  readonly source: RefundSource;
  /** The problem that the payment service reports, shown only to the team. */
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
  readonly by: string | null;
  readonly why: string | null;
}

export interface OrderRowView {
  readonly number: string;
  readonly state: OrderState;
  readonly title: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly createdAt: string;
  readonly due: OrderDue | null;
  readonly isRefundPending: boolean;
}

/** The list item beside a conversation, where a pending refund is shown as a state of its own. */
export interface OwnOrderView extends Omit<OrderRowView, 'state' | 'isRefundPending'> {
  readonly state: OrderState | 'refund in progress';
}

export function titleOf(lines: readonly OfferLine[]): string {
  const [first] = lines;
  const more = lines.length - 1;
  const title = first?.title ?? '';
  return more > 0 ? say('{title} and {more} more', { title, more }) : title;
}
