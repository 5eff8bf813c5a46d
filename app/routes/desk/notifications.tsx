import { data, useRevalidator } from 'react-router';
import { readFormData } from '../../platform/read-form.ts';
import { hostContext } from '../../host.ts';
import { readDevices } from '../../reach/push/devices.server.ts';
import { readNotificationSettings } from '../../reach/push/notification-settings.server.ts';
import { DAILY_DIGEST_HOUR } from '../../reach/push/rules.ts';
import { ThisBrowser } from '../../reach/push/this-browser.tsx';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import { may } from '../../team/members/permissions.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { requireMemberPage } from '../resources/member.server.ts';
import type { Route } from './+types/notifications.ts';
import { DeviceList } from './device-list.tsx';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage, MemberPageSection } from './member-page.tsx';
import { runNotificationAction } from './notification-actions.server.ts';
import { TestResults } from './test-results.tsx';

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
  const { member, devices, chosen, publicKey, timeZone } = loaderData;
  const { revalidate } = useRevalidator();
  const answerTo = (intent: string) => (actionData?.intent === intent ? actionData : undefined);
  const removal = answerTo('remove-device');
  return (
    <MemberPage
      member={member}
      title="Notifications"
      lead="How you are told of visitors who wait for you while you are somewhere else. Nothing is sent for what you have read."
    >
      <MemberPageSection title="This browser">
        <ThisBrowser
          publicKey={publicKey}
          isKnown={devices.some((device) => device.isCurrent)}
          onChanged={() => void revalidate()}
        />
      </MemberPageSection>
      <MemberPageSection title="Your devices" count={devices.length}>
        {removal && (
          <div className="mb-4">
            <Notice kind={removal.isDone ? 'success' : 'error'}>{removal.message}</Notice>
          </div>
        )}
        <DeviceList devices={devices} />
      </MemberPageSection>
      <MemberPageSection title="What you are told">
        <SettingsForm
          chosen={chosen}
          timeZone={timeZone}
          isAskedOfQueue={may(member, 'take-from-queue')}
          answer={answerTo('settings')}
        />
      </MemberPageSection>
      <MemberPageSection title="Try it">
        <ActionForm preventScrollReset>
          <input type="hidden" name="intent" value="test" />
          <p className="mb-4 max-w-[62ch] text-ink-2">
            Sends a notification to each of your devices and a mail to you, and says what became of
            them.
          </p>
          <SubmitButton className="button button-line">Test my notifications</SubmitButton>
        </ActionForm>
        <TestResults answer={answerTo('test')} />
      </MemberPageSection>
    </MemberPage>
  );
}

interface SettingsFormProps {
  readonly chosen: Route.ComponentProps['loaderData']['chosen'];
  readonly timeZone: string;
  readonly isAskedOfQueue: boolean;
  readonly answer: Route.ComponentProps['actionData'];
}

function SettingsForm({ chosen, timeZone, isAskedOfQueue, answer }: SettingsFormProps) {
  const daily = `Daily at ${DAILY_DIGEST_HOUR}:00 (${timeZone.replaceAll('_', ' ')})`;
  return (
    <ActionForm
      preventScrollReset
      className="grid gap-6 rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <input type="hidden" name="intent" value="settings" />
      <fieldset className="min-w-0">
        <legend className="text-[15px] font-semibold">On your devices</legend>
        <Choice
          name="showsPreviews"
          isChosen={chosen.showsPreviews}
          label="Show previews"
          hint="Who wrote and the first words, also on a locked screen. Without it, only that somebody wrote."
        />
        {isAskedOfQueue && (
          <Choice
            name="tellsOfQueue"
            isChosen={chosen.tellsOfQueue}
            label="Also when a visitor waits in the queue"
            hint="Once a visitor, on your devices and in your digest."
          />
        )}
      </fieldset>
      <div className="max-w-[420px]">
        <SelectField
          label="By mail"
          name="digest"
          defaultValue={chosen.digest}
          options={[
            { value: 'off', name: 'Off' },
            { value: 'hourly', name: 'Every hour in which something new came' },
            { value: 'daily', name: daily },
          ]}
          hint="A list of the conversations you have not read, and no mail when there are none."
        />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton>Save</SubmitButton>
        {answer && (
          <div className="min-w-0 flex-1 basis-60">
            <Notice kind={answer.isDone ? 'success' : 'error'}>{answer.message}</Notice>
          </div>
        )}
      </div>
    </ActionForm>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly label: string;
  readonly hint: string;
}

function Choice({ name, isChosen, label, hint }: ChoiceProps) {
  return (
    <div className="mt-3">
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={isChosen}
          aria-describedby={`${name}-hint`}
          className="size-5 shrink-0 accent-primary"
        />
        {label}
      </label>
      <p id={`${name}-hint`} className="ml-8 max-w-[62ch] text-[14px] text-ink-2">
        {hint}
      </p>
    </div>
  );
}
