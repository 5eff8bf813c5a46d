import { and, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { checkouts, paymentEvents, payments } from '../tables.server.ts';

/** The body of an event whose text is erased. The id stays, so that the event is booked no second time. */
export const ERASED_BODY = '{}';

const SEARCHED_AT_ONCE = 500;

/**
 * Erases what providers told about payments of these orders, because it names the payer. An event that is not booked
 * yet keeps its body, which its booking needs.
 */
export async function eraseBodiesOf(tx: Database, orderIds: readonly string[]): Promise<void> {
  const of = [...orderIds];
  if (of.length === 0) return;
  await tx
    .update(paymentEvents)
    .set({ body: ERASED_BODY })
    .where(and(inArray(paymentEvents.orderId, of), isNotNull(paymentEvents.bookedAt)));
  // Events name a payment or its page. A reference that somebody typed could match other bodies by chance.
  const [paid, pages] = [
    await tx
      .select({ reference: payments.reference })
      .from(payments)
      .where(and(inArray(payments.orderId, of), ne(payments.way, 'link'))),
    await tx
      .select({ reference: checkouts.reference })
      .from(checkouts)
      .where(and(inArray(checkouts.orderId, of), isNotNull(checkouts.reference))),
  ];
  const references = [...paid, ...pages].flatMap(({ reference }) => reference ?? []);
  if (references.length > 0) await searchBodies(tx, references);
}

/** Searches the bodies of events without an order, which nothing but their text connects with one. */
async function searchBodies(tx: Database, references: readonly string[]): Promise<void> {
  const anyOf = sql`array[${sql.join(
    references.map((reference) => sql`${reference}`),
    sql`, `,
  )}]::text[]`;
  let after: readonly [paymentMethod: string, eventId: string] = ['', ''];
  for (;;) {
    // Joined with '', a compressed body is unpacked once instead of once for each reference.
    // oxlint-disable-next-line no-await-in-loop -- in batches, so that no statement takes long
    const { rows } = await tx.execute<{ paymentMethod: string; eventId: string }>(sql`
      with batch as materialized (
        select way, event_id, body || '' as text from payment_events
        where order_id is null and body <> '{}' and (way, event_id) > (${after[0]}, ${after[1]})
        order by way, event_id limit ${SEARCHED_AT_ONCE}
      ), erased as (
        update payment_events event set body = ${ERASED_BODY} from batch
        where event.way = batch.way and event.event_id = batch.event_id and event.booked_at is not null
          and exists (
            select 1 from unnest(${anyOf}) as reference where strpos(batch.text, reference) > 0
          )
      )
      select way as "paymentMethod", event_id as "eventId" from batch
      order by way desc, event_id desc limit 1`);
    const [last] = rows;
    if (!last) return;
    after = [last.paymentMethod, last.eventId];
  }
}
