import { sql, type SQL } from 'drizzle-orm';
import { t } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Currency } from '../../../platform/currencies.ts';
import type { OrderReportView, RevenueGroup } from '../../protocol/order-report.ts';

const ROWS_SHOWN = 20;

interface Bounds {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

interface Counts extends Record<string, unknown> {
  readonly sent: string;
  readonly accepted: string;
  readonly chats_paid: string;
  readonly delivered: string;
  readonly late: string;
  readonly asked: string;
  readonly answered_late: string;
}

/** Entries of refunds in the account of the orders. The tax of an order leaves it with the payment. */
const IS_REFUND = sql`((amount < 0 and key not like 'tax paid %')
  or key like 'refund back %' or key like 'tax refunded %')`;

/** Leaves out what belongs to the test order. */
const IS_SALE = sql`not exists (select 1 from orders o where o.id = order_id and o.is_test)`;

/**
 * Reads offers, payments without tax, deliveries and refund requests of a period. Does not check the permission
 * 'read-reports': the pages must.
 */
export async function readOrderReport(
  db: Database,
  { from, to }: Bounds,
): Promise<OrderReportView> {
  const within = (column: SQL) =>
    sql`${column} >= ${from.toISOString()}::timestamptz and ${column} < ${to.toISOString()}::timestamptz`;
  const [counts, money, groups] = await Promise.all([
    db.execute<Counts>(sql`
      select
        (select count(*) from offers where source = 'team' and ${within(sql`created_at`)}) as sent,
        (select count(*) from offers
          where source = 'team' and ${within(sql`created_at`)} and state = 'accepted')
          as accepted,
        (select count(distinct c.id) from orders o
          join conversations c on c.id = o.conversation_id
          where o.paid_at is not null and ${within(sql`c.started_at`)}) as chats_paid,
        (select count(*) from deliveries where ${within(sql`created_at`)} and ${IS_SALE}) as delivered,
        (select count(*) from deliveries where ${within(sql`created_at`)} and created_at > due_at
          and ${IS_SALE})
          as late,
        (select count(*) from refund_requests where ${within(sql`asked_at`)} and ${IS_SALE}) as asked,
        (select count(*) from refund_requests
          where ${within(sql`asked_at`)} and coalesce(decided_at, now()) > due_at
            and ${IS_SALE}) as answered_late`),
    db.execute<{ currency: Currency; paid: string; refunded: string }>(sql`
      select currency,
        coalesce(sum(amount) filter (where not ${IS_REFUND}), 0) as paid,
        coalesce(-sum(amount) filter (where ${IS_REFUND}), 0) as refunded
      from ledger where account = 'orders' and ${within(sql`at`)} and ${IS_SALE}
      group by currency order by paid desc`),
    readGroups(db, within(sql`part.paid_at`)),
  ]);
  const [row] = counts.rows;
  return {
    offers: { sent: Number(row?.sent ?? 0), accepted: Number(row?.accepted ?? 0) },
    chatsPaid: Number(row?.chats_paid ?? 0),
    money: money.rows.map(({ currency, paid, refunded }) => ({
      currency,
      paid: Number(paid),
      refunded: Number(refunded),
    })),
    deliveries: { all: Number(row?.delivered ?? 0), late: Number(row?.late ?? 0) },
    refunds: { asked: Number(row?.asked ?? 0), answeredLate: Number(row?.answered_late ?? 0) },
    groups,
  };
}

function readGroups(db: Database, inPeriod: SQL): Promise<RevenueGroup[]> {
  const labels: Readonly<Record<RevenueGroup['name'], SQL>> = {
    Service: sql`f.lines -> 0 ->> 'title'`,
    Agent: sql`coalesce(nullif(trim(p.full_name), ''), split_part(p.email, '@', 1))`,
    Topic: sql`c.topic`,
    Month: sql`to_char(part.paid_at, 'YYYY-MM')`,
  };
  const names = Object.keys(labels) as RevenueGroup['name'][];
  return Promise.all(
    names.map(async (name) => {
      const { rows } = await db.execute<{
        label: string | null;
        source: string | null;
        currency: Currency;
        orders: string;
        paid: string;
      }>(sql`
        select ${labels[name]} as label, case when ${labels[name]} is null then f.source end as source,
          o.currency, count(distinct o.id) as orders, sum(part.net) as paid
        from orders o
        cross join lateral (
          select o.paid_at, o.paid_amount - o.tax_amount as net where o.milestone is null
          union all
          select m.funded_at, m.amount - m.tax_amount from milestones m where m.order_id = o.id
        ) part
        join offers f on f.id = o.offer_id
        left join profiles p on p.id = f.agent_id
        left join conversations c on c.id = o.conversation_id
        where ${inPeriod} and f.source <> 'request' and not o.is_test
        group by 1, 2, 3 order by 5 desc limit ${ROWS_SHOWN}`);
      return {
        name,
        rows: rows.map(({ label, source, currency, orders, paid }) => ({
          label: label ?? labelWithout(name, source),
          currency,
          orders: Number(orders),
          paid: Number(paid),
        })),
      };
    }),
  );
}

/** Direct orders have no agent; an erased conversation has no topic. */
function labelWithout(name: RevenueGroup['name'], source: string | null): string {
  if (name !== 'Agent') return t('No longer kept');
  if (source === 'subscription' || source === 'request') return t('Subscriptions');
  return source === 'checkout' ? t('Ordered directly') : t('Former colleague');
}
