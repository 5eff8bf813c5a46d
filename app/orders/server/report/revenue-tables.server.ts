import { formatsNow, t } from '../../../i18n/translate.ts';
import type { Currency } from '../../../platform/currencies.ts';
import { formatDuration } from '../../../platform/format-quantity.ts';
import { dateFormat, formatPercent } from '../../../platform/formats.ts';
import { formatMoney, toDecimal } from '../../protocol/money.ts';
import {
  REVENUE_TITLES,
  type RevenueCell,
  type RevenueTable,
} from '../../protocol/revenue-report.ts';
import type { DeliveryTime } from './read-delivery-times.server.ts';
import type { RevenueContext, RevenueFacts } from './read-revenue-report.server.ts';
import type { Revenue, RevenueRow } from './read-revenue.server.ts';
import type { PartLength } from './revenue-parts.ts';

export type ServiceTitles = RevenueContext['catalogue'];

const MONTH = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAY = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });
const CHART_DAY = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

const CHART_MONTH = dateFormat({ month: 'short', timeZone: 'UTC' });

/** Labels of a chart leave no room for the year. */
export const formatChartMonth = (day: string) => CHART_MONTH.format(dateOf(day));
export const formatChartPart = (day: string) => CHART_DAY.format(dateOf(day));
export const formatReportDay = (day: string) => DAY.format(dateOf(day));
const formatMonth = (day: string) => MONTH.format(dateOf(day));

interface Row extends Revenue {
  readonly name: RevenueCell;
}

/** Rows that the page shows by name; the others are one row. The export has all. */
export const ROWS_SHOWN = 50;

/** Builds the tables of the page and of the export, which have the same rows, except for 'Others'. */
export function toRevenueTables(
  facts: RevenueFacts,
  catalogue: ServiceTitles,
  rowsAtMost = ROWS_SHOWN,
): RevenueTable[] {
  const { currency, total } = facts;
  const group = (rows: readonly Row[]) => rowsOf(rows, total, currency, rowsAtMost);
  const columns = (first: string) => [
    first,
    t('Revenue'),
    t('Orders'),
    t('Share'),
    t('Before'),
    t('Change'),
  ];
  const empty = t('No revenue in this period or the one before.');
  return [
    timeTable(facts),
    {
      name: 'service',
      title: t(REVENUE_TITLES.service),
      note: t('An order with several services counts for each of them, with its own lines.'),
      columns: columns(t('Service')),
      rows: group(
        facts.services.map((row) => ({
          ...row,
          name: {
            text: nameOfService(row, catalogue),
            isWritten: true,
            ...(row.id === null ? {} : { to: `/team/orders?show=all&service=${row.id}` }),
          },
        })),
      ),
      empty,
    },
    {
      name: 'section',
      title: t(REVENUE_TITLES.section),
      note: t('A service counts for the section in which it is now.'),
      columns: columns(t('Section')),
      rows: group(bySection(facts.services, catalogue)),
      empty,
    },
    {
      name: 'agent',
      title: t(REVENUE_TITLES.agent),
      note: t('An order counts for the agent who made its offer.'),
      columns: columns(t('Agent')),
      rows: group(
        facts.agents.map((row) => ({
          ...row,
          name: { text: row.name ?? nameWithoutAgent(row), isWritten: row.name !== null },
        })),
      ),
      empty,
    },
    {
      name: 'client',
      title: t(REVENUE_TITLES.client),
      note: t('Orders of a company count for the company.'),
      columns: columns(t('Client')),
      rows: group(
        facts.clients.map((row) => ({
          ...row,
          name: {
            text: row.name ?? t('No longer kept'),
            isWritten: row.name !== null,
            ...(row.companyId === null && row.name !== null
              ? { to: `/team/orders?show=all&q=${encodeURIComponent(row.name)}` }
              : {}),
          },
        })),
      ),
      empty,
    },
    {
      name: 'coupon',
      title: t(REVENUE_TITLES.coupon),
      note: t('Revenue is after the discount.'),
      columns: columns(t('Coupon')),
      rows: group(
        facts.coupons.map((row) => ({
          ...row,
          name: {
            text: row.name ?? t('Without a coupon'),
            isWritten: row.name !== null,
            ...(row.id === null ? {} : { to: `/team/coupons/${row.id}` }),
          },
        })),
      ),
      empty,
    },
    recurringTable(facts),
    outstandingTable(facts),
    deliveryTable(facts.deliveries),
  ];
}

export function nameOfService({ id }: Pick<RevenueRow, 'id'>, catalogue: ServiceTitles): string {
  if (id === null) return t('Not from the catalogue');
  return catalogue.findServiceById(id)?.service.title ?? t('Hidden service');
}

function nameWithoutAgent({ source }: RevenueRow): string {
  if (source === 'subscription') return t('Subscriptions');
  return source === 'checkout' ? t('Ordered directly') : t('Former colleague');
}

function bySection(services: readonly RevenueRow[], catalogue: ServiceTitles): Row[] {
  const sections = new Map<string, Row>();
  for (const row of services) {
    const found = row.id === null ? undefined : catalogue.findServiceById(row.id);
    const title = found ? catalogue.titleOfSection(found.service.section) : '';
    const { net, before, orders } = sections.get(title) ?? { net: 0, before: 0, orders: 0 };
    sections.set(title, {
      name: { text: title || t('Not from the catalogue'), isWritten: title !== '' },
      net: net + row.net,
      before: before + row.before,
      orders: orders + row.orders,
    });
  }
  return [...sections.values()];
}

function rowsOf(
  rows: readonly Row[],
  total: Revenue,
  currency: Currency,
  rowsAtMost: number,
): RevenueCell[][] {
  const sorted = rows
    .filter(({ net, before, orders }) => net !== 0 || before !== 0 || orders > 0)
    .toSorted((one, other) => other.net - one.net || other.before - one.before);
  const shown = sorted.slice(0, rowsAtMost);
  const left = (value: (row: Revenue) => number) =>
    shown.reduce((sum, row) => sum - value(row), value(total));
  const others = {
    name: { text: t('Others') },
    net: left(({ net }) => net),
    before: left(({ before }) => before),
    orders: left(({ orders }) => orders),
  };
  const isAll = others.net === 0 && others.before === 0 && sorted.length === shown.length;
  return [...shown, ...(isAll ? [] : [others])].map(({ name, ...row }) => [
    name,
    money(row.net, currency),
    count(row.orders),
    share(row.net, total.net),
    money(row.before, currency),
    change(row.net, row.before),
  ]);
}

const count = (value: number): RevenueCell => ({
  text: value.toLocaleString(formatsNow()),
  csv: { number: String(value) },
});

const money = (amount: number, currency: Currency): RevenueCell => ({
  text: formatMoney(amount, currency),
  csv: { number: `${amount < 0 ? '-' : ''}${toDecimal(Math.abs(amount), currency)}` },
});

/** A share of a negative sum says nothing. */
const share = (part: number, all: number): RevenueCell =>
  all <= 0 || part < 0
    ? { text: '–', csv: '' }
    : { text: formatPercent(part / all), csv: { number: (part / all).toFixed(4) } };

export function formatChange(now: number, before: number): string {
  if (before <= 0) return now > 0 && before === 0 ? t('new') : '–';
  return new Intl.NumberFormat(formatsNow(), {
    style: 'percent',
    signDisplay: 'exceptZero',
  }).format((now - before) / before);
}

const change = (now: number, before: number): RevenueCell => ({
  text: formatChange(now, before),
  csv: before > 0 ? { number: ((now - before) / before).toFixed(4) } : '',
});

const NAME_OF_PART: Readonly<Record<PartLength, () => string>> = {
  day: () => t('Day'),
  week: () => t('Seven days from'),
  month: () => t('Month from'),
};

function timeTable({ parts, now, before, currency }: RevenueFacts): RevenueTable {
  return {
    name: 'time',
    title: t(REVENUE_TITLES.time),
    columns: [
      NAME_OF_PART[parts.length](),
      t('Revenue'),
      t('Compared with'),
      t('Before'),
      t('Change'),
    ],
    rows: now.map((net, index) => [
      { text: formatReportDay(parts.now[index] ?? ''), csv: parts.now[index] ?? '' },
      money(net, currency),
      { text: formatReportDay(parts.before[index] ?? ''), csv: parts.before[index] ?? '' },
      money(before[index] ?? 0, currency),
      change(net, before[index] ?? 0),
    ]),
    empty: '',
  };
}

function recurringTable({ months, recurring, currency }: RevenueFacts): RevenueTable {
  const byMonth = new Map(recurring.map((row) => [row.month, row]));
  const rows = months.slice(0, -1).map((month, index) => {
    const {
      total = 0,
      subscriptions = 0,
      added = 0,
      lost = 0,
      changed = 0,
    } = byMonth.get(index) ?? {};
    return [
      { text: formatMonth(month), csv: month.slice(0, 7) },
      money(total, currency),
      count(subscriptions),
      money(added, currency),
      money(0 - lost, currency),
      money(changed, currency),
      money(added - lost + changed, currency),
    ];
  });
  return {
    name: 'recurring',
    title: t(REVENUE_TITLES.recurring),
    note: t(
      'Active, past due and ending subscriptions at the end of each month, without tax. A weekly price counts 52/12 times, a quarterly one a third, a yearly one a twelfth.',
    ),
    columns: [
      t('Month'),
      t('At the end'),
      t('Subscriptions'),
      t('New'),
      t('Lost'),
      t('Price changes'),
      t('Net change'),
    ],
    rows: recurring.length === 0 ? [] : rows,
    empty: t('Subscriptions will appear here.'),
  };
}

const NAMES_OF_AGES: readonly (() => string)[] = [
  () => t('Not due yet'),
  () => t('1 to 10 days overdue'),
  () => t('11 to 30 days overdue'),
  () => t('31 to 60 days overdue'),
  () => t('More than 60 days overdue'),
];

function outstandingTable({ outstanding, currency }: RevenueFacts): RevenueTable {
  const byAge = new Map(outstanding.map((row) => [row.age, row]));
  return {
    name: 'outstanding',
    title: t(REVENUE_TITLES.outstanding),
    note: t(
      'Today, with tax: orders and milestones that wait for their payment. They are due with their invoice, or on the last day on which they can be paid.',
    ),
    columns: [t('Age'), t('Payments'), t('Amount')],
    rows:
      outstanding.length === 0
        ? []
        : NAMES_OF_AGES.map((name, age) => [
            {
              text: name(),
              to: age === 0 ? '/team/orders?show=awaiting+payment' : '/team/invoices?show=overdue',
            },
            count(byAge.get(age)?.count ?? 0),
            money(byAge.get(age)?.amount ?? 0, currency),
          ]),
    empty: t('No buyer owes anything.'),
  };
}

function deliveryTable(deliveries: readonly DeliveryTime[]): RevenueTable {
  const time = (seconds: number | null): RevenueCell =>
    seconds === null
      ? { text: '–', csv: '' }
      : {
          text: formatDuration(seconds, { hoursOfDays: true }),
          csv: { number: String(Math.round(seconds)) },
        };
  return {
    name: 'delivery',
    title: t(REVENUE_TITLES.delivery),
    note: t(
      'The median time to the first delivery of an order or milestone, in all currencies. An order counts for each of its assignees, without assignees for its owner.',
    ),
    columns: [t('Assignee'), t('Deliveries'), t('Median'), t('Median before')],
    rows: deliveries.some(({ count: all }) => all > 0)
      ? deliveries.map((row) => [
          {
            text: row.isTotal ? t('All') : (row.name ?? t('Unassigned')),
            isWritten: row.name !== null,
            ...(row.memberId === null
              ? {}
              : { to: `/team/orders?show=all&who=${encodeURIComponent(row.memberId)}` }),
          },
          count(row.count),
          time(row.median),
          time(row.before),
        ])
      : [],
    empty: t('Deliveries of this period will appear here.'),
  };
}
