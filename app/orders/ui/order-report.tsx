import { formatsNow, t } from '../../i18n/translate.ts';
import { formatPercentage, type OrderReportView } from '../protocol/order-report.ts';

interface OrderReportProps {
  readonly report: OrderReportView;
  readonly chatsBegun: number;
}

export function OrderReport({ report, chatsBegun }: OrderReportProps) {
  const { offers, chatsPaid, deliveries, refunds } = report;
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
      </dl>
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
