import { msg, msgIn, t, type Sentence } from '../../i18n/translate.ts';
import type { ActorKind } from './transitions.ts';

interface SubscriptionStateDefinition {
  readonly label: Sentence;
  /** Completes the sentence 'This subscription is …, so it cannot be paused.' */
  readonly phrase: Sentence;
  readonly tone: 'plain' | 'amber' | 'success' | 'error';
}

/**
 * The states of a subscription. Before its first payment it is 'awaiting payment': no period has begun, and nobody
 * lists it as a running subscription.
 */
const STATES = {
  'awaiting payment': {
    label: msg('Awaiting payment'),
    phrase: msg('awaiting payment'),
    tone: 'amber',
  },
  active: { label: msgIn('subscription', 'Active'), phrase: msg('active'), tone: 'success' },
  'past due': { label: msg('Past due'), phrase: msg('past due'), tone: 'error' },
  paused: { label: msgIn('subscription', 'Paused'), phrase: msg('paused'), tone: 'amber' },
  ending: { label: msg('Ending'), phrase: msg('ending'), tone: 'amber' },
  ended: { label: msgIn('subscription', 'Ended'), phrase: msg('ended'), tone: 'plain' },
} as const satisfies Readonly<Record<string, SubscriptionStateDefinition>>;

export type SubscriptionState = keyof typeof STATES;

export const SUBSCRIPTION_STATES = Object.keys(STATES) as [
  SubscriptionState,
  ...SubscriptionState[],
];

export const getSubscriptionStateLabel = (state: SubscriptionState): string =>
  t(STATES[state].label);

export const toneOfSubscription = (state: SubscriptionState) => STATES[state].tone;

interface SubscriptionTransition {
  readonly from: readonly SubscriptionState[];
  /** 'same' is a change that the state does not show, such as a planned price. */
  readonly to: SubscriptionState | 'same';
  readonly by: readonly ActorKind[];
  readonly cannot: Sentence;
  readonly event: Sentence;
}

const TEAM = ['agent', 'manager'] as const;

/** The only source of allowed transitions. The buttons are derived from this table. */
export const SUBSCRIPTION_TRANSITIONS = {
  start: {
    from: ['awaiting payment'],
    to: 'active',
    by: ['provider', 'house', ...TEAM],
    cannot: msg("This subscription is {state}, so it can't be started."),
    event: msg('Subscription started'),
  },
  renew: {
    from: ['active', 'past due', 'paused'],
    to: 'active',
    by: ['provider', 'house', ...TEAM],
    cannot: msg("This subscription is {state}, so it can't be renewed."),
    event: msg('Period paid'),
  },
  /** The provider charged a period before it learned of the cancellation. */
  'renew-ending': {
    from: ['ending'],
    to: 'ending',
    by: ['provider', 'house', ...TEAM],
    cannot: msg("This subscription is {state}, so it can't be renewed."),
    event: msg('Period paid'),
  },
  fail: {
    from: ['active'],
    to: 'past due',
    by: ['provider', 'house'],
    cannot: msg("This subscription is {state}, so it can't become past due."),
    event: msg('Payment failed'),
  },
  'plan-pause': {
    from: ['active'],
    to: 'same',
    by: ['provider', ...TEAM],
    cannot: msg("This subscription is {state}, so it can't be paused."),
    event: msg('Pause planned'),
  },
  'undo-pause': {
    from: ['active'],
    to: 'same',
    by: ['provider', ...TEAM],
    cannot: msg("This subscription is {state}, so there's no pause to cancel."),
    event: msg('Planned pause cancelled'),
  },
  pause: {
    from: ['active', 'past due'],
    to: 'paused',
    by: ['house', 'provider', ...TEAM],
    cannot: msg("This subscription is {state}, so it can't be paused."),
    event: msg('Subscription paused'),
  },
  resume: {
    from: ['paused'],
    to: 'active',
    by: TEAM,
    cannot: msg("This subscription is {state}, so it can't be resumed."),
    event: msg('Subscription resumed'),
  },
  cancel: {
    from: ['active'],
    to: 'ending',
    by: ['buyer', 'provider', ...TEAM],
    cannot: msg("This subscription is {state}, so it can't be cancelled."),
    event: msg('Subscription cancelled'),
  },
  keep: {
    from: ['ending'],
    to: 'active',
    by: ['buyer', 'provider', ...TEAM],
    cannot: msg("This subscription is {state}, so there's no cancellation to withdraw."),
    event: msg('Cancellation withdrawn'),
  },
  /** Without a paid period, a cancelled subscription ends at once. */
  end: {
    from: ['awaiting payment', 'active', 'past due', 'paused', 'ending'],
    to: 'ended',
    by: ['house', 'provider', ...TEAM],
    cannot: msg("This subscription is {state}, so it can't be ended."),
    event: msg('Subscription ended'),
  },
  'stop-unpaid': {
    from: ['past due', 'paused'],
    to: 'ended',
    by: ['buyer'],
    cannot: msg("This subscription is {state}, so it can't be cancelled."),
    event: msg('Subscription cancelled'),
  },
  'plan-price': {
    from: ['active', 'past due', 'paused'],
    to: 'same',
    by: TEAM,
    cannot: msg("This subscription is {state}, so its price can't be changed."),
    event: msg('Price change planned'),
  },
  /** The provider ended its subscription, or refuses the price. */
  'pay-by-link': {
    from: ['active', 'past due'],
    to: 'same',
    by: ['house'],
    cannot: msg("You can't make this change to a subscription."),
    event: msg('Continued by payment link'),
  },
} as const satisfies Readonly<Record<string, SubscriptionTransition>>;

export type SubscriptionTransitionName = keyof typeof SUBSCRIPTION_TRANSITIONS;

export const SUBSCRIPTION_TRANSITION_NAMES = Object.keys(
  SUBSCRIPTION_TRANSITIONS,
) as readonly SubscriptionTransitionName[];

const definitionOf = (name: SubscriptionTransitionName): SubscriptionTransition =>
  SUBSCRIPTION_TRANSITIONS[name];

export function subscriptionTransitionsFor(
  state: SubscriptionState,
  actor: ActorKind,
): SubscriptionTransitionName[] {
  return SUBSCRIPTION_TRANSITION_NAMES.filter(
    (name) => whyNotSubscription(name, state, actor) === undefined,
  );
}

/** Returns the reason why a transition is impossible, or `undefined` if it is possible. */
export function whyNotSubscription(
  name: SubscriptionTransitionName,
  state: SubscriptionState,
  actor: ActorKind,
): string | undefined {
  const { from, by, cannot } = definitionOf(name);
  if (!from.includes(state)) return t(cannot, { state: t(STATES[state].phrase) });
  if (!by.includes(actor)) return t("You can't make this change to a subscription.");
  return undefined;
}

export function targetOfSubscription(
  name: SubscriptionTransitionName,
  state: SubscriptionState,
): SubscriptionState {
  const { to } = definitionOf(name);
  return to === 'same' ? state : to;
}

export function formatSubscriptionNumber(number: number): string {
  return `S-${number}`;
}

/** Parses 'S-1001' in all spellings. Returns `undefined` for anything else. */
export function readSubscriptionNumber(text: string): number | undefined {
  const [, digits] = /^\s*(?:s-?)?(\d{1,9})\s*$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
