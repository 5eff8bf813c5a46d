import { t, msg, type Sentence } from '../../i18n/translate.ts';

/** The deadlines of an order; each has a column, such as `paymentDueAt`. */
export type Deadline = 'payment' | 'delivery' | 'acceptance' | 'refund';

interface StateDefinition {
  readonly label: Sentence;
  /** Completes the sentence 'This order is …, so it cannot be paid.' */
  readonly phrase: Sentence;
  readonly tone: 'plain' | 'amber' | 'success' | 'error';
  /** The deadline that applies in this state. */
  readonly deadline: Deadline | null;
  /** True if the shop has the money, or had it before a full refund. */
  readonly isPaid: boolean;
  /** True if nobody has to do anything more. */
  readonly isOver: boolean;
}

/** The states of an order. Labels, filters, deadlines and the checks in the database are derived from this table. */
const STATES = {
  'awaiting payment': {
    label: msg('Awaiting payment'),
    phrase: msg('awaiting payment'),
    tone: 'amber',
    deadline: 'payment',
    isPaid: false,
    isOver: false,
  },
  paid: {
    label: msg('Paid'),
    phrase: msg('paid'),
    tone: 'plain',
    deadline: null,
    isPaid: true,
    isOver: false,
  },
  'in progress': {
    label: msg('In progress'),
    phrase: msg('in progress'),
    tone: 'plain',
    deadline: 'delivery',
    isPaid: true,
    isOver: false,
  },
  delivered: {
    label: msg('Delivered'),
    phrase: msg('delivered'),
    tone: 'plain',
    deadline: 'acceptance',
    isPaid: true,
    isOver: false,
  },
  'revision requested': {
    label: msg('Revision requested'),
    phrase: msg('waiting for a revision'),
    tone: 'amber',
    deadline: 'delivery',
    isPaid: true,
    isOver: false,
  },
  completed: {
    label: msg('Completed'),
    phrase: msg('completed'),
    tone: 'success',
    deadline: null,
    isPaid: true,
    isOver: true,
  },
  'refund requested': {
    label: msg('Refund requested'),
    phrase: msg('waiting for a refund decision'),
    tone: 'error',
    deadline: 'refund',
    isPaid: true,
    isOver: false,
  },
  refunded: {
    label: msg('Refunded'),
    phrase: msg('refunded'),
    tone: 'plain',
    deadline: null,
    isPaid: true,
    isOver: true,
  },
  cancelled: {
    label: msg('Cancelled'),
    phrase: msg('cancelled'),
    tone: 'plain',
    deadline: null,
    isPaid: false,
    isOver: true,
  },
} as const satisfies Readonly<Record<string, StateDefinition>>;

export type OrderState = keyof typeof STATES;

export const ORDER_STATES = Object.keys(STATES) as [OrderState, ...OrderState[]];

/** Returns what the table says about a state. */
export const stateOf = (state: OrderState): StateDefinition => STATES[state];

export function statesWhere(wanted: Partial<StateDefinition>): OrderState[] {
  const properties = Object.entries(wanted);
  return ORDER_STATES.filter((state) =>
    properties.every(([name, value]) => STATES[state][name as keyof StateDefinition] === value),
  );
}

const ANSWERABLE: readonly OrderState[] = [
  'awaiting payment',
  'paid',
  'in progress',
  'revision requested',
];

/** After a delivery, a change of the answers is a revision. */
export function takesAnswers(state: OrderState): boolean {
  return ANSWERABLE.includes(state);
}

export const getStateLabel = (state: OrderState): string => t(STATES[state].label);

/**
 * `agent` owns the order, is assigned to it or has its conversation, `manager` includes admins and programs,
 * `provider` is a payment service, and `house` is the system's scheduled jobs.
 */
export const ACTORS = ['buyer', 'agent', 'manager', 'provider', 'house'] as const;

export type ActorKind = (typeof ACTORS)[number];

interface Transition {
  readonly from: readonly OrderState[];
  /** 'before' means the state before the refund request, 'current' that of the milestones. */
  readonly to: OrderState | 'before' | 'current';
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
    cannot: msg("This order is {state}, so it can't be paid."),
    event: msg('Payment received'),
  },
  cancel: {
    from: ['awaiting payment'],
    to: 'cancelled',
    by: ['buyer', 'agent', 'manager', 'house'],
    cannot: msg("This order is {state}, so it can't be cancelled."),
    event: msg('Order cancelled'),
  },
  /** Only requests of a subscription: the period gets the request back. */
  withdraw: {
    from: ['paid'],
    to: 'cancelled',
    by: ['buyer', 'agent', 'manager'],
    cannot: msg("This order is {state}, so the request can't be cancelled."),
    event: msg('Request cancelled'),
  },
  begin: {
    from: ['paid'],
    to: 'in progress',
    by: ['buyer', 'house'],
    cannot: msg("This order is {state}, so work can't be started."),
    event: msg('Work started'),
  },
  deliver: {
    from: ['in progress', 'revision requested'],
    to: 'delivered',
    by: ['agent', 'manager'],
    cannot: msg("This order is {state}, so it can't be delivered."),
    event: msg('Delivered'),
  },
  'request-revision': {
    from: ['delivered'],
    to: 'revision requested',
    by: ['buyer'],
    cannot: msg("This order is {state}, so a revision can't be requested."),
    event: msg('Revision requested'),
  },
  complete: {
    from: ['delivered'],
    to: 'completed',
    by: ['buyer', 'house'],
    cannot: msg("This order is {state}, so it can't be completed."),
    event: msg('Order completed'),
  },
  'request-refund': {
    from: ['paid', 'in progress', 'revision requested', 'delivered', 'completed'],
    to: 'refund requested',
    by: ['buyer'],
    cannot: msg("This order is {state}, so a refund can't be requested."),
    event: msg('Refund requested'),
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
    cannot: msg("This order is {state}, so it can't be refunded."),
    event: msg('Full refund decided'),
  },
  'settle-refund': {
    from: ['refund requested'],
    to: 'before',
    by: ['manager'],
    cannot: msg("This order is {state}, so there's no refund request to decide."),
    event: msg('Refund decided'),
  },
  'pay-milestone': {
    from: ['paid', 'in progress', 'delivered', 'revision requested', 'refund requested'],
    to: 'current',
    by: ['provider', 'agent', 'manager'],
    cannot: msg("This order is {state}, so it can't be paid."),
    event: msg('Milestone paid'),
  },
  'accept-milestone': {
    from: ['delivered'],
    to: 'current',
    by: ['buyer', 'house'],
    cannot: msg('This order is {state}, so no milestone can be accepted.'),
    event: msg('Milestone accepted'),
  },
  'refund-milestone': {
    from: [
      'paid',
      'in progress',
      'revision requested',
      'delivered',
      'completed',
      'refund requested',
    ],
    to: 'current',
    by: ['manager'],
    cannot: msg('This order is {state}, so no milestone can be refunded.'),
    event: msg('Milestone refunded'),
  },
} as const satisfies Readonly<Record<string, Transition>>;

export type TransitionName = keyof typeof TRANSITIONS;

/**
 * Reports of the payment service are not transitions, because nobody can refuse them. They appear in the
 * order's history, and change the state only with the money (`order/report-event.server.ts`).
 */
export const REPORTS = {
  'payment-failed': msg('Payment failed'),
  'refund-failed': msg('Refund failed'),
  'refund-retried': msg('Refund sent again'),
  'refund-reported': msg('Refunded at the payment service'),
  'payment-reversed': msg('Payment reversed'),
  'dispute-opened': msg('Payment disputed'),
  'dispute-won': msg('Dispute won'),
  'dispute-lost': msg('Dispute lost'),
} as const satisfies Readonly<Record<string, Sentence>>;

export type ReportName = keyof typeof REPORTS;

export const TRANSITION_NAMES = Object.keys(TRANSITIONS) as readonly TransitionName[];

export const REPORT_NAMES = Object.keys(REPORTS) as readonly ReportName[];

export const ORDER_EVENT_NAMES = [...TRANSITION_NAMES, ...REPORT_NAMES] as const;

/**
 * An order begins with the acceptance of an offer, directly in the shop, or as a later period or a request of a
 * subscription.
 */
export const FIRST_EVENTS = ['accept', 'place', 'renew', 'request'] as const;

export type FirstEvent = (typeof FIRST_EVENTS)[number];

export type EventName = (typeof ORDER_EVENT_NAMES)[number];

/** The first events are neither transitions nor reports. */
export function eventOf(name: EventName | FirstEvent): Sentence {
  if (name === 'accept') return msg('Offer accepted');
  if (name === 'place') return msg('Order placed');
  if (name === 'renew') return msg('Period of the subscription');
  if (name === 'request') return msg('Request of the subscription');
  return name in REPORTS ? REPORTS[name as ReportName] : TRANSITIONS[name as TransitionName].event;
}

const transitionOf = (name: TransitionName): Transition => TRANSITIONS[name];

/** Transitions of milestones are no transitions of an order without. */
export function transitionsFor(
  state: OrderState,
  actor: ActorKind,
  hasMilestones = false,
): TransitionName[] {
  return TRANSITION_NAMES.filter(
    (name) =>
      (hasMilestones || transitionOf(name).to !== 'current') &&
      whyNot(name, state, actor) === undefined,
  );
}

/** Returns the reason why a transition is impossible, or `undefined` if it is possible. */
export function whyNot(
  name: TransitionName,
  state: OrderState,
  actor: ActorKind,
): string | undefined {
  const { from, by } = transitionOf(name);
  if (!from.includes(state)) return t(TRANSITIONS[name].cannot, { state: t(STATES[state].phrase) });
  if (!by.includes(actor)) return t("You can't make this change to an order.");
  return undefined;
}

/** The state that the milestones give is not in this table (`milestones/milestone-rows.server.ts`). */
export function targetOf(name: TransitionName, before: OrderState | null): OrderState {
  const { to } = transitionOf(name);
  if (to === 'current') throw new Error(`The state after ${name} is that of the milestones`);
  if (to !== 'before') return to;
  if (before === null) throw new Error('The order with a refund request has no previous state');
  return before;
}

export function formatOrderNumber(number: number): string {
  return `E-${number}`;
}

/** Parses 'E-1001' in all spellings. Returns `undefined` for anything else. */
export function readNumber(text: string): number | undefined {
  const [, digits] = /^\s*(?:e-?)?(\d{1,9})\s*$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
