import {
  INBOX_ORDERS,
  INBOX_VIEWS,
  type InboxOrder,
  type InboxView,
} from '../protocol/entry-state.ts';
import type { InboxScope } from '../protocol/views.ts';

export interface InboxQuery {
  readonly scope: InboxScope;
  readonly view: InboxView;
  readonly order: InboxOrder;
}

export const DEFAULT_QUERY: InboxQuery = { scope: 'mine', view: 'open', order: 'newest' };

/** The queue shows the longest wait first by default. */
const usualOrder = (scope: InboxScope): InboxOrder =>
  scope === 'queue' ? 'longest-waiting' : 'newest';

/** Only these views have waiting visitors and thus a choice of order. */
export const hasOrder = (view: InboxView): boolean => view === 'open' || view === 'waiting';

/** Reads the list from a URL. Missing or forbidden values become the defaults. */
export function readInboxQuery(params: URLSearchParams, scopes: readonly InboxScope[]): InboxQuery {
  const scope = scopes.find((known) => known === params.get('scope')) ?? 'mine';
  const view = INBOX_VIEWS.find((known) => known === params.get('view')) ?? 'open';
  const order = INBOX_ORDERS.find((known) => known === params.get('order')) ?? usualOrder(scope);
  return { scope, view, order: hasOrder(view) ? order : 'newest' };
}

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

/** Returns the same view in another scope, in that scope's default order. */
export const withScope = (query: InboxQuery, scope: InboxScope): InboxQuery => ({
  ...query,
  scope,
  order: hasOrder(query.view) ? usualOrder(scope) : 'newest',
});

export const isSameQuery = (one: InboxQuery, other: InboxQuery): boolean =>
  one.scope === other.scope && one.view === other.view && one.order === other.order;
