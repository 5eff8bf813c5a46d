import { and, eq, notInArray, sql } from 'drizzle-orm';
import { invoices } from '../../../billing/server/tables.server.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { StoredMessage } from '../../../platform/stored-message.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import { orderMessage } from '../../stored-messages.ts';
import { differences, milestones, orders, OWN_BOOKS, payments, refunds } from '../tables.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Long enough to close a year, and shorter than any period after which documents expire. */
const LOOKS_BACK_DAYS = 400;
const LISTED_AT_MOST = 100;
const TRACE = { member: undefined, requestId: 'reconciliation' };

interface Difference {
  readonly reference: string;
  readonly whatMessage: StoredMessage;
}

/**
 * Compares invoices and credit notes with orders, milestones, refunds and their series, and lists differences beside those of the
 * payment services. Changes nothing else. Orders that were paid before the first invoice have none.
 */
export async function checkInvoices(appContext: ChangeContext): Promise<void> {
  const { clock } = appContext;
  const since = new Date(clock.now().getTime() - LOOKS_BACK_DAYS * DAY_MS);
  await change(appContext, TRACE, async (tx) => {
    const found = [
      ...(await findNotInvoiced(tx, since)),
      ...(await findUnpaid(tx, since)),
      ...(await findNotCredited(tx, since)),
      ...(await findCreditedTooMuch(tx, since)),
      ...(await findGaps(tx, since)),
      ...(await findWrongMilestones(tx, since)),
    ];
    const listed = [...new Map(found.map((each) => [each.reference, each])).values()].slice(
      0,
      LISTED_AT_MOST,
    );
    const names = listed.map(({ reference }) => reference);
    await tx
      .delete(differences)
      .where(
        and(
          eq(differences.way, OWN_BOOKS),
          names.length > 0 ? notInArray(differences.reference, names) : undefined,
        ),
      );
    if (listed.length === 0) return;
    await tx
      .insert(differences)
      .values(listed.map((each) => ({ ...each, way: OWN_BOOKS, foundAt: clock.now() }) as const))
      .onConflictDoNothing();
  });
}

async function findNotInvoiced(tx: Database, since: Date): Promise<Difference[]> {
  const rows = await tx
    .select({ number: orders.number })
    .from(orders)
    .where(
      sql`${orders.paidAt} >= ${since.toISOString()}::timestamptz and ${orders.amount} > 0
        and not ${orders.isTest}
        and ${orders.paidAt} >= (select min(first.created_at) from ${invoices} first)
        and (not exists (select 1 from ${invoices} i where i.order_id = ${orders.id})
          or exists (select 1 from ${milestones} m where m.order_id = ${orders.id}
            and m.funded_at is not null and not exists (
              select 1 from ${invoices} i
              where i.order_id = m.order_id and i.milestone = m.position)))`,
    )
    .limit(LISTED_AT_MOST);
  return rows.map(({ number }) => {
    const order = formatOrderNumber(number);
    return { reference: order, whatMessage: orderMessage('orders.not-invoiced', { order }) };
  });
}

async function findUnpaid(tx: Database, since: Date): Promise<Difference[]> {
  const rows = await tx
    .select({ order: orders.number, number: invoices.number })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(
      sql`${invoices.createdAt} >= ${since.toISOString()}::timestamptz and ${invoices.kind} = 'invoice'
        and ${invoices.paidAt} is null and ${invoices.voidedAt} is null
        and case when ${invoices.milestone} is null then ${orders.paidAt} else (
          select m.funded_at from ${milestones} m
          where m.order_id = ${orders.id} and m.position = ${invoices.milestone}) end is not null`,
    )
    .limit(LISTED_AT_MOST);
  return rows.map(({ number, order }) => ({
    reference: number,
    whatMessage: orderMessage('orders.invoice-not-paid', {
      number,
      order: formatOrderNumber(order),
    }),
  }));
}

/**
 * The credit notes of an invoice amount to its refunds at least. A refund may be covered by a credit note of a manager, and
 * that of a voided invoice does not count for the invoice that was issued instead.
 */
async function findNotCredited(tx: Database, since: Date): Promise<Difference[]> {
  const rows = await tx
    .select({ number: invoices.number, order: orders.number })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(
      sql`${orders.updatedAt} >= ${since.toISOString()}::timestamptz and ${orders.refundedAmount} > 0
        and ${invoices.kind} = 'invoice' and ${invoices.voidedAt} is null
        and coalesce((
            select sum(n.gross_amount) from ${invoices} n where n.corrects_id = ${invoices.id}), 0)
          < coalesce((
            select sum(r.amount) from ${refunds} r left join ${payments} p on p.id = r.payment_id
            where r.order_id = ${orders.id} and r.milestone is not distinct from ${invoices.milestone}
              and r.state = 'done' and r.taxes is not null
              and coalesce(p.state, 'booked') = 'booked'), 0)`,
    )
    .limit(LISTED_AT_MOST);
  return rows.map(({ number: invoice, order: number }) => ({
    reference: `refunds ${invoice}`,
    whatMessage: orderMessage('orders.not-credited', { order: formatOrderNumber(number) }),
  }));
}

async function findCreditedTooMuch(tx: Database, since: Date): Promise<Difference[]> {
  const rows = await tx
    .select({ number: invoices.number, order: orders.number })
    .from(invoices)
    .innerJoin(refunds, eq(refunds.id, invoices.refundId))
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(
      sql`${invoices.createdAt} >= ${since.toISOString()}::timestamptz
        and ${refunds.state} in ('failed', 'cancelled')`,
    )
    .limit(LISTED_AT_MOST);
  return rows.map(({ number, order }) => ({
    reference: number,
    whatMessage: orderMessage('orders.credited-too-much', {
      number,
      order: formatOrderNumber(order),
    }),
  }));
}

async function findGaps(tx: Database, since: Date): Promise<Difference[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select s.kind || ' ' || s.year || '/' || n as name
    from number_series s
    join lateral (
      select min(i.series_number) as first from ${invoices} i
      where i.kind = s.kind and i.series_year = s.year
        and i.created_at >= ${since.toISOString()}::timestamptz) f on f.first is not null
    cross join lateral generate_series(f.first, s.last) n
    where not exists (select 1 from ${invoices} i
      where i.kind = s.kind and i.series_year = s.year and i.series_number = n)
    limit ${LISTED_AT_MOST}`);
  return rows.map(({ name }) => ({
    reference: name,
    whatMessage: orderMessage('orders.number-missing', { number: name }),
  }));
}

/** The payments and refunds of a milestone say the same as the milestone. */
async function findWrongMilestones(tx: Database, since: Date): Promise<Difference[]> {
  const rows = await tx
    .selectDistinct({ number: orders.number })
    .from(milestones)
    .innerJoin(orders, eq(orders.id, milestones.orderId))
    .where(
      sql`${orders.updatedAt} >= ${since.toISOString()}::timestamptz and (
        case when ${milestones.fundedAt} is null then 0 else ${milestones.amount} end
          <> case when ${milestones.fundedAt} is null then 0 else ${milestones.creditAmount} end + coalesce((
            select sum(p.amount) from ${payments} p where p.order_id = ${milestones.orderId}
              and p.milestone = ${milestones.position} and p.state = 'booked'), 0)
        or ${milestones.refundedAmount} <> coalesce((
            select sum(r.amount) from ${refunds} r left join ${payments} p on p.id = r.payment_id
            where r.order_id = ${milestones.orderId} and r.milestone = ${milestones.position}
              and r.state in ('due', 'sent', 'done') and coalesce(p.state, 'booked') = 'booked'), 0))`,
    )
    .limit(LISTED_AT_MOST);
  return rows.map(({ number }) => {
    const order = formatOrderNumber(number);
    return {
      reference: `milestones ${order}`,
      whatMessage: orderMessage('orders.milestones-differ', { order }),
    };
  });
}
