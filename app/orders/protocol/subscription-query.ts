import { SUBSCRIPTION_STATES, type SubscriptionState } from './subscription-transitions.ts';

/** The state of the list, which is in its address. */
export interface SubscriptionQuery {
  /** '' shows all. */
  readonly state: SubscriptionState | '';
  /** The number of the last subscription of the page before. */
  readonly after: number | null;
}

/** Ignores invalid values. */
export function readSubscriptionQuery(params: URLSearchParams): SubscriptionQuery {
  const after = params.get('after') ?? '';
  return {
    state: SUBSCRIPTION_STATES.find((state) => state === params.get('state')) ?? '',
    after: /^\d{1,9}$/.test(after) ? Number(after) : null,
  };
}

export function pathOfSubscriptions({ state, after }: SubscriptionQuery): string {
  const params = new URLSearchParams({
    ...(state !== '' && { state }),
    ...(after !== null && { after: String(after) }),
  }).toString();
  return `/team/subscriptions${params && `?${params}`}`;
}
