import { say, type Sentence, sayAny } from '../../platform/say.ts';

/** The states of an order, as every screen says them. */
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
 * Who changes an order: its buyer, whoever of the team has the conversation, a manager or admin, a
 * payment service, or the house itself, by its clocks.
 */
export const ACTORS = ['buyer', 'agent', 'manager', 'provider', 'house'] as const;

export type ActorKind = (typeof ACTORS)[number];

interface Transition {
  readonly from: readonly OrderState[];
  /** 'before': the state that asking for a refund left. */
  readonly to: OrderState | 'before';
  readonly by: readonly ActorKind[];
  /** What is said of an order for which it is not possible. */
  readonly cannot: Sentence;
  /** On the arrow of the picture, and in the order's history. */
  readonly event: Sentence;
}

/**
 * The table of DECISIONS 45, and the only place that says what may follow from what: the door
 * (`change-state.server.ts`), the buttons and the picture in `docs/order-states.md` are made of it.
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
 * What the payment service reports. Nobody asks for it and nobody can refuse it, so it is no transition; it stands in
 * the order's history all the same, and moves the state where money did (`order/report-event.server.ts`).
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

/** What an order's history calls what happened; the first is not a transition. */
export type OrderEvent =
  | 'Offer accepted'
  | (typeof TRANSITIONS)[TransitionName]['event']
  | (typeof REPORTS)[ReportName];

export const TRANSITION_NAMES = Object.keys(TRANSITIONS) as readonly TransitionName[];

export const REPORT_NAMES = Object.keys(REPORTS) as readonly ReportName[];

export const ORDER_EVENT_NAMES = [...TRANSITION_NAMES, ...REPORT_NAMES] as const;

export type EventName = (typeof ORDER_EVENT_NAMES)[number];

/** How an event of an order's history is called. */
export function eventOf(name: EventName | 'accept'): OrderEvent {
  if (name === 'accept') return 'Offer accepted';
  return name in REPORTS ? REPORTS[name as ReportName] : TRANSITIONS[name as TransitionName].event;
}

const transitionOf = (name: TransitionName): Transition => TRANSITIONS[name];

/** What this actor can do with an order in this state: the buttons of a screen. */
export function transitionsFor(state: OrderState, actor: ActorKind): TransitionName[] {
  return TRANSITION_NAMES.filter((name) => whyNot(name, state, actor) === undefined);
}

/** Why this is not possible, in words for whoever tried; undefined when it is. */
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

/** Where it leads; `before` is the state that asking for a refund left. */
export function targetOf(name: TransitionName, before: OrderState | null): OrderState {
  const { to } = transitionOf(name);
  if (to !== 'before') return to;
  if (before === null) throw new Error('An order for which a refund was asked forgot its state');
  return before;
}

/** A state within a sentence. */
export function sayState(state: OrderState): string {
  if (state === 'refund requested') return say('waiting, a refund was requested');
  if (state === 'revision requested') return say('waiting, a revision was requested');
  return sayAny(state);
}

/** 'E-1001'. */
export function sayNumber(number: number): string {
  return `E-${number}`;
}

/** The number behind 'E-1001', however it was typed; undefined for anything else. */
export function readNumber(text: string): number | undefined {
  const [, digits] = /^\s*(?:e-?)?(\d{1,9})\s*$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
