import { subjectOfMilestone } from '../../orders/protocol/milestone-transitions.ts';
import { positionOf } from '../../orders/protocol/order-view.ts';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { After } from '../../platform/change/change.server.ts';
import { releaseLane } from '../../platform/change/claim.server.ts';
import type { Outcome, JobKind } from '../../platform/change/kind.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { deleteSome } from '../../platform/db/delete-some.server.ts';
import { post, type PostResult } from '../../platform/outgoing/post.server.ts';
import type { TargetPolicy } from '../../platform/outgoing/target.server.ts';
import { jobsTable } from '../../platform/tables.server.ts';
import { WEBHOOK_KIND } from './record-event.server.ts';
import {
  AT_ONCE,
  GIVE_UP_AFTER_MS,
  JITTER,
  KEEP_MS,
  LEASE_MS,
  MAX_ENDPOINTS,
  RETRY_AFTER_MS,
} from './rules.ts';
import { readFormerSecrets, sign } from './manage-endpoints.server.ts';
import { webhookDeliveries, webhookEndpoints } from './tables.server.ts';
import { findEventNumber, type EventAbout } from '../../platform/events/read-events.server.ts';
import { readMessagesAt } from '../../chat/server/read/read-messages.server.ts';
import type { WebhookEvent } from '../protocol/events.ts';
import { webhookMessage } from '../stored-messages.ts';
import type { StoredMessage } from '../../platform/stored-message.ts';

export interface WebhookServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly policy: TargetPolicy;
  readonly timeoutMs?: number;
}

type Endpoint = typeof webhookEndpoints.$inferSelect;

/** Signs and sends events. Events for a paused or disabled endpoint are held. */
export function webhookKind({ db, clock, policy, timeoutMs }: WebhookServices): JobKind {
  return {
    name: WEBHOOK_KIND,
    retryAfterMs: RETRY_AFTER_MS,
    jitter: JITTER,
    leaseMs: LEASE_MS,
    concurrencyGroups: MAX_ENDPOINTS,
    atOnce: AT_ONCE,
    keepDoneMs: 0,
    keepFailedMs: KEEP_MS,
    async deliver({ key, attempts }, signal) {
      const [found] = await db
        .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints })
        .from(webhookDeliveries)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
        .where(eq(webhookDeliveries.id, key));
      // The endpoint was removed, and its deliveries with it.
      if (!found) return { result: 'done' };
      const { delivery, endpoint } = found;
      if (endpoint.state !== 'active') {
        return { result: 'held', settle: (tx) => releaseIfResumed(tx, endpoint.id) };
      }
      const body = JSON.stringify(await complete(db, delivery.event, endpoint.withContents));
      const startedAt = clock.now();
      const started = performance.now();
      const result = await post({
        url: endpoint.url,
        headers: headersOf(endpoint, delivery.eventId, body, startedAt),
        body,
        policy,
        signal,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      if ('error' in result) signal.throwIfAborted();
      const lastDurationMs = Math.round(performance.now() - started);
      const outcome = toOutcome(result);
      return {
        ...outcome,
        async settle(tx, after) {
          const isDelivered = outcome.result === 'done';
          await tx
            .update(webhookDeliveries)
            .set({
              attempts,
              lastAttemptAt: startedAt,
              lastStatus: 'status' in result ? result.status : null,
              // A text is of the version before, and older.
              lastError: null,
              lastErrorMessage: 'error' in result ? result.error : explainStatus(result.status),
              lastDurationMs,
              ...(isDelivered ? { deliveredAt: clock.now() } : {}),
            })
            .where(eq(webhookDeliveries.id, key));
          if (isDelivered) await noteSuccess(tx, endpoint.id);
          else await noteFailure(tx, after, clock, endpoint, isGone(result));
        },
      };
    },
  };
}

export async function forgetDeliveries(tx: Database, clock: Clock): Promise<number> {
  return deleteSome(
    tx,
    webhookDeliveries,
    and(
      lt(webhookDeliveries.createdAt, new Date(clock.now().getTime() - KEEP_MS)),
      sql`not exists (
          select 1 from ${jobsTable}
          where ${jobsTable.kind} = ${WEBHOOK_KIND} and ${jobsTable.key} = ${webhookDeliveries.id}::text
            and ${jobsTable.state} in ('open', 'held'))`,
    ),
  );
}

/** Signs for the current time, with every valid secret. */
function headersOf(
  endpoint: Endpoint,
  eventId: string,
  body: string,
  now: Date,
): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const former = readFormerSecrets(endpoint, now).map(({ secret }) => secret);
  const secrets = [endpoint.secret, ...former];
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Embarka-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((one) => sign(one, eventId, seconds, body)).join(' '),
  };
}

const isGone = (result: PostResult) => 'status' in result && result.status === 410;

function toOutcome(result: PostResult): Outcome {
  if ('error' in result) return { result: 'retry', error: result.error };
  const { status } = result;
  if (status >= 200 && status < 300) return { result: 'done' };
  const error = explainStatus(status) ?? webhookMessage('webhooks.status', { status });
  return { result: isGone(result) ? 'failed' : 'retry', error };
}

function explainStatus(status: number): StoredMessage | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return webhookMessage('webhooks.redirect');
  return status === 410 ? webhookMessage('webhooks.gone') : null;
}

/** A resume at this moment does not see the held job. The row lock makes one wait for the other. */
async function releaseIfResumed(tx: Database, endpointId: string): Promise<void> {
  const [endpoint] = await tx
    .select({ state: webhookEndpoints.state })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpointId))
    .for('share');
  if (endpoint?.state === 'active') await releaseLane(tx, WEBHOOK_KIND, endpointId);
}

/** Writes only if something changes, because every success would otherwise wait for this row's lock. */
async function noteSuccess(tx: Database, endpointId: string): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ failingSince: null })
    .where(
      and(eq(webhookEndpoints.id, endpointId), sql`${webhookEndpoints.failingSince} is not null`),
    );
}

/** Disables the endpoint after a long time without a success, or on status 410. */
async function noteFailure(
  tx: Database,
  after: After,
  clock: Clock,
  { id, url }: Pick<Endpoint, 'id' | 'url'>,
  hasGone: boolean,
): Promise<void> {
  const now = clock.now();
  const [endpoint] = await tx
    .update(webhookEndpoints)
    .set({ failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${now.toISOString()})` })
    .where(eq(webhookEndpoints.id, id))
    .returning({ state: webhookEndpoints.state, failingSince: webhookEndpoints.failingSince });
  const isHopeless =
    endpoint?.failingSince != null &&
    now.getTime() - endpoint.failingSince.getTime() >= GIVE_UP_AFTER_MS;
  if (endpoint?.state !== 'active' || !(hasGone || isHopeless)) return;
  await tx.update(webhookEndpoints).set({ state: 'disabled' }).where(eq(webhookEndpoints.id, id));
  after.audit('webhook-disabled', {
    subjectId: id,
    subject: url,
    detail: webhookMessage(hasGone ? 'webhooks.disabled-gone' : 'webhooks.disabled-silent'),
  });
}

/**
 * Completes an event at each try: adds its number and, if an admin enabled it, the current text of the message.
 * The text is not stored with the event, so that unsent or erased messages are not sent.
 */
async function complete(
  db: Database,
  event: WebhookEvent,
  withContents: boolean,
): Promise<WebhookEvent> {
  const about = aboutOf(event);
  if (!about || event.type === 'webhook.test') return event;
  const eventNumber = await findEventNumber(db, about);
  const numbered: WebhookEvent = eventNumber === undefined ? event : { ...event, eventNumber };
  if (!withContents || numbered.type !== 'message.sent') return numbered;
  const [message] = await readMessagesAt(db, [numbered.data]);
  if (!message) return numbered;
  const { text, agentName, files = [] } = message;
  const said = { text, name: agentName, files: files.map(({ name }) => name) };
  return { ...numbered, data: { ...numbered.data, message: said } };
}

/** Maps a webhook event to its entry in the event log. */
function aboutOf(event: WebhookEvent): EventAbout | undefined {
  switch (event.type) {
    case 'conversation.started':
      return { type: event.type, subject: event.data.conversationId, position: null };
    case 'message.sent':
      return {
        type: event.type,
        subject: event.data.conversationId,
        position: event.data.number,
      };
    case 'review.posted':
      return { type: event.type, subject: event.data.reviewId, position: null };
    case 'order.changed':
      return { type: event.type, subject: event.data.order, position: event.data.event };
    case 'order.commented':
      return {
        type: event.type,
        subject: event.data.order,
        position: null,
        part: event.data.comment,
      };
    case 'invoice.changed':
      return {
        type: event.type,
        subject: event.data.invoice,
        position: positionOf(event.data.state),
      };
    case 'milestone.changed':
      return {
        type: event.type,
        subject: subjectOfMilestone(event.data),
        position: event.data.event,
      };
    case 'subscription.changed':
      return { type: event.type, subject: event.data.subscription, position: event.data.event };
    case 'catalogue.published':
      return { type: event.type, subject: String(event.data.revision), position: null };
    default:
      event.type satisfies 'webhook.test';
      return undefined;
  }
}
