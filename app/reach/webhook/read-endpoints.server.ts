import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { outbox } from '../../platform/tables.server.ts';
import type { EventType } from './events.ts';
import { WEBHOOK_KIND } from './record-event.server.ts';
import { LOG_SIZE } from './rules.ts';
import { webhookDeliveries, webhookEndpoints } from './tables.server.ts';

/** An endpoint as the admins' pages show it: without its secret. */
export interface EndpointView {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly state: 'active' | 'paused' | 'disabled';
  readonly failingSince: string | null;
  readonly formerSecretUntil: string | null;
  readonly waiting: number;
}

export interface DeliveryView {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly createdAt: string;
  readonly lastAttemptAt: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly lastDurationMs: number | null;
  /** Only while it waits for another try. */
  readonly nextAttemptAt: string | null;
}

export async function readEndpoints(db: Database): Promise<EndpointView[]> {
  const rows = await selectEndpoints(db).orderBy(
    asc(webhookEndpoints.createdAt),
    asc(webhookEndpoints.id),
  );
  return rows.map(toView);
}

/** One endpoint and its newest deliveries; undefined when it is gone. */
export async function readEndpoint(
  db: Database,
  id: string,
): Promise<{ endpoint: EndpointView; deliveries: readonly DeliveryView[] } | undefined> {
  const [row] = await selectEndpoints(db).where(eq(webhookEndpoints.id, id));
  if (!row) return undefined;
  const rows = await db
    .select({ delivery: webhookDeliveries, waiting: outbox })
    .from(webhookDeliveries)
    .leftJoin(
      outbox,
      and(
        eq(outbox.kind, WEBHOOK_KIND),
        eq(outbox.key, sql`${webhookDeliveries.id}::text`),
        inArray(outbox.state, ['open', 'held']),
      ),
    )
    .where(eq(webhookDeliveries.endpointId, id))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(LOG_SIZE);
  return {
    endpoint: toView(row),
    deliveries: rows.map(({ delivery, waiting }) => ({
      id: delivery.id,
      eventId: delivery.eventId,
      type: delivery.event.type,
      state: waiting ? 'pending' : delivery.deliveredAt ? 'delivered' : 'failed',
      attempts: waiting?.attempts ?? delivery.attempts,
      createdAt: delivery.createdAt.toISOString(),
      lastAttemptAt: delivery.lastAttemptAt?.toISOString() ?? null,
      lastStatus: delivery.lastStatus,
      lastError: delivery.lastError,
      lastDurationMs: delivery.lastDurationMs,
      nextAttemptAt: waiting ? (waiting.lease ?? waiting.due).toISOString() : null,
    })),
  };
}

function selectEndpoints(db: Database) {
  return db
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      events: webhookEndpoints.events,
      state: webhookEndpoints.state,
      failingSince: webhookEndpoints.failingSince,
      formerSecretUntil: webhookEndpoints.formerSecretUntil,
      // Written out, because a field of one table names its columns without it.
      waiting: sql<string>`(
        select count(*) from outbox
        where kind = 'webhook' and lane = webhook_endpoints.id::text and state in ('open', 'held'))`,
    })
    .from(webhookEndpoints)
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectEndpoints>>[number];

function toView(row: Row): EndpointView {
  return {
    ...row,
    failingSince: row.failingSince?.toISOString() ?? null,
    formerSecretUntil: row.formerSecretUntil?.toISOString() ?? null,
    waiting: Number(row.waiting),
  };
}
