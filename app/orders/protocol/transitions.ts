import { say, type Sentence, sayAny } from '../../platform/say.ts';

export const ORDER_STATES = [
  'awaiting payment',
  'paid',
  'in progress',
  'delivered',
  'revision requested',
  'completed',
  'refund requested',
  'refunded',
  'cancelled',
] as const;

export type OrderState = (typeof ORDER_STATES)[number];

/**
 * `agent` has the visitor's conversation, `manager` includes admins and programs, `provider` is a payment
 * service, and `house` is the system's scheduled jobs.
 */
export const ACTORS = ['buyer', 'agent', 'manager', 'provider', 'house'] as const;

export type ActorKind = (typeof ACTORS)[number];

interface Transition {
  readonly from: readonly OrderState[];
  /** 'before' means the state before the refund request. */
  readonly to: OrderState | 'before';
  readonly by: readonly ActorKind[];
  readonly cannot: Sentence;
  readonly event: Sentence;
}

/**
 * The table of rule 204 and the single source of allowed transitions. `change-state.server.ts`, the buttons
 * and the diagram in `docs/order-states.md` are derived from it.
 */
export const TRANSITIONS = {
  pay: {
    from: ['awaiting payment'],
    to: 'paid',
    by: ['provider', 'agent', 'manager'],
    cannot: 'This order is {state}, so it cannot be paid.',
    event: 'Payment received',
  },
  cancel: {
    from: ['awaiting payment'],
    to: 'cancelled',
    by: ['buyer', 'agent', 'manager', 'house'],
    cannot: 'This order is {state}, so it cannot be cancelled.',
    event: 'Order cancelled',
  },
  begin: {
    from: ['paid'],
    to: 'in progress',
    by: ['buyer', 'house'],
    cannot: 'This order is {state}, so it cannot be begun.',
    event: 'Work begins',
  },
  deliver: {
    from: ['in progress', 'revision requested'],
    to: 'delivered',
    by: ['agent', 'manager'],
    cannot: 'This order is {state}, so it cannot be delivered.',
    event: 'Delivered',
  },
  'request-revision': {
    from: ['delivered'],
    to: 'revision requested',
    by: ['buyer'],
    cannot: 'This order is {state}, so it cannot be sent back for a revision.',
    event: 'Revision requested',
  },
  complete: {
    from: ['delivered'],
    to: 'completed',
    by: ['buyer', 'house'],
    cannot: 'This order is {state}, so it cannot be completed.',
    event: 'Order completed',
  },
  'request-refund': {
    from: ['paid', 'in progress', 'revision requested', 'delivered', 'completed'],
    to: 'refund requested',
    by: ['buyer'],
    cannot: 'This order is {state}, so it cannot be given back.',
    event: 'Refund requested',
  },
  refund: {
    from: [
      'paid',
      'in progress',
      'revision requested',
      'delivered',
      'completed',
      'refund requested',
    ],
    to: 'refunded',
    by: ['manager'],
    cannot: 'This order is {state}, so it cannot be refunded.',
    event: 'Full refund decided',
  },
  'settle-refund': {
    from: ['refund requested'],
    to: 'before',
    by: ['manager'],
    cannot: 'This order is {state}, so it cannot be settled.',
    event: 'Refund decided',
  },
} as const satisfies Readonly<Record<string, Transition>>;

export type TransitionName = keyof typeof TRANSITIONS;

/**
 * Reports of the payment service are not transitions, because nobody can refuse them. They appear in the
 * order's history, and change the state only with the money (`order/report-event.server.ts`).
 */
export const REPORTS = {
  'payment-failed': 'Payment failed',
  'refund-failed': 'Refund failed',
  'refund-retried': 'Refund sent again',
  'refund-reported': 'Refunded at the payment service',
  'payment-reversed': 'Payment taken back',
  'dispute-opened': 'Payment disputed',
  'dispute-won': 'Dispute won',
  'dispute-lost': 'Dispute lost',
} as const satisfies Readonly<Record<string, Sentence>>;

export type ReportName = keyof typeof REPORTS;

/** 'Offer accepted' is the only event that is neither a transition nor a report. */
export type OrderEvent =
  | 'Offer accepted'
  | (typeof TRANSITIONS)[TransitionName]['event']
  | (typeof REPORTS)[ReportName];

export const TRANSITION_NAMES = Object.keys(TRANSITIONS) as readonly TransitionName[];

export const REPORT_NAMES = Object.keys(REPORTS) as readonly ReportName[];

export const ORDER_EVENT_NAMES = [...TRANSITION_NAMES, ...REPORT_NAMES] as const;

export type EventName = (typeof ORDER_EVENT_NAMES)[number];

export function eventOf(name: EventName | 'accept'): OrderEvent {
  if (name === 'accept') return 'Offer accepted';
  return name in REPORTS ? REPORTS[name as ReportName] : TRANSITIONS[name as TransitionName].event;
}

const transitionOf = (name: TransitionName): Transition => TRANSITIONS[name];

export function transitionsFor(state: OrderState, actor: ActorKind): TransitionName[] {
  return TRANSITION_NAMES.filter((name) => whyNot(name, state, actor) === undefined);
}

/** Returns the reason why a transition is impossible, or `undefined` if it is possible. */
export function whyNot(
  name: TransitionName,
  state: OrderState,
  actor: ActorKind,
): string | undefined {
  const { from, by } = transitionOf(name);
  if (!from.includes(state)) return say(TRANSITIONS[name].cannot, { state: sayState(state) });
  if (!by.includes(actor)) return say('This is not yours to do with an order.');
  return undefined;
}

export function targetOf(name: TransitionName, before: OrderState | null): OrderState {
  const { to } = transitionOf(name);
  if (to !== 'before') return to;
  if (before === null) throw new Error('An order for which a refund was asked forgot its state');
  return before;
}

export function sayState(state: OrderState): string {
  if (state === 'refund requested') return say('waiting, a refund was requested');
  if (state === 'revision requested') return say('waiting, a revision was requested');
  return sayAny(state);
}

export function sayNumber(number: number): string {
  return `E-${number}`;
}

/** Parses 'E-1001' in all spellings. Returns `undefined` for anything else. */
export function readNumber(text: string): number | undefined {
  const [, digits] = /^\s*(?:e-?)?(\d{1,9})\s*$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
