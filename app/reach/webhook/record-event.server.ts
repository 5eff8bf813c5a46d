import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Listeners } from '../../platform/change/change.server.ts';

/** The kind of the outbox; its key is the id of the delivery, its lane that of the endpoint. */
export const WEBHOOK_KIND = 'webhook';

/**
 * The endpoints as those who hear of what happens: an event becomes a delivery and a row of the
 * outbox for each that wants it, in one statement, which finds nothing where nobody listens.
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
