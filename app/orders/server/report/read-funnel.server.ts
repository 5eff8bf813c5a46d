import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { recordAudit, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { writeCsv } from '../../../platform/csv.ts';
import { t } from '../../../i18n/translate.ts';
import type { Catalogue } from '../../../shop/catalogue.ts';
import type { FunnelRow } from '../../protocol/funnel.ts';
import { orderMessage } from '../../stored-messages.ts';

interface FunnelPeriod {
  /** The first and last day, both inclusive, such as 2026-11-21. */
  readonly from: string;
  readonly to: string;
}

interface Row extends Record<string, unknown> {
  readonly service_id: string;
  readonly day: string;
  readonly title: string | null;
  readonly pages: string;
  readonly forms: string;
  readonly placed: string;
  readonly paid: string;
}

/**
 * Reads views, direct orders and paid direct orders by service and day, in the shop's time zone. Does not check the
 * permission 'read-reports': the callers must.
 */
export async function readFunnel(
  db: Database,
  catalogue: Pick<Catalogue, 'services'>,
  { from, to }: FunnelPeriod,
  timeZone: string,
): Promise<FunnelRow[]> {
  const { rows } = await db.execute<Row>(sql`
    select service_id, day, max(title) as title, sum(pages) as pages, sum(forms) as forms,
      sum(placed) as placed, sum(paid) as paid
    from (
      select service_id, to_char(day, 'YYYY-MM-DD') as day, null as title, pages, forms,
        0 as placed, 0 as paid
      from service_views where day between ${from}::date and ${to}::date
      union all
      select f.lines -> 0 ->> 'serviceId', to_char(o.created_at at time zone ${timeZone}, 'YYYY-MM-DD'),
        f.lines -> 0 ->> 'title', 0, 0, 1, case when o.paid_at is null then 0 else 1 end
      from orders o join offers f on f.id = o.offer_id
      where f.source = 'checkout' and not o.is_test and f.lines -> 0 ->> 'serviceId' is not null
        and o.created_at >= ${from}::date::timestamp at time zone ${timeZone}
        and o.created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}
    ) counted
    group by service_id, day order by day, service_id`);
  const titles = new Map(catalogue.services.map(({ id, title }) => [id, title]));
  return rows.map(({ service_id: serviceId, day, title, pages, forms, placed, paid }) => ({
    serviceId,
    day,
    title: titles.get(serviceId) ?? title ?? t('Hidden service'),
    pages: Number(pages),
    forms: Number(forms),
    placed: Number(placed),
    paid: Number(paid),
  }));
}

export type FunnelFormat = 'csv' | 'json';

/** Writes one row for each service and day, and records the export in the audit log. */
export async function exportFunnel(
  appContext: ChangeContext,
  trace: Trace,
  rows: readonly FunnelRow[],
  { from, to }: FunnelPeriod,
  format: FunnelFormat,
): Promise<string> {
  await recordAudit(appContext, trace, 'report-exported', {
    subjectMessage: orderMessage('orders.funnel'),
    detail: orderMessage('orders.funnel-exported', { from, to, rows: rows.length }),
  });
  if (format === 'json') return `${JSON.stringify({ from, to, rows }, null, 2)}\n`;
  const head = [
    t('Day'),
    t('Service'),
    t('Page views'),
    t('Order form views'),
    t('Orders placed'),
    t('Orders paid'),
  ];
  return writeCsv([
    head,
    ...rows.map(({ day, title, pages, forms, placed, paid }) => [
      day,
      title,
      ...[pages, forms, placed, paid].map(String),
    ]),
  ]);
}
