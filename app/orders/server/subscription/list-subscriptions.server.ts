import { and, eq, ilike, or, sql, type SQL } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Program } from '../../../accounts/protocol/program.ts';
import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { lastDayBefore } from '../../deadlines.ts';
import type { SubscriptionQuery, SubscriptionSort } from '../../protocol/subscription-query.ts';
import {
  formatSubscriptionNumber,
  readSubscriptionNumber,
} from '../../protocol/subscription-transitions.ts';
import { writeSubscriptions } from '../../protocol/write-subscriptions.ts';
import { orderMessage } from '../../stored-messages.ts';
import type { SubscriptionRow } from './change-subscription.server.ts';
import { visibleSubscriptions } from './subscription-access.server.ts';
import { subscriptions } from './tables.server.ts';

const PER_PAGE = 50;
const EXPORT_AT_MOST = 50_000;

interface ListContext extends ChangeContext {
  readonly settings: Pick<Settings, 'supportTimezone'>;
}

type ReadContext = Pick<ListContext, 'db' | 'settings'>;

/** Returns one page. A cursor, unlike an offset, skips and repeats nothing while subscriptions are added. */
export async function listSubscriptions(
  appContext: ReadContext,
  member: Member | Program,
  query: SubscriptionQuery,
  perPage = PER_PAGE,
) {
  const { db } = appContext;
  const rows = await readRows(appContext, member, query, perPage + 1);
  const shown = rows.slice(0, perPage);
  const last = shown.at(-1);
  const visible = visibleSubscriptions(member);
  return {
    subscriptions: shown.map((row) => toListed(appContext, row)),
    next: rows.length > perPage && last ? `${VALUES[query.sort](last)}_${last.number}` : '',
    found: await db.$count(subscriptions, and(visible, isShown(query))),
    all: await db.$count(subscriptions, visible),
  };
}

export type ListedSubscription = Awaited<
  ReturnType<typeof listSubscriptions>
>['subscriptions'][number];

/**
 * Exports the filtered list as CSV, as far as the member may see it, and records the export in the audit log. Throws
 * {@link RefusedError} 400 for too many rows.
 */
export async function exportSubscriptions(
  appContext: ListContext,
  trace: Trace,
  member: Member,
  query: SubscriptionQuery,
): Promise<string> {
  const rows = await readRows(appContext, member, { ...query, after: '' }, EXPORT_AT_MOST + 1);
  if (rows.length > EXPORT_AT_MOST) {
    throw new RefusedError(
      400,
      t('There are too many subscriptions for one file. Use a filter to narrow them down.'),
    );
  }
  const detail = orderMessage('orders.subscriptions-exported', { rows: rows.length });
  await recordAudit(appContext, trace, 'subscriptions-exported', { detail });
  return writeSubscriptions(
    rows.map((row) => {
      const { paymentMethod, startedAt, endedAt } = row;
      return { ...toListed(appContext, row), paymentMethod, startedAt, endedAt };
    }),
  );
}

function toListed({ settings }: ReadContext, row: SubscriptionRow) {
  return {
    number: formatSubscriptionNumber(row.number),
    title: row.terms.service.title,
    buyer: row.buyerEmail,
    state: row.state,
    interval: row.interval,
    amount: row.amount,
    currency: row.currency,
    lastDay: row.periodEndsAt && lastDayBefore(settings.supportTimezone, row.periodEndsAt),
  };
}

/** A subscription without a paid period is paid until the end of time, so that it stands at one end of the list. */
const NEVER = '9999-12-31T00:00:00.000Z';

const SORT_VALUES: Readonly<Record<SubscriptionSort, SQL>> = {
  number: sql`${subscriptions.number}`,
  until: sql`date_trunc('milliseconds', coalesce(${subscriptions.periodEndsAt}, ${NEVER}::timestamptz))`,
  amount: sql`${subscriptions.amount}`,
};

const CASTS: Readonly<Record<SubscriptionSort, SQL>> = {
  number: sql`int`,
  until: sql`timestamptz`,
  amount: sql`bigint`,
};

const VALUES: Readonly<Record<SubscriptionSort, (row: SubscriptionRow) => string>> = {
  number: ({ number }) => String(number),
  until: ({ periodEndsAt }) => periodEndsAt?.toISOString() ?? NEVER,
  amount: ({ amount }) => String(amount),
};

function readRows(
  { db }: ReadContext,
  member: Member | Program,
  query: SubscriptionQuery,
  limit: number,
) {
  const direction = query.isDescending ? sql`desc` : sql`asc`;
  return db
    .select()
    .from(subscriptions)
    .where(and(visibleSubscriptions(member), isShown(query), isAfter(query)))
    .orderBy(
      sql`${SORT_VALUES[query.sort]} ${direction}`,
      sql`${subscriptions.number} ${direction}`,
    )
    .limit(limit);
}

function isAfter({ after, sort, isDescending }: SubscriptionQuery): SQL | undefined {
  if (after === '') return undefined;
  const [value = '', number = ''] = after.split('_');
  const than = isDescending ? sql`<` : sql`>`;
  return sql`(${SORT_VALUES[sort]}, ${subscriptions.number}) ${than} (${value}::${CASTS[sort]}, ${number}::int)`;
}

function isShown({ state, search }: SubscriptionQuery): SQL | undefined {
  return and(
    state === '' ? undefined : eq(subscriptions.state, state),
    search === '' ? undefined : isSearched(search),
  );
}

function isSearched(search: string): SQL | undefined {
  const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const number = readSubscriptionNumber(search);
  return or(
    ilike(subscriptions.buyerEmail, part),
    sql`${subscriptions.terms} -> 'service' ->> 'title' ilike ${part}`,
    number === undefined ? undefined : eq(subscriptions.number, number),
  );
}
