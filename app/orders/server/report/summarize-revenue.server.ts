import { daysOf } from '../../../chat/protocol/report-period.ts';
import { formatPercent } from '../../../platform/formats.ts';
import { t } from '../../../i18n/translate.ts';
import { formatMoney } from '../../protocol/money.ts';
import type { RevenueFacts } from './read-revenue-report.server.ts';
import { nameOfService, type ServiceTitles } from './revenue-tables.server.ts';

type Summarized = Pick<
  RevenueFacts,
  'period' | 'comparison' | 'currency' | 'total' | 'services' | 'outstanding'
>;

/** Says in three sentences what changed: the revenue, the services that changed it most, and what buyers owe. */
export function summarizeRevenue(facts: Summarized, catalogue: ServiceTitles): string[] {
  return [describeTotal(facts), describeServices(facts, catalogue), describeOutstanding(facts)];
}

function describeTotal({ period, comparison, currency, total }: Summarized): string {
  const { net, before } = total;
  const amount = formatMoney(net, currency);
  if (net === 0 && before === 0) return t('There was no revenue in this period.');
  if (before === 0) {
    return t('Revenue was {amount}. There is nothing to compare it with yet.', { amount });
  }
  const earlier = formatMoney(before, currency);
  const days = daysOf(period).length;
  const percent = formatPercent(Math.abs(net - before) / before);
  const isYear = comparison === 'year';
  // A percentage of a negative revenue, or to one, says nothing.
  if (before < 0 || net < 0 || net === 0) {
    return isYear
      ? t('Revenue was {amount}, after {earlier} in the same days of the year before.', {
          amount,
          earlier,
        })
      : t(
          'Revenue was {amount}, after {earlier} in the {days, plural, one {day} other {# days}} before.',
          { amount, earlier, days },
        );
  }
  if (percent === formatPercent(0)) {
    return isYear
      ? t('Revenue was {amount}, about as much as in the same days of the year before.', { amount })
      : t(
          'Revenue was {amount}, about as much as in the {days, plural, one {day} other {# days}} before.',
          { amount, days },
        );
  }
  if (net > before) {
    return isYear
      ? t('Revenue was {amount}, {percent} more than in the same days of the year before.', {
          amount,
          percent,
        })
      : t(
          'Revenue was {amount}, {percent} more than in the {days, plural, one {day} other {# days}} before.',
          { amount, percent, days },
        );
  }
  return isYear
    ? t('Revenue was {amount}, {percent} less than in the same days of the year before.', {
        amount,
        percent,
      })
    : t(
        'Revenue was {amount}, {percent} less than in the {days, plural, one {day} other {# days}} before.',
        { amount, percent, days },
      );
}

function describeServices(
  { currency, total, services }: Summarized,
  catalogue: ServiceTitles,
): string {
  const named = services
    .map((row) => ({ ...row, change: row.net - row.before, title: nameOfService(row, catalogue) }))
    .toSorted((one, other) => other.change - one.change);
  const [up, down] = [named[0], named.at(-1)];
  if (!up || !down || named.every(({ net, before }) => net === 0 && before === 0)) {
    return t('No service was paid or refunded.');
  }
  if (total.before === 0) {
    const most = named.toSorted((one, other) => other.net - one.net)[0] ?? up;
    return t('{service} brought the most: {amount}.', {
      service: most.title,
      amount: formatMoney(most.net, currency),
    });
  }
  const more = `+${formatMoney(up.change, currency)}`;
  const less = formatMoney(down.change, currency);
  if (up.change > 0 && down.change < 0) {
    return t('{up} rose most ({more}); {down} fell most ({less}).', {
      up: up.title,
      more,
      down: down.title,
      less,
    });
  }
  if (up.change > 0) {
    return t('{service} rose most ({more}), and no service fell.', { service: up.title, more });
  }
  if (down.change < 0) {
    return t('{service} fell most ({less}), and no service rose.', { service: down.title, less });
  }
  return t('Every service brought as much as before.');
}

function describeOutstanding({ currency, outstanding }: Summarized): string {
  const sum = (rows: Summarized['outstanding']) => ({
    count: rows.reduce((all, { count }) => all + count, 0),
    amount: formatMoney(
      rows.reduce((all, { amount }) => all + amount, 0),
      currency,
    ),
  });
  const overdue = sum(outstanding.filter(({ age }) => age > 0));
  const open = sum(outstanding);
  if (open.count === 0) return t('No buyer owes anything.');
  if (overdue.count === 0) {
    return t(
      '{count, plural, one {One payment of {amount} is} other {# payments of {amount} in total are}} outstanding, none of them overdue.',
      open,
    );
  }
  const { count: old } = sum(outstanding.filter(({ age }) => age > 2));
  if (old === 0) {
    return t(
      '{count, plural, one {One payment of {amount} is} other {# payments of {amount} in total are}} overdue, none for more than a month.',
      overdue,
    );
  }
  return t(
    '{count, plural, one {One payment of {amount} is} other {# payments of {amount} in total are}} overdue, {old, plural, one {one} other {#}} for more than a month.',
    { ...overdue, old },
  );
}
