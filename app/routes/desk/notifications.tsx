import { data } from 'react-router';
import { readFormData } from '../../platform/read-form.ts';
import { hostContext } from '../../host.ts';
import { readDevices } from '../../reach/push/devices.server.ts';
import { readNotificationSettings } from '../../reach/push/notification-settings.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import { may } from '../../team/members/permissions.ts';
import { requireMemberPage } from '../resources/member.server.ts';
import type { Route } from './+types/notifications.ts';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { runNotificationAction } from './notification-actions.server.ts';
import { NotificationScreen } from '../../reach/screens/notification-screen.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Notifications' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

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

export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requireMemberPage(context, request);
  let intent = '';
  try {
    const form = await readFormData(request);
    intent = readText(form, 'intent');
    const outcome = await runNotificationAction(context, member, form);
    return data({ intent, isDone: true, results: undefined, ...outcome });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { message, status } = error;
    return data({ intent, isDone: false, message, results: undefined }, { status });
  }
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
