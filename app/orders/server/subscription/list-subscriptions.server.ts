import { and, eq, getTableColumns, ilike, or, sql, type SQL } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { SortOf } from '../../../platform/lists/list-state.ts';
import {
  countUpTo,
  exportList,
  isCursorOf,
  partPattern,
  readCountedPage,
  type CsvColumns,
  type Keyset,
  type Slice,
} from '../../../platform/lists/read-list.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { toLatinDigits } from '../../../platform/latin-digits.ts';
import { lastDayBefore } from '../../deadlines.ts';
import { toDecimal } from '../../protocol/money.ts';
import { SUBSCRIPTION_LIST, type SubscriptionListState } from '../../protocol/subscription-list.ts';
import {
  formatSubscriptionNumber,
  readSubscriptionNumber,
} from '../../protocol/subscription-transitions.ts';
import { labelOfMethod } from '../payment/payment-providers.ts';
import { orderMessage } from '../../stored-messages.ts';
import { visibleSubscriptions } from './subscription-access.server.ts';
import { subscriptions } from './tables.server.ts';

interface ListContext extends ChangeContext {
  readonly settings: Pick<Settings, 'supportTimezone'>;
}

type ReadContext = Pick<ListContext, 'db' | 'settings'>;

/** Returns one page of what the member may see, with the number of subscriptions on all pages. */
export function listSubscriptions(
  appContext: ReadContext,
  member: Member | Program,
  state: SubscriptionListState,
  perPage?: number,
) {
  const where = and(visibleSubscriptions(member), isShown(state));
  return readCountedPage(
    KEYSET,
    state,
    (slice) => readRows(appContext, member, state, slice),
    (limit) => countUpTo(appContext.db, limit, subscriptions, where),
    perPage,
  );
}

export type ListedSubscription = Awaited<ReturnType<typeof listSubscriptions>>['rows'][number];

export const isSubscriptionCursor = (cursor: string) => isCursorOf(KEYSET, 'number', cursor);

const CELLS: CsvColumns<typeof SUBSCRIPTION_LIST, ListedSubscription> = {
  number: {
    Number: ({ number }) => number,
    State: ({ state }) => state,
    Service: ({ title }) => title,
  },
  buyer: { Buyer: ({ buyer }) => buyer ?? '' },
  until: { 'Paid until': ({ lastDay }) => lastDay ?? '' },
  amount: {
    Interval: ({ interval }) => interval,
    Amount: ({ amount, currency }) => toDecimal(amount, currency),
    Currency: ({ currency }) => currency,
  },
  method: { 'Payment method': ({ paymentMethod }) => paymentMethod },
  started: { Started: ({ startedAt }) => startedAt ?? '' },
  ended: { Ended: ({ endedAt }) => endedAt ?? '' },
};

/**
 * Exports the shown columns of the list as CSV, as far as the member may see it, and records the export in the audit log.
 * Throws {@link RefusedError} 400 for too many rows.
 */
export async function exportSubscriptions(
  appContext: ListContext,
  trace: Trace,
  member: Member,
  state: SubscriptionListState,
): Promise<string> {
  const { body, rows } = await exportList(SUBSCRIPTION_LIST, CELLS, KEYSET, state, (slice) =>
    readRows(appContext, member, state, slice),
  );
  const detail = orderMessage('orders.subscriptions-exported', { rows });
  await recordAudit(appContext, trace, 'subscriptions-exported', { detail });
  return body;
}

const KEYSET: Keyset<SortOf<typeof SUBSCRIPTION_LIST>> = {
  keys: {
    number: { value: subscriptions.number, kind: 'int' },
    // A subscription without a paid period is at one end of the list.
    until: {
      value: sql`coalesce(${subscriptions.periodEndsAt}, '9999-12-31T00:00:00Z'::timestamptz)`,
      kind: 'timestamptz',
    },
    amount: { value: subscriptions.amount, kind: 'bigint' },
  },
  id: { value: subscriptions.number, kind: 'int' },
};

async function readRows(
  { db, settings }: ReadContext,
  member: Member | Program,
  state: SubscriptionListState,
  { where, orderBy, limit, position }: Slice,
) {
  const rows = await db
    .select({ ...getTableColumns(subscriptions), position })
    .from(subscriptions)
    .where(and(visibleSubscriptions(member), isShown(state), where))
    .orderBy(...orderBy)
    .limit(limit);
  return rows.map((row) => ({
    id: formatSubscriptionNumber(row.number),
    number: formatSubscriptionNumber(row.number),
    title: row.terms.service.title,
    buyer: row.buyerEmail,
    state: row.state,
    interval: row.interval,
    amount: row.amount,
    currency: row.currency,
    paymentMethod: row.paymentMethod,
    paidBy: labelOfMethod(row.paymentMethod),
    lastDay: row.periodEndsAt && lastDayBefore(settings.supportTimezone, row.periodEndsAt),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    position: row.position,
  }));
}

function isShown({ filters: { state, q } }: SubscriptionListState): SQL | undefined {
  return and(
    state === '' ? undefined : eq(subscriptions.state, state),
    q === '' ? undefined : isSearched(q),
  );
}

function isSearched(search: string): SQL | undefined {
  const part = partPattern(search);
  const number = readSubscriptionNumber(toLatinDigits(search));
  return or(
    ilike(subscriptions.buyerEmail, part),
    sql`${subscriptions.terms} -> 'service' ->> 'title' ilike ${part}`,
    number === undefined ? undefined : eq(subscriptions.number, number),
  );
}
