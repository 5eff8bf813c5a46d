import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import type { WebhookEvent } from './events.ts';

type Happening<E> = E extends WebhookEvent ? Omit<E, 'timestamp'> : never;

/**
 * Puts an event into the outbox of every endpoint that wants it, as part of the transaction of
 * what happened. One statement, which finds nothing where nobody listens.
 */
export async function recordEvent(
  tx: Database,
  at: Date,
  event: Happening<WebhookEvent>,
): Promise<void> {
  const body = JSON.stringify({ type: event.type, timestamp: at.toISOString(), data: event.data });
  await tx.execute(sql`
    insert into webhook_deliveries (endpoint_id, event_id, event, next_attempt_at, created_at)
    select id, ${`evt_${randomUUID()}`}, ${body}::jsonb, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz
    from webhook_endpoints
    where state <> 'disabled' and ${event.type} = any(events)`);
}
