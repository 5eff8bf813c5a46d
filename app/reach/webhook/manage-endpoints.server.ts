import { randomUUID } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { AuditAction } from '../../platform/change/audit-actions.ts';
import { recordAudit, type Trace } from '../../platform/change/audit.server.ts';
import type { EventType, WebhookEvent } from './events.ts';
import { FORMER_SECRET_MS, MAX_ENDPOINTS } from './rules.ts';
import { newSigningSecret } from './sign.server.ts';
import { webhookDeliveries, webhookEndpoints } from './tables.server.ts';
import { readTargetUrl, type TargetPolicy } from '../../platform/outgoing/target.server.ts';

export interface EndpointForm {
  readonly url: string;
  readonly events: readonly EventType[];
}

const GONE = 'This webhook was removed by somebody else.';

/** Adds an endpoint and returns its secret: the only time that anybody sees it. */
export async function addEndpoint(
  db: Database,
  clock: Clock,
  policy: TargetPolicy,
  trace: Trace,
  form: EndpointForm,
): Promise<{ readonly id: string; readonly secret: string }> {
  const url = readTargetUrl(form.url, policy);
  const events = readEvents(form.events);
  const secret = newSigningSecret();
  return db.transaction(async (tx) => {
    const total = await tx.$count(webhookEndpoints);
    if (total >= MAX_ENDPOINTS) {
      throw new RefusedError(409, `There are ${MAX_ENDPOINTS} webhooks already. Remove one first.`);
    }
    const [added] = await tx
      .insert(webhookEndpoints)
      .values({ url, events, secret, createdBy: trace.member?.id, createdAt: clock.now() })
      .returning({ id: webhookEndpoints.id });
    if (!added) throw new Error('The endpoint was not inserted');
    await recordAudit(tx, clock, trace, {
      action: 'webhook-added',
      subjectId: added.id,
      subject: url,
      detail: events.join(', '),
    });
    return { id: added.id, secret };
  });
}

/** Changes where to and what about; what waits goes to the new address. */
export async function changeEndpoint(
  db: Database,
  clock: Clock,
  policy: TargetPolicy,
  trace: Trace,
  id: string,
  form: EndpointForm,
): Promise<void> {
  const url = readTargetUrl(form.url, policy);
  const events = readEvents(form.events);
  await changing(db, clock, trace, id, 'webhook-changed', { url, events }, events.join(', '));
}

export async function pauseEndpoint(
  db: Database,
  clock: Clock,
  trace: Trace,
  id: string,
): Promise<void> {
  await changing(db, clock, trace, id, 'webhook-paused', { state: 'paused' });
}

/** Sends again, to an endpoint that was paused or disabled; its days of failure are forgotten. */
export async function resumeEndpoint(
  db: Database,
  clock: Clock,
  trace: Trace,
  id: string,
): Promise<void> {
  await changing(db, clock, trace, id, 'webhook-resumed', { state: 'active', failingSince: null });
}

/** Makes a new secret and returns it; for a day the former one signs beside it. */
export async function rotateSecret(
  db: Database,
  clock: Clock,
  trace: Trace,
  id: string,
): Promise<string> {
  const secret = newSigningSecret();
  await changing(db, clock, trace, id, 'webhook-secret-rotated', {
    secret,
    formerSecret: sql`${webhookEndpoints.secret}`,
    formerSecretUntil: new Date(clock.now().getTime() + FORMER_SECRET_MS),
  });
  return secret;
}

/** Removes an endpoint with everything that waits for it. */
export async function removeEndpoint(
  db: Database,
  clock: Clock,
  trace: Trace,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .returning({ url: webhookEndpoints.url });
    if (!removed) throw new RefusedError(404, GONE);
    await recordAudit(tx, clock, trace, {
      action: 'webhook-removed',
      subjectId: id,
      subject: removed.url,
    });
  });
}

/** Puts a test into the line of one endpoint. */
export async function sendTest(db: Database, clock: Clock, id: string): Promise<void> {
  const now = clock.now();
  const event: WebhookEvent = {
    type: 'webhook.test',
    timestamp: now.toISOString(),
    data: { message: 'It works.' },
  };
  await db.transaction(async (tx) => {
    await requireSending(tx, id);
    await tx.insert(webhookDeliveries).values({
      endpointId: id,
      eventId: `evt_${randomUUID()}`,
      event,
      nextAttemptAt: now,
      createdAt: now,
    });
  });
}

/** Sends something again, as the same event, with all its tries. */
export async function redeliver(
  db: Database,
  clock: Clock,
  id: string,
  deliveryId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await requireSending(tx, id);
    await tx
      .update(webhookDeliveries)
      .set({ state: 'pending', attempts: 0, nextAttemptAt: clock.now(), deliveredAt: null })
      .where(
        and(
          eq(webhookDeliveries.id, deliveryId),
          eq(webhookDeliveries.endpointId, id),
          // What waits for its next try goes now; what is being sent this moment is left alone.
          sql`(${webhookDeliveries.state} <> 'pending' or ${webhookDeliveries.lastError} is not null or ${webhookDeliveries.lastStatus} is not null)`,
        ),
      );
  });
}

async function requireSending(tx: Database, id: string): Promise<void> {
  const [endpoint] = await tx
    .select({ state: webhookEndpoints.state })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id));
  if (!endpoint) throw new RefusedError(404, GONE);
  if (endpoint.state !== 'active') {
    throw new RefusedError(409, 'This webhook does not send at present. Resume it first.');
  }
}

async function changing(
  db: Database,
  clock: Clock,
  trace: Trace,
  id: string,
  action: AuditAction,
  change: Parameters<ReturnType<typeof db.update<typeof webhookEndpoints>>['set']>[0],
  detail?: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const isStateChange = 'state' in change && typeof change.state === 'string';
    const [changed] = await tx
      .update(webhookEndpoints)
      .set(change)
      .where(
        and(
          eq(webhookEndpoints.id, id),
          isStateChange ? ne(webhookEndpoints.state, change.state as 'active') : undefined,
        ),
      )
      .returning({ url: webhookEndpoints.url });
    if (!changed) {
      if (isStateChange) return;
      throw new RefusedError(404, GONE);
    }
    await recordAudit(tx, clock, trace, {
      action,
      subjectId: id,
      subject: changed.url,
      ...(detail === undefined ? {} : { detail }),
    });
  });
}

function readEvents(events: readonly EventType[]): EventType[] {
  if (events.length === 0) {
    throw new RefusedError(400, 'Please choose at least one event.', 'events');
  }
  return [...new Set(events)];
}
