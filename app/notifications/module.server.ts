import type { ChangeContext } from '../platform/change/change.server.ts';
import { expireHourly } from '../platform/change/expire-hourly.server.ts';
import type { Module } from '../platform/module.ts';
import type { Settings } from '../platform/settings.server.ts';
import { assignmentKind } from './server/mention/assignment-kind.server.ts';
import { mentionKind } from './server/mention/mention-kind.server.ts';
import { orderNewsKind } from './server/mention/order-news-kind.server.ts';
import { decidePushes } from './server/push/decide-pushes.server.ts';
import { claimDigests, digestKind, forgetDigests } from './server/push/digests.server.ts';
import { pushKind } from './server/push/push-kind.server.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

interface NotificationsModuleContext extends ChangeContext {
  readonly settings: Settings;
  /** Returns true if the member has the inbox in front, in any process. */
  readonly isInFront: (memberId: string) => Promise<boolean>;
}

type NotificationsServices = Parameters<typeof digestKind>[0] &
  Parameters<typeof mentionKind>[0] &
  Parameters<typeof pushKind>[0];

export const notificationsModule: Module<NotificationsModuleContext, NotificationsServices> = {
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
    expireHourly(appContext, 'old digests', forgetDigests),
  ],
  kinds: (services) => [
    digestKind(services),
    mentionKind(services),
    assignmentKind(services),
    orderNewsKind(services),
    pushKind(services),
  ],
};
