import { asc, eq, sql, type SQL } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '../../app/platform/db/database.server.ts';
import { orderEvents, orders } from '../../app/orders/server/tables.server.ts';
import { stateOfOrder } from '../../app/orders/protocol/milestone-transitions.ts';
import { readMilestones } from '../../app/orders/server/milestones/milestone-rows.server.ts';
import { readOffer } from '../../app/orders/server/offer/read-offer.server.ts';
import { balances } from './orders.ts';

/** What must hold of orders, threads, credit and books at any moment, whatever was done, or killed, before. */
export async function expectOrdersSound(
  db: Database,
  { paidBeforeInvoices = [] }: { readonly paidBeforeInvoices?: readonly number[] } = {},
): Promise<void> {
  const stored = await db.select().from(orders).orderBy(asc(orders.number));
  for (const row of stored) {
    await expectEventsSound(db, row);
    await expectFollowsMilestones(db, row);
  }
  await expectNone(db, WRONG_SUMS);
  await expectInvoices(db, paidBeforeInvoices);
  await expectThreadsSound(db);
  await expectBooksSound(db, stored);
}

/** Its events are numbered without gaps, each begins where the one before ended, the last is its state. */
async function expectEventsSound(db: Database, row: typeof orders.$inferSelect): Promise<void> {
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, row.id))
    .orderBy(asc(orderEvents.number));
  expect(events.map(({ number }) => number)).toEqual(events.map((_, at) => at + 1));
  expect(events.map(({ fromState }) => fromState)).toEqual([
    null,
    ...events.slice(0, -1).map(({ toState }) => toState),
  ]);
  expect(row).toMatchObject({ state: events.at(-1)?.toState, lastEvent: events.length });
}

/** The state of an order is that of its milestones. */
async function expectFollowsMilestones(
  db: Database,
  row: typeof orders.$inferSelect,
): Promise<void> {
  if (row.milestone === null || row.state === 'cancelled') return;
  const rows = await readMilestones(db, row);
  const { plan, questions } = await readOffer(db, row.offerId);
  const isRefundRequested = row.state === 'refund requested';
  const followed = stateOfOrder({
    milestones: rows,
    isAllAtOnce: plan?.isAllAtOnce ?? false,
    isBriefMissing: questions.length > 0 && row.brief === null,
    isRefundRequested,
  });
  expect(row.state, `E-${row.number}`).toBe(followed);
}

/** No sum below nothing, none given back that was not paid, each cent of credit there or spent. */
const WRONG_SUMS: Readonly<Record<string, SQL>> = {
  'an order with more given back than paid': sql`
    select number from orders where refunded_amount not between 0 and paid_amount
      or (paid_amount not in (0, amount) and milestone is null) or credit_amount not between 0 and amount`,
  'an order whose refunds come to something else': sql`
    select number from orders o where o.refunded_amount <> (
      select coalesce(sum(r.amount), 0) from refunds r
      left join payments p on p.id = r.payment_id
      where r.order_id = o.id and coalesce(p.state, 'booked') = 'booked'
        and r.state not in ('failed', 'cancelled'))`,
  'a paid order whose payment and credit are not what it costs': sql`
    select number from orders o where o.paid_amount > 0 and o.paid_amount <> o.credit_amount + (
      select coalesce(sum(p.amount), 0) from payments p
      where p.order_id = o.id and p.state = 'booked')`,
  'a payment of which more went back than came': sql`
    select p.reference from payments p where p.amount < (
      select coalesce(sum(r.amount), 0) from refunds r
      where r.payment_id = p.id and r.state not in ('failed', 'cancelled'))`,
  'a direct order whose lines come to something else': sql`
    select o.number from orders o join offers f on f.id = o.offer_id
    where o.amount <> f.amount or (f.source = 'checkout' and f.amount + f.discount_amount <> (
      select sum((l ->> 'quantity')::bigint * (l ->> 'unitAmount')::bigint
        - coalesce((l -> 'tax' ->> 'removed')::bigint, 0)
        + case when (l -> 'tax' ->> 'isIncluded')::boolean then 0
          else coalesce((l -> 'tax' ->> 'amount')::bigint, 0) end
        + coalesce((
        select sum((x ->> 'amount')::bigint) from jsonb_array_elements(l -> 'options') x), 0))
      from jsonb_array_elements(f.lines) l))`,
  'an order whose lines have another discount than its coupon': sql`
    select o.number from orders o join offers f on f.id = o.offer_id
    where f.discount_amount <> (
      select coalesce(sum((l ->> 'discount')::bigint), 0) from jsonb_array_elements(f.lines) l)`,
  'an order whose lines have another tax than its total': sql`
    select o.number from orders o join offers f on f.id = o.offer_id
    where o.tax_amount <> f.tax_amount or f.tax_amount <> (
      select coalesce(sum((l -> 'tax' ->> 'amount')::bigint), 0)
      from jsonb_array_elements(f.lines) l)`,
  'an order whose refunds contain more tax than it had': sql`
    select o.number from orders o where o.tax_amount < (
      select coalesce(sum(r.tax_amount), 0) from refunds r
      where r.order_id = o.id and r.state not in ('failed', 'cancelled'))`,
  'an order that was refunded in full with another tax than it had': sql`
    select o.number from orders o where o.state = 'refunded' and o.milestone is null and o.tax_amount <> (
      select coalesce(sum(r.tax_amount), 0) from refunds r
      where r.order_id = o.id and r.state not in ('failed', 'cancelled'))`,
  'a redemption whose state is not that of its order': sql`
    select o.number from orders o join coupon_redemptions r on r.order_id = o.id
    where r.state <> case o.state when 'awaiting payment' then 'reserved'
      when 'cancelled' then 'released' else 'consumed' end`,
  'an order with a coupon and no redemption, or with that of another coupon': sql`
    select o.number from orders o join offers f on f.id = o.offer_id
    left join coupon_redemptions r on r.order_id = o.id
    where f.coupon_id is distinct from r.coupon_id and f.source <> 'subscription'`,
  'a coupon with more redemptions than its limit': sql`
    select c.code from coupons c where c.total_limit < (
      select count(*) from coupon_redemptions r
      where r.coupon_id = c.id and r.state <> 'released')`,
  'a direct order without its form, or an order of an offer with one': sql`
    select o.number from orders o join offers f on f.id = o.offer_id
    where (f.source = 'checkout') <> (o.form_key is not null)`,
  'an order with two pages to pay on': sql`
    select order_id from checkouts where state in ('open', 'in progress')
    group by order_id having count(*) > 1`,
  'a paid order whose page says that nobody has paid': sql`
    select o.number from orders o join payments p on p.order_id = o.id and p.state = 'booked'
    join offers f on f.id = o.offer_id and f.source <> 'subscription'
    where p.way <> 'link' and not exists (
      select 1 from checkouts c where c.order_id = o.id and c.state = 'completed'
        and c.milestone is not distinct from p.milestone)`,
  'a credit that is not there and was not spent': sql`
    select c.id from credits c where c."left" not between 0 and c.amount or c.amount - c."left" <> (
      select coalesce(sum(u.amount), 0) from credit_uses u where u.credit_id = c.id)`,
  'an order with another sum of credit than was spent on it': sql`
    select o.number from orders o where o.credit_amount <> (
      select coalesce(sum(u.amount), 0) from credit_uses u where u.order_id = o.id)`,
  'a paid order whose invoice is open': sql`
    select o.number from orders o join invoices i on i.order_id = o.id
    left join milestones m on m.order_id = i.order_id and m.position = i.milestone
    where coalesce(m.funded_at, case when m.position is null then o.paid_at end) is not null
      and i.kind = 'invoice' and i.paid_at is null and i.voided_at is null`,
  'a cancelled order whose invoice is not void': sql`
    select o.number from orders o join invoices i on i.order_id = o.id
    where o.state = 'cancelled' and i.kind = 'invoice' and i.voided_at is null`,
  'an invoice over another sum than its order': sql`
    select i.number from invoices i join orders o on o.id = i.order_id
    left join milestones m on m.order_id = i.order_id and m.position = i.milestone
    where i.kind = 'invoice' and ((i.milestone is null) <> (o.milestone is null)
      or i.gross_amount <> coalesce(m.amount, o.amount)
      or i.tax_amount <> coalesce(m.tax_amount, o.tax_amount))`,
  'an invoice of which more was credited than it says': sql`
    select i.number from invoices i join invoices n on n.corrects_id = i.id
    group by i.id having sum(n.gross_amount) > i.gross_amount or sum(n.tax_amount) > i.tax_amount`,
  'a void invoice of which something is left': sql`
    select i.number from invoices i left join invoices n on n.corrects_id = i.id
    where i.voided_at is not null group by i.id
    having coalesce(sum(n.gross_amount), 0) <> i.gross_amount`,
  'a completed refund without a credit note': sql`
    select r.id from refunds r join orders o on o.id = r.order_id
    left join payments p on p.id = r.payment_id
    where r.state = 'done' and coalesce(p.state, 'booked') = 'booked'
      and exists (select 1 from invoices i where i.order_id = o.id)
      and not exists (select 1 from invoices n where n.refund_id = r.id)
      and not exists (select 1 from invoices n
        where n.order_id = o.id and n.reason in ('void', 'correction'))`,
  'an order whose milestones are not its plan': sql`
    select o.number from orders o join offers f on f.id = o.offer_id
    where coalesce(jsonb_array_length(f.plan -> 'milestones'), 0) <> (
      select count(*) from milestones m where m.order_id = o.id)
      or (f.plan is null) <> (o.milestone is null)`,
  'an order whose milestones come to another sum': sql`
    select o.number from orders o join milestones m on m.order_id = o.id
    group by o.id having sum(m.amount) <> o.amount or sum(m.tax_amount) <> o.tax_amount
      or sum(m.refunded_amount) <> o.refunded_amount or sum(m.credit_amount) <> o.credit_amount
      or coalesce(sum(m.amount) filter (where m.funded_at is not null), 0) <> o.paid_amount`,
  'a milestone whose lines come to another sum': sql`
    select m.order_id, m.position from milestones m
    where (m.amount, m.tax_amount) <> (
      select sum((x ->> 'net')::bigint + (x ->> 'tax')::bigint), sum((x ->> 'tax')::bigint)
      from jsonb_array_elements(m.taxes) x)`,
  'a line of which the milestones contain another tax': sql`
    select o.number, l.at from orders o join offers f on f.id = o.offer_id
    cross join jsonb_array_elements(f.lines) with ordinality l (line, at)
    where o.milestone is not null
      and coalesce((l.line -> 'tax' ->> 'amount')::bigint, 0) <> (
        select coalesce(sum((x ->> 'tax')::bigint), 0) from milestones m
        cross join jsonb_array_elements(m.taxes) x
        where m.order_id = o.id and (x ->> 'line')::bigint = l.at - 1)`,
  'a milestone whose refunds come to another sum': sql`
    select m.order_id, m.position from milestones m where m.refunded_amount <> (
      select coalesce(sum(r.amount), 0) from refunds r left join payments p on p.id = r.payment_id
      where r.order_id = m.order_id and r.milestone = m.position
        and coalesce(p.state, 'booked') = 'booked' and r.state not in ('failed', 'cancelled'))`,
  'a refunded milestone with another tax than it had': sql`
    select m.order_id, m.position from milestones m where m.state = 'refunded' and m.tax_amount <> (
      select coalesce(sum(r.tax_amount), 0) from refunds r
      where r.order_id = m.order_id and r.milestone = m.position
        and r.state not in ('failed', 'cancelled'))`,
  'a paid milestone whose payment and credit are not what it costs': sql`
    select m.order_id, m.position from milestones m
    where m.funded_at is not null and m.amount <> m.credit_amount + (
      select coalesce(sum(p.amount), 0) from payments p
      where p.order_id = m.order_id and p.milestone = m.position and p.state = 'booked')`,
  'a paid milestone without an invoice': sql`
    select m.order_id, m.position from milestones m where m.funded_at is not null and not exists (
      select 1 from invoices i
      where i.order_id = m.order_id and i.milestone = m.position and i.kind = 'invoice')`,
  'a milestone that was paid before the one in front of it': sql`
    select m.order_id, m.position from milestones m
    join milestones b on b.order_id = m.order_id and b.position = m.position - 1
    where m.funded_at is not null and b.funded_at is null`,
  'an order with other dates than its current milestone': sql`
    select o.number from orders o join milestones m on m.order_id = o.id and m.position = o.milestone
    where (o.delivery_due_at, o.delivered_at, o.acceptance_due_at, o.revisions_used)
      is distinct from (m.delivery_due_at, m.delivered_at, m.acceptance_due_at, m.revisions_used)`,
  'a payment, refund or page of an order with milestones that names none': sql`
    select o.number from orders o join (
      select order_id, milestone from payments union all select order_id, milestone from refunds
      union all select order_id, milestone from checkouts
      union all select order_id, milestone from invoices
      union all select order_id, milestone from deliveries
      union all select order_id, milestone from refund_requests) x on x.order_id = o.id
    where (o.milestone is null) <> (x.milestone is null)`,
  'a number that is missing in its series': sql`
    select s.kind, s.year, n from number_series s cross join generate_series(1, s.last) n
    where not exists (select 1 from invoices i
      where i.kind = s.kind and i.series_year = s.year and i.series_number = n)`,
  'a paid order whose revenue is not what the books say': sql`
    select o.number from orders o
    where o.state <> 'awaiting payment' and not o.is_test and (
      select coalesce(sum(amount), 0) from ledger where account = 'orders' and order_id = o.id
    ) <> (select coalesce(sum(net), 0) from revenue_lines where order_id = o.id)`,
  'a booking that does not add up to nothing': sql`
    select booking_id from ledger group by booking_id, currency having sum(amount) <> 0`,
  'a payment method by which more went out than came in': sql`
    select account from ledger where account like 'received:%'
    group by account, currency having sum(amount) > 0`,
};

async function expectNone(db: Database, wrong: Readonly<Record<string, SQL>>): Promise<void> {
  for (const [what, query] of Object.entries(wrong)) {
    expect((await db.execute(query)).rows, what).toEqual([]);
  }
}

/** An order that was paid in an older version has no invoice. */
async function expectInvoices(db: Database, exempt: readonly number[]): Promise<void> {
  const { rows } = await db.execute<{ number: number }>(sql`
    select o.number from orders o where o.paid_at is not null and o.amount > 0
      and not exists (select 1 from invoices i where i.order_id = o.id and i.kind = 'invoice')
    order by o.number`);
  expect(rows.map(({ number }) => number)).toEqual(exempt);
}

/**
 * Each change stands once in its thread, which has no gaps. An imported subscription without an order has no card to show
 * in the thread.
 */
async function expectThreadsSound(db: Database): Promise<void> {
  const { rows } = await db.execute(sql`
    select c.id, c.last_number, (select count(*)::int from visitor_messages m
        where m.conversation_id = c.id) as messages,
      (select count(*)::int from visitor_messages m where m.conversation_id = c.id and m.kind = 'order')
        as told,
      (select count(*)::int from order_events e join orders o on o.id = e.order_id
        where o.conversation_id = c.id and e.transition <> 'accept')
      + (select count(*)::int from subscription_events e
        join subscriptions s on s.id = e.subscription_id
        where s.conversation_id = c.id and e.transition not in ('place', 'import') and exists (
          select 1 from subscription_periods p join orders o on o.id = p.order_id
          where p.subscription_id = s.id and o.created_at <= e.at)) as changes,
      (select count(*)::int from visitor_messages m where m.conversation_id = c.id and m.kind = 'offer')
        as shown,
      (select count(*)::int from offers o where o.conversation_id = c.id and o.source = 'team')
        as offers
    from conversations c`);
  for (const row of rows) {
    expect(row).toMatchObject({ told: row.changes, shown: row.offers, messages: row.last_number });
  }
}

/** The books say of orders, credit and what is held what those say themselves. */
async function expectBooksSound(
  db: Database,
  stored: readonly (typeof orders.$inferSelect)[],
): Promise<void> {
  const books = await balances(db);
  expect(Object.values(books).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  const ofOrders = stored.reduce(
    (sum, { state, paidAmount, refundedAmount, creditAmount }) =>
      sum + (state === 'awaiting payment' ? creditAmount : paidAmount - refundedAmount),
    0,
  );
  const sumOf = async (query: SQL) => {
    const { rows } = await db.execute<{ sum: string }>(query);
    return Number(rows[0]?.sum);
  };
  const tax = await sumOf(sql`
    select (coalesce(sum(o.tax_amount), 0)
      + coalesce((select sum(m.tax_amount) from milestones m where m.funded_at is not null), 0)
      - coalesce((select sum(r.tax_amount) from refunds r
        where r.state not in ('failed', 'cancelled')), 0))::bigint as sum
    from orders o where o.paid_amount > 0 and o.milestone is null`);
  expect(books['tax USD'] ?? 0).toBe(tax);
  expect((books['orders USD'] ?? 0) + tax).toBe(ofOrders);
  expect(books['credit USD'] ?? 0).toBe(
    await sumOf(sql`select coalesce(sum("left"), 0)::bigint as sum from credits`),
  );
  expect(books['held USD'] ?? 0).toBe(
    await sumOf(sql`
      select coalesce(sum(p.amount - coalesce((select sum(r.amount) from refunds r
        where r.payment_id = p.id and r.state not in ('failed', 'cancelled')), 0)), 0)::bigint as sum
      from payments p where p.state = 'held'`),
  );
}
