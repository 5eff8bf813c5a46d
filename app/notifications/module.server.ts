import { change, type ChangeContext } from '../platform/change/change.server.ts';
import type { Database } from '../platform/db/database.server.ts';
import { numberEvents, forgetEvents } from '../platform/events/read-events.server.ts';
import { targetPolicy } from '../platform/outgoing/target.server.ts';
import type { Module } from '../platform/module.ts';
import type { Settings } from '../platform/settings.server.ts';
import { assignmentKind } from './server/mention/assignment-kind.server.ts';
import { mentionKind } from './server/mention/mention-kind.server.ts';
import { orderNewsKind } from './server/mention/order-news-kind.server.ts';
import { decidePushes } from './server/push/decide-pushes.server.ts';
import { claimDigests, digestKind, forgetDigests } from './server/push/digests.server.ts';
import { pushKind } from './server/push/push-kind.server.ts';
import { openPushSender, pushPolicy, readVapidKeys } from './server/push/push-sender.server.ts';
import { webhookListeners } from '../webhooks/server/record-event.server.ts';
import { forgetDeliveries, webhookKind } from '../webhooks/server/webhook-kind.server.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A tenth of the job's interval, so that writers are not blocked. */
const NUMBERING_MS = 100;

interface NotificationsModuleContext extends ChangeContext {
  readonly settings: Settings;
  /** Returns true if the member has the inbox in front, in any process. */
  readonly isInFront: (memberId: string) => Promise<boolean>;
}

type ReachServices = Parameters<typeof digestKind>[0] &
  Parameters<typeof mentionKind>[0] &
  Parameters<typeof pushKind>[0] &
  Parameters<typeof webhookKind>[0];

export async function openReach(db: Database, live: { readonly current: Settings }) {
  const push = openPushSender({
    keys: await readVapidKeys(db),
    contact: () => live.current.supportEmail,
    policy: pushPolicy(live.current),
  });
  return {
    push,
    webhooks: { policy: targetPolicy(live.current) },
    listeners: webhookListeners,
    /** Cancels pending requests. */
    close: () => push.close(),
  };
}

export const reach: Module<NotificationsModuleContext, ReachServices> = {
  scheduledJobs: (appContext) => [
    {
      name: 'pushes to the team',
      everyMs: 5 * SECOND_MS,
      run: () => decidePushes(appContext, appContext.isInFront),
    },
    {
      name: 'digests to the team',
      everyMs: MINUTE_MS,
      run: () => claimDigests(appContext, appContext.settings),
    },
    {
      name: 'old digests',
      everyMs: HOUR_MS,
      run: () => change(appContext, undefined, (tx) => forgetDigests(tx, appContext.clock)),
    },
    // API clients that follow events trigger the numbering themselves. This job numbers the rest in small
    // batches, so that it does not slow down writes.
    {
      name: 'numbers of events',
      everyMs: SECOND_MS,
      run: () => numberEvents(appContext.db, NUMBERING_MS),
    },
    {
      name: 'old events',
      everyMs: HOUR_MS,
      run: () => change(appContext, undefined, (tx) => forgetEvents(tx, appContext.clock)),
    },
    {
      name: 'old webhook deliveries',
      everyMs: HOUR_MS,
      run: () =>
        change(appContext, undefined, (tx) => forgetDeliveries(tx, appContext.clock.now())),
    },
  ],
  kinds: (services) => [
    digestKind(services),
    mentionKind(services),
    assignmentKind(services),
    orderNewsKind(services),
    pushKind(services),
    webhookKind(services),
  ],
};
