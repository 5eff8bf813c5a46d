import { say } from '../../platform/say.ts';
import { readDevices } from '../server/push/devices.server.ts';
import { readNotificationSettings } from '../server/push/notification-settings.server.ts';
import { may } from '../../accounts/protocol/permissions.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/notifications.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { NotificationScreen } from '../ui/notification-screen.tsx';

export { action } from './notification-actions.server.ts';

export const loader = pageAt('/notifications', async ({ host, member, sessionId }) => {
  const { db, push, settings } = host;
  const [devices, chosen] = await Promise.all([
    readDevices(db, { member, sessionId }),
    readNotificationSettings(db, member.id),
  ]);
  return {
    devices,
    chosen,
    publicKey: push.publicKey,
    timeZone: settings.supportTimezone,
    isAskedOfQueue: may(member, 'take-from-queue'),
  };
});

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={say('Notifications')}
      lead={say(
        'How you are told of visitors who wait for you while you are somewhere else. Nothing is sent for what you have read.',
      )}
    >
      <NotificationScreen answer={actionData} {...loaderData} />
    </MemberPage>
  );
}
