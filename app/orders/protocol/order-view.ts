import type { BillingDetails } from './billing-details.ts';
import { t } from '../../i18n/translate.ts';
import type { FileView } from '../../chat/protocol/files.ts';
import type { RefundReason, RefundSource, RefundState } from './refunds.ts';
import type { PageFailure, PageState } from './payment-pages.ts';
import type { PaymentMethod } from './payment-methods.ts';
import type { ProgressView, StepView } from './checklist.ts';
import type { OrderStaff } from './staff.ts';
import type { OrderDue } from './due.ts';
import type { Currency } from '../../platform/currencies.ts';
import type { Answers, IntakeForm } from '../intake/intake-form.ts';
import type { InvoicePayment } from './invoice-payment.ts';
import type { OfferCoupon, OfferLine } from './offer.ts';
import type { OrderProofs } from './proof.ts';
import type { MilestoneState } from './milestone-transitions.ts';
import type { SubscriptionState } from './subscription-transitions.ts';
import type { ActorKind, OrderState, TransitionName } from './transitions.ts';

/** An order as shown to its buyer and the team. It contains no email address, because the page can be shared. */
export interface OrderView {
  /** For example 'E-1001'. */
  readonly number: string;
  readonly state: OrderState;
  /** An admin tries the shop out: no sale. */
  readonly isTest: boolean;
  /** The transitions that the viewer may trigger. */
  readonly may: readonly TransitionName[];
  readonly lines: readonly OfferLine[];
  readonly coupon: OfferCoupon | null;
  readonly note: string | null;
  /** Null for an order that is neither a period nor a request of a subscription. */
  readonly subscription: {
    /** For example 'S-1001'. */
    readonly number: string;
    readonly period: number;
    /** The number of the request in its period, or null for the period itself. */
    readonly request: number | null;
    readonly state: SubscriptionState;
    readonly path: string;
  } | null;
  readonly currency: Currency;
  readonly amount: number;
  /** The part of the amount that is tax. */
  readonly taxAmount: number;
  readonly buyerCountry: string | null;
  readonly taxNumber: string | null;
  readonly billing: BillingDetails | null;
  /** False once the invoice of the order or its current milestone is issued, and for orders that will have none. */
  readonly takesBilling: boolean;
  /** Invoices and credit notes, the oldest first. */
  readonly invoices: readonly InvoiceView[];
  readonly isTaxNumberVerified: boolean;
  readonly creditAmount: number;
  readonly refundedAmount: number;
  /** The part of the refunded amount that has not arrived yet. */
  readonly pendingRefund: number;
  readonly isPaid: boolean;
  /** In their order. Empty for an order that is paid in one sum. */
  readonly milestones: readonly MilestoneView[];
  /** The part that the buyer can pay now, or null. */
  readonly payable: PayableView | null;
  readonly deliveryDays: number;
  readonly revisions: number;
  readonly revisionsUsed: number;
  /** The questions of a direct order with their types, and what was answered so far. */
  readonly intake: IntakeForm;
  readonly answers: Answers;
  /** True while answers can be given or changed. */
  readonly takesAnswers: boolean;
  /** Identifies the answers, so that nobody overwrites what somebody else has changed. */
  readonly answersVersion: string;
  /** Changes of the complete brief, the oldest first. */
  readonly answerEdits: readonly AnswerEditView[];
  readonly questions: readonly string[];
  readonly brief: readonly string[] | null;
  /** The team also reads the answers of a brief that is not complete yet. Null for the buyer, or if there are none. */
  readonly answersSoFar: readonly string[] | null;
  readonly briefFiles: readonly FileView[];
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly paidBy: PaymentMethod | 'credit' | null;
  /** The name of the payment method, or null if credit paid for everything. */
  readonly paidByLabel: string | null;
  readonly completedAt: string | null;
  readonly due: OrderDue | null;
  /** The items of the checklist that the buyer sees. */
  readonly steps: readonly StepView[];
  readonly deliveries: readonly DeliveryView[];
  readonly proofs: OrderProofs;
  readonly refund: RefundView | null;
  readonly payment: PaymentView | null;
  readonly refunds: readonly MoneyBackView[];
  readonly disputes: readonly DisputeView[];
  readonly events: readonly EventView[];
}

export interface MilestoneView {
  readonly position: number;
  readonly title: string;
  readonly amount: number;
  readonly taxAmount: number;
  readonly days: number;
  readonly state: MilestoneState;
  /** True for the first milestone that is not accepted or refunded. */
  readonly isCurrent: boolean;
  readonly refundedAmount: number;
  readonly revisionsUsed: number;
  readonly fundedAt: string | null;
  readonly acceptedAt: string | null;
  /** The last day for the delivery, in the shop's time zone. Null before work begins. */
  readonly deliveryDay: string | null;
  readonly paidBy: PaymentMethod | 'credit' | null;
}

export interface PayableView {
  /** The position of the milestone, or null for the whole order. */
  readonly milestone: number | null;
  /** After credit. */
  readonly amount: number;
}

export interface AnswerEditView {
  readonly number: number;
  readonly question: string;
  readonly author: 'buyer' | 'team';
  readonly by: string | null;
  readonly at: string;
  /** '' means that there was, or is, no answer. */
  readonly before: string;
  readonly after: string;
}

export interface DeliveryView {
  /** The position of the milestone. */
  readonly milestone: number | null;
  readonly message: string;
  readonly files: readonly FileView[];
  readonly at: string;
  readonly wasLate: boolean;
}

export interface RefundView {
  /** The position of the milestone. */
  readonly milestone: number | null;
  readonly ground: RefundReason;
  readonly explanation: string | null;
  readonly askedAt: string;
  readonly outcome: 'refused' | 'part' | 'full' | null;
  readonly reply: string | null;
  /** Evidence that belongs to this request. `earlierFiles` belong to earlier requests. */
  readonly files: readonly FileView[];
  readonly earlierFiles: readonly FileView[];
}

export interface PaymentView {
  /** The name of the payment method. */
  readonly label: string;
  readonly state: PageState;
  readonly failure: PageFailure | null;
  readonly isReturned: boolean;
  /** True if the payment service has answered since the buyer came back. */
  readonly isAnswered: boolean;
  /** True if the money did not match the order and the team has returned it. */
  readonly isSentBack: boolean;
}

export interface MoneyBackView {
  readonly id: string;
  readonly amount: number;
  readonly way: PaymentMethod | 'credit';
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
  /** The position of the milestone. */
  readonly milestone: number | null;
  readonly event: string;
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

export interface ListedOrder extends OrderRowView {
  readonly taxAmount: number;
  readonly buyerCountry: string | null;
  readonly taxNumber: string | null;
  readonly buyer: string | null;
}

/** A row of the team's list and a card of the board. */
export interface StaffedOrder extends ListedOrder, OrderStaff {
  /** The state before the refund request, while a refund is being decided. */
  readonly stateBefore: OrderState | null;
  /** The name of the company that the order is for. */
  readonly company: string | null;
  /** The current milestone, or null for an order that is paid in one sum. */
  readonly milestone: CardMilestone | null;
  /** The steps of the checklist, or null without any. */
  readonly steps: CardSteps | null;
  /** For example 'Period 2 of subscription S-1001', or null. */
  readonly subscription: string | null;
  /** A request of a subscription can be cancelled before its work starts. */
  readonly isRequest: boolean;
}

export interface CardSteps extends ProgressView {
  /** Steps that are not done although their day has passed. */
  readonly late: number;
}

export interface CardMilestone {
  readonly position: number;
  readonly count: number;
  readonly title: string;
  /** Work waits for the payment of the milestone. */
  readonly isUnpaid: boolean;
}

/** The list item beside a conversation, where a pending refund is shown as a state of its own. */
export interface OwnOrderView extends Omit<OrderRowView, 'state' | 'isRefundPending'> {
  /** Translated for the reader. */
  readonly state: string;
  /** For example 'Period 2 of subscription S-1001', or null. */
  readonly subscription: string | null;
}

export function titleOf(lines: readonly OfferLine[]): string {
  const [first] = lines;
  const more = lines.length - 1;
  const title = first?.title ?? '';
  return more > 0 ? t('{title} and {more} more', { title, more }) : title;
}

export const INVOICE_STATES = ['open', 'paid', 'void', 'credited'] as const;

/** A credit note is always 'credited'. */
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** The position in the log of events: each state of a document is reached once. */
export function positionOf(state: InvoiceState): number {
  return INVOICE_STATES.indexOf(state) + 1;
}

export interface InvoiceView {
  readonly id: string;
  readonly kind: 'invoice' | 'credit-note';
  /** The position of the milestone. */
  readonly milestone: number | null;
  readonly number: string;
  /** A day in the shop's time zone. */
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly amount: number;
  readonly state: InvoiceState;
  /** Null for a credit note, an unpaid invoice, and one that was paid when it was issued. */
  readonly payment: InvoicePayment | null;
}

/** Returns the title of a milestone, or `undefined` for an order without milestones. */
export function titleOfMilestone(
  { milestones }: Pick<OrderView, 'milestones'>,
  position: number | null,
): string | undefined {
  return milestones.find((milestone) => milestone.position === position)?.title;
}
