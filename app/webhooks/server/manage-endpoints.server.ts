import { t, msg } from '../../i18n/translate.ts';
import { randomUUID, createHmac, randomBytes } from 'node:crypto';
import { and, eq, isNull, lte, ne, or } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { formatInUtc } from '../../platform/formats.ts';
import type { AuditAction } from '../../platform/change/audit-actions.ts';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change, type After, type ChangeContext } from '../../platform/change/change.server.ts';
import { releaseLane } from '../../platform/change/claim.server.ts';
import { jobsTable } from '../../platform/tables.server.ts';
import type { EventType, WebhookEvent } from '../protocol/events.ts';
import { FORMER_SECRET_MS, MAX_ENDPOINTS } from './rules.ts';
import { WEBHOOK_KIND } from './record-event.server.ts';
import { webhookDeliveries, webhookEndpoints } from './tables.server.ts';
import { readTargetUrl, type TargetPolicy } from '../../platform/outgoing/target.server.ts';
import { webhookMessage } from '../stored-messages.ts';
import type { StoredMessage } from '../../platform/stored-message.ts';

const MARK = 'whsec_';

export interface EndpointForm {
  readonly url: string;
  readonly events: readonly EventType[];
  /** True if events include the text of messages. */
  readonly withContents?: boolean | undefined;
}

const GONE = msg('Someone else removed this webhook.');

/** Adds an endpoint and returns its secret, which is shown only once. */
export async function addEndpoint(
  appContext: ChangeContext,
  policy: TargetPolicy,
  trace: Trace,
  form: EndpointForm,
): Promise<{ readonly id: string; readonly secret: string }> {
  const url = readTargetUrl(form.url, policy);
  const events = readEvents(form.events);
  const { withContents = false } = form;
  const secret = newSigningSecret();
  return change(appContext, trace, async (tx, after) => {
    const total = await tx.$count(webhookEndpoints);
    if (total >= MAX_ENDPOINTS) {
      throw new RefusedError(
        409,
        t(
          "You''ve reached the limit of {maxEndpoints, plural, one {# webhook} other {# webhooks}}. Remove one first.",
          {
            maxEndpoints: MAX_ENDPOINTS,
          },
        ),
      );
    }
    const [added] = await tx
      .insert(webhookEndpoints)
      .values({
        url,
        events,
        withContents,
        secret,
        createdBy: trace.member?.id,
        createdAt: appContext.clock.now(),
      })
      .returning({ id: webhookEndpoints.id });
    if (!added) throw new Error('The endpoint was not inserted');
    after.audit('webhook-added', {
      subjectId: added.id,
      subject: url,
      detail: describeEndpoint(events, withContents),
    });
    return { id: added.id, secret };
  });
}

/** Queued events are sent to the new URL. */
export async function changeEndpoint(
  appContext: ChangeContext,
  policy: TargetPolicy,
  trace: Trace,
  id: string,
  form: EndpointForm,
): Promise<void> {
  const url = readTargetUrl(form.url, policy);
  const events = readEvents(form.events);
  const { withContents = false } = form;
  const detail = describeEndpoint(events, withContents);
  await changing(appContext, trace, id, 'webhook-changed', { url, events, withContents }, detail);
}

const describeEndpoint = (events: readonly EventType[], withContents: boolean) =>
  webhookMessage('webhooks.endpoint', { events: events.join(', '), withContents });

export async function pauseEndpoint(
  appContext: ChangeContext,
  trace: Trace,
  id: string,
): Promise<void> {
  await changing(appContext, trace, id, 'webhook-paused', { state: 'paused' });
}

/** Resumes a paused or disabled endpoint, and forgets its failures. */
export async function resumeEndpoint(
  appContext: ChangeContext,
  trace: Trace,
  id: string,
): Promise<void> {
  const active = { state: 'active', failingSince: null } as const;
  await changing(appContext, trace, id, 'webhook-resumed', active, undefined, async (tx, after) => {
    await releaseLane(tx, WEBHOOK_KIND, id);
    after.hint(() => appContext.afterChange.nudge());
  });
}

/**
 * Replaces the secret and returns the new one. The replaced secret signs for one more day. A third replacement
 * within a day is refused, because it would drop a secret that a receiver may still use.
 */
export async function rotateSecret(
  appContext: ChangeContext,
  trace: Trace,
  id: string,
): Promise<string> {
  const secret = newSigningSecret();
  const now = appContext.clock.now();
  await change(appContext, trace, async (tx, after) => {
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for('update');
    if (!endpoint) throw new RefusedError(404, t(GONE));
    const [former, earlier] = readFormerSecrets(endpoint, now);
    if (earlier) {
      throw new RefusedError(
        409,
        t(
          'The secret was replaced twice within a day, and both previous secrets are still valid. You can replace it again after {until}.',
          { until: formatInUtc(earlier.until) },
        ),
      );
    }
    await tx
      .update(webhookEndpoints)
      .set({
        secret,
        formerSecret: endpoint.secret,
        formerSecretUntil: new Date(now.getTime() + FORMER_SECRET_MS),
        earlierSecret: former?.secret ?? null,
        earlierSecretUntil: former?.until ?? null,
      })
      .where(eq(webhookEndpoints.id, id));
    after.audit('webhook-secret-rotated', { subjectId: id, subject: endpoint.url });
  });
  return secret;
}

type FormerSecretColumns = Pick<
  typeof webhookEndpoints.$inferSelect,
  'formerSecret' | 'formerSecretUntil' | 'earlierSecret' | 'earlierSecretUntil'
>;

/** Returns the replaced secrets that still sign, newest first. */
export function readFormerSecrets(
  { formerSecret, formerSecretUntil, earlierSecret, earlierSecretUntil }: FormerSecretColumns,
  now: Date,
): { readonly secret: string; readonly until: Date }[] {
  return [
    { secret: formerSecret, until: formerSecretUntil },
    { secret: earlierSecret, until: earlierSecretUntil },
  ].flatMap(({ secret, until }) =>
    secret !== null && until !== null && until > now ? [{ secret, until }] : [],
  );
}

/** Removes an endpoint with its queue. */
export async function removeEndpoint(
  appContext: ChangeContext,
  trace: Trace,
  id: string,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    // Jobs are deleted first, in the same lock order as settling a try, to avoid a deadlock.
    await tx.delete(jobsTable).where(and(eq(jobsTable.kind, WEBHOOK_KIND), eq(jobsTable.lane, id)));
    const [removed] = await tx
      .delete(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .returning({ url: webhookEndpoints.url });
    if (!removed) throw new RefusedError(404, t(GONE));
    after.audit('webhook-removed', { subjectId: id, subject: removed.url });
  });
}

/** Queues a test event for one endpoint. */
export async function sendTest(appContext: ChangeContext, id: string): Promise<void> {
  const now = appContext.clock.now();
  const event: WebhookEvent = {
    type: 'webhook.test',
    timestamp: now.toISOString(),
    data: { message: 'It works.' },
  };
  await change(appContext, undefined, async (tx, after) => {
    await requireSending(tx, id);
    const key = randomUUID();
    await tx.insert(webhookDeliveries).values({
      id: key,
      endpointId: id,
      eventId: `evt_${randomUUID()}`,
      event,
      createdAt: now,
    });
    after.deliver(WEBHOOK_KIND, { key, lane: id, payload: {} });
  });
}

/** Sends a delivery again with the same event id and all retries. */
export async function redeliver(
  appContext: ChangeContext,
  id: string,
  deliveryId: string,
): Promise<void> {
  const now = appContext.clock.now();
  await change(appContext, undefined, async (tx, after) => {
    await requireSending(tx, id);
    const [delivery] = await tx
      .update(webhookDeliveries)
      .set({ deliveredAt: null })
      .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.endpointId, id)))
      .returning({ id: webhookDeliveries.id });
    if (!delivery) return;
    const ofDelivery = and(eq(jobsTable.kind, WEBHOOK_KIND), eq(jobsTable.key, deliveryId));
    await tx.delete(jobsTable).where(and(ofDelivery, eq(jobsTable.state, 'failed')));
    // A queued retry runs at once. A running try is not disturbed.
    await tx
      .update(jobsTable)
      .set({ attempts: 0, due: now })
      .where(
        and(
          ofDelivery,
          eq(jobsTable.state, 'open'),
          or(isNull(jobsTable.lease), lte(jobsTable.lease, now)),
        ),
      );
    after.deliver(WEBHOOK_KIND, { key: deliveryId, lane: id, payload: {} });
  });
}

async function requireSending(tx: Database, id: string): Promise<void> {
  const [endpoint] = await tx
    .select({ state: webhookEndpoints.state })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id));
  if (!endpoint) throw new RefusedError(404, t(GONE));
  if (endpoint.state !== 'active') {
    throw new RefusedError(409, t("This webhook isn't active. Resume it first."));
  }
}

type EndpointChange = Partial<typeof webhookEndpoints.$inferInsert>;

async function changing(
  appContext: ChangeContext,
  trace: Trace,
  id: string,
  action: AuditAction,
  set: EndpointChange,
  detail?: StoredMessage,
  follow: (tx: Database, after: After) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    const [changed] = await tx
      .update(webhookEndpoints)
      .set(set)
      .where(
        and(
          eq(webhookEndpoints.id, id),
          set.state === undefined ? undefined : ne(webhookEndpoints.state, set.state),
        ),
      )
      .returning({ url: webhookEndpoints.url });
    if (!changed) {
      if (set.state !== undefined) return;
      throw new RefusedError(404, t(GONE));
    }
    after.audit(action, {
      subjectId: id,
      subject: changed.url,
      ...(detail === undefined ? {} : { detail }),
    });
    await follow(tx, after);
  });
}

function readEvents(events: readonly EventType[]): EventType[] {
  if (events.length === 0) {
    throw new RefusedError(400, t('Choose at least one event.'), 'events');
  }
  return [...new Set(events)];
}

/** The format of the secret follows Standard Webhooks, as receivers' libraries expect. */
function newSigningSecret(): string {
  return MARK + randomBytes(32).toString('base64');
}

/** Returns one entry of the header webhook-signature (Standard Webhooks, symmetric). */
export function sign(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(MARK.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return `v1,${signature}`;
}
