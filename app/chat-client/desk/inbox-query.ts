import {
  INBOX_ORDERS,
  INBOX_VIEWS,
  type InboxOrder,
  type InboxView,
} from '../../conversation/wire/entry-state.ts';
import type { InboxScope } from '../../conversation/wire/views.ts';

/** Which list is shown: whose visitors, which of them, and in which order. */
export interface InboxQuery {
  readonly scope: InboxScope;
  readonly view: InboxView;
  readonly order: InboxOrder;
}

export const DEFAULT_QUERY: InboxQuery = { scope: 'mine', view: 'open', order: 'newest' };

/** In the queue whoever waits longest is first, until somebody chooses otherwise. */
const usualOrder = (scope: InboxScope): InboxOrder =>
  scope === 'queue' ? 'longest-waiting' : 'newest';

/** Where nobody waits there is no longest wait. */
export const hasOrder = (view: InboxView): boolean => view === 'open' || view === 'waiting';

/** The list that an address names; what it leaves out, or what this person may not see, is as usual. */
export function readInboxQuery(params: URLSearchParams, scopes: readonly InboxScope[]): InboxQuery {
  const scope = scopes.find((known) => known === params.get('scope')) ?? 'mine';
  const view = INBOX_VIEWS.find((known) => known === params.get('view')) ?? 'open';
  const order = INBOX_ORDERS.find((known) => known === params.get('order')) ?? usualOrder(scope);
  return { scope, view, order: hasOrder(view) ? order : 'newest' };
}

/** The same as an address of the dashboard, with an open thread or without. */
export function addressOf(
  { scope, view, order }: InboxQuery,
  conversationId: string | null = null,
  search = '',
): string {
  const params = new URLSearchParams();
  if (scope !== 'mine') params.set('scope', scope);
  if (view !== 'open') params.set('view', view);
  if (hasOrder(view) && order !== usualOrder(scope)) params.set('order', order);
  if (conversationId) params.set('c', conversationId);
  if (search) params.set('q', search);
  const query = params.toString();
  return query ? `/agentchat?${query}` : '/agentchat';
}

/** The same view of other visitors, in the order that is usual for them. */
export const withScope = (query: InboxQuery, scope: InboxScope): InboxQuery => ({
  ...query,
  scope,
  order: hasOrder(query.view) ? usualOrder(scope) : 'newest',
});

export const isSameQuery = (one: InboxQuery, other: InboxQuery): boolean =>
  one.scope === other.scope && one.view === other.view && one.order === other.order;
