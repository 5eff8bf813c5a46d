import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Listeners } from '../../platform/change/change.server.ts';

/** The kind of the jobs that send webhooks. The key is the id of the delivery, the `lane` is the id of the endpoint. */
export const WEBHOOK_KIND = 'webhook';

/**
 * Creates a delivery and a job for each subscribed endpoint, in one statement that does nothing without
 * subscribers.
 */
export const webhookListeners: Listeners = {
  areWaitingFor: (type) => sql`exists (
    select 1 from webhook_endpoints where state <> 'disabled' and ${sql.raw(`'${type}'`)} = any(events)
  )`,
  async record(tx, at, { type, data }) {
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
    const { rows } = await tx.execute(sql`
      with wanted as (
        insert into webhook_deliveries (endpoint_id, event_id, event, created_at)
        select id, ${`evt_${randomUUID()}`}, ${body}::jsonb, ${at.toISOString()}::timestamptz
        from webhook_endpoints
        where state <> 'disabled' and ${type} = any(events)
        returning id, endpoint_id, created_at
      )
      insert into outbox (kind, key, lane, payload, due, created_at)
      select ${WEBHOOK_KIND}::text, id::text, endpoint_id::text, '{}', created_at, created_at from wanted
      returning 1`);
    return rows.length > 0;
  },
};
