import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { jobsTable } from '../../platform/tables.server.ts';
import { WEBHOOK_KIND } from './record-event.server.ts';
import { LOG_SIZE } from './rules.ts';
import { webhookDeliveries, webhookEndpoints } from './tables.server.ts';
import { toSent } from '../../platform/sent.ts';
import { showLatest } from '../../platform/stored-message.ts';

export async function readEndpoints(db: Database) {
  const rows = await selectEndpoints(db).orderBy(
    asc(webhookEndpoints.createdAt),
    asc(webhookEndpoints.id),
  );
  return rows.map(toView);
}

/** Returns `undefined` if the endpoint was removed. */
export async function readEndpoint(db: Database, clock: Clock, id: string) {
  const [row] = await selectEndpoints(db).where(eq(webhookEndpoints.id, id));
  if (!row) return undefined;
  const rows = await db
    .select({ delivery: webhookDeliveries, waiting: jobsTable })
    .from(webhookDeliveries)
    .leftJoin(
      jobsTable,
      and(
        eq(jobsTable.kind, WEBHOOK_KIND),
        eq(jobsTable.key, sql`${webhookDeliveries.id}::text`),
        inArray(jobsTable.state, ['open', 'held']),
      ),
    )
    .where(eq(webhookDeliveries.endpointId, id))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(LOG_SIZE);
  return {
    endpoint: toView(row),
    /** When each replaced secret stops signing, the newest first. */
    formerSecretsUntil: [row.formerSecretUntil, row.earlierSecretUntil].flatMap((until) =>
      until !== null && until > clock.now() ? [until.toISOString()] : [],
    ),
    deliveries: rows.map(
      ({ delivery: { event, deliveredAt, lastErrorMessage, ...delivery }, waiting }) => ({
        ...toSent(delivery),
        lastError: showLatest(lastErrorMessage, delivery.lastError),
        type: event.type,
        state: stateOf(waiting !== null, deliveredAt),
        attempts: waiting?.attempts ?? delivery.attempts,
        /** Null unless a retry is queued. */
        nextAttemptAt: waiting ? (waiting.lease ?? waiting.due).toISOString() : null,
      }),
    ),
  };
}

function selectEndpoints(db: Database) {
  return db
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      events: webhookEndpoints.events,
      withContents: webhookEndpoints.withContents,
      state: webhookEndpoints.state,
      failingSince: webhookEndpoints.failingSince,
      formerSecretUntil: webhookEndpoints.formerSecretUntil,
      earlierSecretUntil: webhookEndpoints.earlierSecretUntil,
      // The table name is written out, because Drizzle omits it in a query of one table.
      waiting: sql<string>`(
        select count(*) from outbox
        where kind = 'webhook' and lane = webhook_endpoints.id::text and state in ('open', 'held'))`,
    })
    .from(webhookEndpoints)
    .$dynamic();
}

function toView(row: Awaited<ReturnType<typeof selectEndpoints>>[number]) {
  return { ...toSent(row), waiting: Number(row.waiting) };
}

function stateOf(isWaiting: boolean, deliveredAt: Date | null) {
  if (isWaiting) return 'pending';
  return deliveredAt ? 'delivered' : 'failed';
}

/** Does not contain the secret. */
export type EndpointView = ReturnType<typeof toView>;
export type DeliveryView = NonNullable<
  Awaited<ReturnType<typeof readEndpoint>>
>['deliveries'][number];
