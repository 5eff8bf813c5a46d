import { Fragment } from 'react';
import { formatsNow, t, msg } from '../../i18n/translate.ts';
import {
  formatPercentage,
  type OrderReportView,
  type RevenueGroup,
} from '../protocol/order-report.ts';
import { formatMoney } from '../protocol/money.ts';

interface OrderReportProps {
  readonly report: OrderReportView;
  readonly chatsBegun: number;
}

export function OrderReport({ report, chatsBegun }: OrderReportProps) {
  const { offers, chatsPaid, money, deliveries, refunds, groups } = report;
  const figures = [
    { name: t('Chats with a paid order'), value: chatsPaid.toLocaleString(formatsNow()) },
    { name: t('Share of paid chats'), value: formatPercentage(chatsPaid, chatsBegun) },
    { name: t('Offers sent'), value: String(offers.sent) },
    { name: t('Offers accepted'), value: String(offers.accepted) },
    { name: t('Conversion'), value: formatPercentage(offers.accepted, offers.sent) },
    { name: t('Deliveries'), value: String(deliveries.all) },
    { name: t('Late deliveries'), value: formatPercentage(deliveries.late, deliveries.all) },
    { name: t('Refund requests'), value: String(refunds.asked) },
    { name: t('Refunds decided late'), value: String(refunds.answeredLate) },
  ];
  return (
    <section aria-labelledby="order-report" className="mt-12">
      <h2 id="order-report" className="text-[26px]">
        {t('Orders')}
      </h2>
      <dl className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-3">
        {figures.map(({ name, value }) => (
          <Figure key={name} name={name} value={value} />
        ))}
        {money.map(({ currency, paid, refunded }) => (
          <Fragment key={currency}>
            <Figure
              name={t('Paid in {currency}', { currency })}
              value={formatMoney(paid, currency)}
            />
            <Figure
              name={t('Refunded in {currency}', { currency })}
              value={formatMoney(refunded, currency)}
            />
            <Figure
              name={t('Paid after refunds in {currency}', { currency })}
              value={formatMoney(paid - refunded, currency)}
            />
          </Fragment>
        ))}
      </dl>
      {groups.map((group) => group.rows.length > 0 && <Group key={group.name} group={group} />)}
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="rounded-card bg-surface p-4 ring-1 ring-line">
      <dt dir="auto" className="text-[14px] text-ink-2">
        {name}
      </dt>
      <dd className="mt-1 text-[22px] font-bold tabular-nums">{value}</dd>
    </div>
  );
}

const NAMES = {
  Service: msg('Service'),
  Agent: msg('Agent'),
  Topic: msg('Topic'),
  Month: msg('Month'),
} as const;

const PAID_BY = {
  Service: msg('Paid per service'),
  Agent: msg('Paid per agent'),
  Topic: msg('Paid per topic'),
  Month: msg('Paid per month'),
} as const;

/** Formats '2026-11' as 'November 2026'. */
function formatMonth(month: string): string {
  return new Date(`${month}-01`).toLocaleDateString(formatsNow(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

function Group({ group: { name, rows } }: { readonly group: RevenueGroup }) {
  return (
    <table className="mt-8 w-full max-w-[760px] border-collapse text-[15px]">
      <caption className="pb-2 text-start text-[17px] font-semibold">{t(PAID_BY[name])}</caption>
      <thead>
        <tr className="border-b border-line text-[14px] text-ink-2">
          <th className="py-2 text-start font-semibold">{t(NAMES[name])}</th>
          <th className="py-2 text-end font-semibold">{t('Orders')}</th>
          <th className="py-2 text-end font-semibold">{t('Paid')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, currency, orders, paid }) => (
          <tr key={`${label} ${currency}`} className="border-b border-line">
            <td dir="auto" className="py-2 [overflow-wrap:anywhere]">
              {name === 'Month' ? formatMonth(label) : label}
            </td>
            <td className="py-2 text-end tabular-nums">{orders}</td>
            <td className="py-2 text-end tabular-nums">{formatMoney(paid, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
