import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import type { OrderReportView } from '../../protocol/order-report.ts';
import { within as isWithin, type Bounds } from './read-revenue.server.ts';

interface Counts extends Record<string, unknown> {
  readonly sent: string;
  readonly accepted: string;
  readonly chats_paid: string;
  readonly delivered: string;
  readonly late: string;
  readonly asked: string;
  readonly answered_late: string;
}

/** Leaves out what belongs to the test order. */
const IS_SALE = sql`not exists (select 1 from orders o where o.id = order_id and o.is_test)`;

/**
 * Reads offers, deliveries and refund requests of a period. Does not check the permission
 * 'read-reports': the pages must.
 */
export async function readOrderReport(db: Database, period: Bounds): Promise<OrderReportView> {
  const within = (column: SQL) => isWithin(column, period);
  const { rows } = await db.execute<Counts>(sql`
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
            and ${IS_SALE}) as answered_late`);
  const [row] = rows;
  return {
    offers: { sent: Number(row?.sent ?? 0), accepted: Number(row?.accepted ?? 0) },
    chatsPaid: Number(row?.chats_paid ?? 0),
    deliveries: { all: Number(row?.delivered ?? 0), late: Number(row?.late ?? 0) },
    refunds: { asked: Number(row?.asked ?? 0), answeredLate: Number(row?.answered_late ?? 0) },
  };
}
