import type { ChangeContext } from '../platform/change/change.server.ts';
import { expireHourly } from '../platform/change/expire-hourly.server.ts';
import { forgetEvents, numberEvents } from '../platform/events/read-events.server.ts';
import type { Module } from '../platform/module.ts';
import { forgetDeliveries, webhookKind } from './server/webhook-kind.server.ts';

const SECOND_MS = 1000;

/** A tenth of the job's interval, so that writers are not blocked. */
const NUMBERING_MS = 100;

export const webhooksModule: Module<ChangeContext, Parameters<typeof webhookKind>[0]> = {
  scheduledJobs: (appContext) => [
    // API clients that follow events trigger the numbering themselves. This job numbers the rest in small
    // batches, so that it does not slow down writes.
    {
      name: 'numbers of events',
      everyMs: SECOND_MS,
      run: () => numberEvents(appContext.db, NUMBERING_MS),
    },
    expireHourly(appContext, 'old events', forgetEvents),
    expireHourly(appContext, 'old webhook deliveries', forgetDeliveries),
  ],
  kinds: (services) => [webhookKind(services)],
};
