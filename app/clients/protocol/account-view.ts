import type { ProgressView } from '../../orders/protocol/checklist.ts';
import type { InvoiceView, OrderRowView } from '../../orders/protocol/order-view.ts';
import type { SubscriptionState } from '../../orders/protocol/subscription-transitions.ts';
import type { SubscriptionView } from '../../orders/protocol/subscriptions.ts';
import type { Currency } from '../../platform/currencies.ts';

/** The next step of the client, or null while the shop is working or nothing is left to do. */
export type NextStep = 'pay' | 'answer' | 'review' | 'reply' | 'decide';

export interface AccountOrder extends OrderRowView {
  /** The path of its page in the account. */
  readonly path: string;
  readonly next: NextStep | null;
  /** The part that is left to pay. */
  readonly openAmount: number;
  readonly isOver: boolean;
  /** Counts the steps that the buyer sees. Null if there are none. */
  readonly progress: ProgressView | null;
  readonly company: string | null;
  /** The order form with the same choices, if the service can be ordered. */
  readonly again: string | null;
}

export interface AccountSubscription extends Pick<
  SubscriptionView,
  'number' | 'title' | 'interval' | 'amount' | 'currency' | 'lastDay'
> {
  readonly state: SubscriptionState;
  readonly createdAt: string;
  readonly path: string;
  readonly next: Extract<NextStep, 'pay'> | null;
  readonly isOver: boolean;
  readonly company: string | null;
}

interface AccountInvoice extends InvoiceView {
  readonly currency: Currency;
  readonly order: string;
  /** Documents are served below the page of their order. */
  readonly orderPath: string;
  readonly company: string | null;
}

export interface AccountInvoices {
  readonly invoices: readonly AccountInvoice[];
  /** The cursor of the next page, or null on the last. */
  readonly next: string | null;
}

export interface AccountConversation {
  readonly id: string;
  readonly topic: string;
  readonly service: string | null;
  readonly agentName: string | null;
  readonly lastMessage: string;
  readonly lastAt: string;
  readonly unread: number;
  readonly next: NextStep | null;
  readonly isOver: boolean;
}

export interface AccountHome {
  readonly waiting: readonly AccountItem[];
  readonly inProgress: readonly AccountItem[];
  readonly done: readonly AccountItem[];
  /** The first page shows what is open and what is over, and later pages one of the two. */
  readonly isFirst: boolean;
  /** The cursor of the next page of what is open, or null on the last. */
  readonly nextOpen: string | null;
  /** The cursor of the next page of what is over, or null on the last. */
  readonly next: string | null;
}

export type AccountItem =
  | ({ readonly kind: 'order' } & AccountOrder)
  | ({ readonly kind: 'subscription' } & AccountSubscription)
  | ({ readonly kind: 'conversation' } & AccountConversation);
