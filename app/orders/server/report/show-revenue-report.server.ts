import { daysBefore } from '../../../chat/protocol/report-period.ts';
import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import { writeCsv } from '../../../platform/csv.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { formatMoney } from '../../protocol/money.ts';
import type {
  RevenueFigure,
  RevenueReportView,
  RevenueTableName,
} from '../../protocol/revenue-report.ts';
import { orderMessage } from '../../stored-messages.ts';
import {
  readRevenueFacts,
  type RevenueContext,
  type RevenueFacts,
  type RevenueQuery,
} from './read-revenue-report.server.ts';
import {
  formatChange,
  formatChartMonth,
  formatChartPart,
  formatReportDay,
  ROWS_SHOWN,
  toRevenueTables,
} from './revenue-tables.server.ts';
import { summarizeRevenue } from './summarize-revenue.server.ts';

const EXPORT_AT_MOST = 50_000;

// Nothing in this file checks the permission 'read-reports': pages and endpoints have done so.

export async function showRevenueReport(
  appContext: RevenueContext,
  query: RevenueQuery,
): Promise<RevenueReportView> {
  const facts = await readRevenueFacts(appContext, query, ROWS_SHOWN);
  const { currency, currencies, parts, now, before, months, recurring } = facts;
  const { from, to } = daysBefore(query.period, query.comparison);
  const monthly = new Map(recurring.map(({ month, total }) => [month, total]));
  return {
    currency,
    currencies,
    summary: summarizeRevenue(facts, appContext.catalogue),
    figures: figuresOf(facts),
    chart: {
      points: now.map((value, index) => ({ name: formatChartPart(parts.now[index] ?? ''), value })),
      before,
      beforeName: t('{from} to {to}', { from: formatReportDay(from), to: formatReportDay(to) }),
    },
    recurring:
      recurring.length === 0
        ? []
        : months.slice(0, -1).map((month, index) => ({
            name: formatChartMonth(month),
            value: monthly.get(index) ?? 0,
          })),
    tables: toRevenueTables(facts, appContext.catalogue),
  };
}

function figuresOf({
  currency,
  total,
  recurring,
  months,
  outstanding,
}: RevenueFacts): RevenueFigure[] {
  const last = recurring.find(({ month }) => month === months.length - 2);
  const overdue = outstanding.filter(({ age }) => age > 0);
  const sum = (rows: typeof outstanding) =>
    formatMoney(
      rows.reduce((all, { amount }) => all + amount, 0),
      currency,
    );
  return [
    {
      name: t('Revenue without tax'),
      value: formatMoney(total.net, currency),
      note: `${t('{count, plural, one {# order paid} other {# orders paid}}', {
        count: total.orders,
      })} · ${t('{amount} before ({change})', {
        amount: formatMoney(total.before, currency),
        change: formatChange(total.net, total.before),
      })}`,
    },
    {
      name: t('Refunded without tax'),
      value: formatMoney(total.refunded, currency),
      note: '',
    },
    {
      name: t('Monthly recurring revenue'),
      value: formatMoney(last?.total ?? 0, currency),
      note: t('{count, plural, one {# subscription} other {# subscriptions}}', {
        count: last?.subscriptions ?? 0,
      }),
    },
    {
      name: t('Outstanding'),
      value: sum(outstanding),
      note: t('{amount} overdue', { amount: sum(overdue) }),
    },
  ];
}

/**
 * Returns one table of the report as CSV, with all its rows, and records the export in the audit log. Throws
 * {@link RefusedError} 400 for a table that is too long.
 */
export async function exportRevenueTable(
  appContext: RevenueContext & ChangeContext,
  trace: Trace,
  query: RevenueQuery,
  name: RevenueTableName,
): Promise<string> {
  const facts = await readRevenueFacts(appContext, query, EXPORT_AT_MOST + 1);
  const table = toRevenueTables(facts, appContext.catalogue, EXPORT_AT_MOST + 1).find(
    (one) => one.name === name,
  );
  if (!table || table.rows.length > EXPORT_AT_MOST) {
    throw new RefusedError(400, t('There are too many rows for one file. Choose fewer days.'));
  }
  const { from, to } = query.period;
  await recordAudit(appContext, trace, 'report-exported', {
    subjectMessage: orderMessage('orders.revenue-table', { name }),
    detail: orderMessage('orders.funnel-exported', { from, to, rows: table.rows.length }),
  });
  const isOfCurrency = name !== 'delivery';
  return writeCsv([
    [...table.columns, ...(isOfCurrency ? [t('Currency')] : [])],
    ...table.rows.map((row) => [
      ...row.map(({ text, csv }) => csv ?? text),
      ...(isOfCurrency ? [facts.currency] : []),
    ]),
  ]);
}
