import { and, eq, notInArray, sql } from 'drizzle-orm';
import { conversations } from '../../chat/server/tables.server.ts';
import { purgeDocuments } from '../../orders/server/purge-orders.server.ts';
import { offers, orders } from '../../orders/server/tables.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { readRetainedVisitors } from './read-demo.server.ts';
import { demoRecords } from './tables.server.ts';

/** Deletes the documents of demo buyers, which nobody ever got. A series must not get a gap, so that some may stay. */
export async function resetDemo(tx: Database): Promise<void> {
  const retained = await readRetainedVisitors(tx);
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .innerJoin(conversations, eq(conversations.id, offers.conversationId))
    .innerJoin(demoRecords, eq(demoRecords.recordId, sql`${conversations.visitorId}::text`))
    .where(and(eq(demoRecords.kind, 'visitor'), notInArray(demoRecords.recordId, [...retained])));
  await purgeDocuments(
    tx,
    rows.map(({ id }) => id),
  );
}
