import type { Catalogue } from '../../../shop/catalogue.ts';
import {
  boundsOf,
  daysBefore,
  type Comparison,
  type Days,
} from '../../../chat/protocol/report-period.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Currency } from '../../../platform/currencies.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { dayOf, startOfDay } from '../../../platform/weekly-hours.ts';
import { readDeliveryTimes, type DeliveryTime } from './read-delivery-times.server.ts';
import { readOutstanding, type Outstanding } from './read-outstanding.server.ts';
import { readRecurringRevenue, type RecurringMonth } from './read-recurring-revenue.server.ts';
import {
  readRevenueByClient,
  readRevenueGroups,
  readRevenueOverTime,
  type ClientRow,
  type RevenueRow,
  type RevenueTotal,
} from './read-revenue.server.ts';
import { splitIntoParts, twelveMonthsUntil, type RevenueParts } from './revenue-parts.ts';

export interface RevenueContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'supportTimezone' | 'currency'>;
  readonly catalogue: Pick<Catalogue, 'findServiceById' | 'titleOfSection'>;
}

export interface RevenueQuery {
  readonly period: Days;
  readonly comparison: Comparison;
  /** '' for the currency with the most revenue. */
  readonly currency: string;
}

/** The figures of one currency. */
export interface RevenueFacts extends RevenueQuery {
  readonly currency: Currency;
  /** All currencies with any figure, the most important first. */
  readonly currencies: readonly Currency[];
  readonly total: RevenueTotal;
  readonly parts: RevenueParts;
  readonly now: readonly number[];
  readonly before: readonly number[];
  readonly services: readonly RevenueRow[];
  readonly agents: readonly RevenueRow[];
  readonly coupons: readonly RevenueRow[];
  readonly clients: readonly ClientRow[];
  /** The first days of the months. The last month may not be over. */
  readonly months: readonly string[];
  readonly recurring: readonly RecurringMonth[];
  readonly outstanding: readonly Outstanding[];
  readonly deliveries: readonly DeliveryTime[];
}

/** Reads all figures. Does not check the permission 'read-reports': the callers must. */
export async function readRevenueFacts(
  { db, clock, settings }: RevenueContext,
  { period, comparison, currency: asked }: RevenueQuery,
  clientsAtMost: number,
): Promise<RevenueFacts> {
  const timeZone = settings.supportTimezone;
  const today = dayOf(timeZone, clock.now());
  const bounds = boundsOf(period, timeZone);
  const boundsBefore = boundsOf(daysBefore(period, comparison), timeZone);
  const parts = splitIntoParts(period, comparison);
  const months = twelveMonthsUntil(period.to);
  const startsOf = (days: readonly string[]) =>
    days.map((day) => new Date(startOfDay(timeZone, day)));
  const groups = await readRevenueGroups(db, bounds, boundsBefore);
  const recurring = await readRecurringRevenue(db, startsOf(months));
  const outstanding = await readOutstanding(db, { today, timeZone });
  const currencies = rankCurrencies(groups.totals, [...recurring, ...outstanding]);
  const currency = currencies.find((each) => each === asked) ?? currencies[0] ?? settings.currency;
  const isShown = (row: { readonly currency: Currency }) => row.currency === currency;
  const now = await readRevenueOverTime(db, startsOf(parts.now));
  const before = await readRevenueOverTime(db, startsOf(parts.before));
  const none = parts.now.slice(1).map(() => 0);
  return {
    period,
    comparison,
    currency,
    currencies: currencies.length > 0 ? currencies : [currency],
    total: groups.totals.find(isShown) ?? { currency, net: 0, before: 0, orders: 0, refunded: 0 },
    parts,
    now: now.get(currency) ?? none,
    before: before.get(currency) ?? none,
    services: groups.services.filter(isShown),
    agents: groups.agents.filter(isShown),
    coupons: groups.coupons.filter(isShown),
    clients: await readRevenueByClient(db, currency, bounds, boundsBefore, clientsAtMost),
    months,
    recurring: recurring.filter(isShown),
    outstanding: outstanding.filter(isShown),
    deliveries: await readDeliveryTimes(db, bounds, boundsBefore),
  };
}

/** Amounts in different currencies cannot be compared, so the currency with the most orders comes first. */
function rankCurrencies(
  totals: readonly RevenueTotal[],
  others: readonly { readonly currency: Currency }[],
): Currency[] {
  const ranked = totals.toSorted(
    (one, other) => other.orders - one.orders || other.net - one.net || other.before - one.before,
  );
  return [...new Set([...ranked, ...others].map(({ currency }) => currency))];
}
