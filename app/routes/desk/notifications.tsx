import { hostContext } from '../../host.ts';
import { readDevices } from '../../reach/push/devices.server.ts';
import { readNotificationSettings } from '../../reach/push/notification-settings.server.ts';
import { may } from '../../team/members/permissions.ts';
import { requireMemberPage } from '../resources/member.server.ts';
import type { Route } from './+types/notifications.ts';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { NotificationScreen } from '../../reach/screens/notification-screen.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Notifications' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { action } from './notification-actions.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await requireMemberPage(context, request);
  const { member } = session;
  const { db, push, settings } = context.get(hostContext);
  const [devices, chosen] = await Promise.all([
    readDevices(db, session),
    readNotificationSettings(db, member.id),
  ]);
  const { publicKey } = push;
  return { member, devices, chosen, publicKey, timeZone: settings.supportTimezone };
}

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const { member, ...rest } = loaderData;
  return (
    <MemberPage
      member={member}
      title="Notifications"
      lead="How you are told of visitors who wait for you while you are somewhere else. Nothing is sent for what you have read."
    >
      <NotificationScreen
        isAskedOfQueue={may(member, 'take-from-queue')}
        answer={actionData}
        {...rest}
      />
    </MemberPage>
  );
}
