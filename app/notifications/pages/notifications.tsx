import { Rich } from '../../ui/rich.tsx';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t, msg } from '../../i18n/translate.ts';
import { readDevices, type DeviceView } from '../server/push/devices.server.ts';
import {
  readNotificationSettings,
  type NotificationSettings,
} from '../server/push/notification-settings.server.ts';
import { may } from '../../accounts/protocol/permissions.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/notifications.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { useRevalidator } from 'react-router';
import { InstallHint } from '../../chat/inbox/install-app.tsx';
import { ThisBrowser } from '../ui/this-browser.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields, FormButton } from '../../ui/form/form-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { CheckboxField } from '../../ui/form/choice-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DateTime, Moment } from '../../ui/date-time.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DAILY_DIGEST_HOUR } from '../protocol/rules.ts';
import { SelectField } from '../../ui/form/field.tsx';
import type { TestResult } from '../server/push/test-notifications.server.ts';
import type { FormAnswer } from '../../ui/form/form-answer.ts';

export const handle = { messages: await loadMessages('notifications-team') };

interface NotificationAnswer extends FormAnswer {
  readonly results?: readonly TestResult[];
}

interface TestResultsProps {
  readonly answer: Pick<NotificationAnswer, 'message' | 'results'> | undefined;
}

const OUTCOMES = {
  sent: { tone: 'success', name: msg('Sent') },
  refused: { tone: 'error', name: msg('Rejected') },
  'not-set-up': { tone: 'amber', name: msg('Not set up') },
} as const;

interface ChoicesFormProps {
  readonly chosen: NotificationSettings;
  readonly timeZone: string;
  readonly isAskedOfQueue: boolean;
  readonly managesOrders: boolean;
  readonly answer: Pick<NotificationAnswer, 'isDone' | 'message'> | undefined;
}

interface NotificationScreenProps {
  readonly devices: readonly DeviceView[];
  readonly chosen: NotificationSettings;
  /** The server's public key, with which the browser subscribes. */
  readonly publicKey: string;
  readonly timeZone: string;
  /** True if this member may take visitors from the queue. */
  readonly isAskedOfQueue: boolean;
  readonly managesOrders: boolean;
  readonly answer: NotificationAnswer | undefined;
}

export { action } from './notification-actions.server.ts';

export const loader = pageAt('/notifications', async ({ appContext, member, sessionId }) => {
  const { db, push, settings } = appContext;
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
    managesOrders: may(member, 'manage-orders'),
  };
});

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Notifications')}
      lead={t(
        "Choose how you're notified about visitors who are waiting for you while the dashboard isn't open in front of you. Nothing is sent for messages you've already read.",
      )}
    >
      <NotificationScreen answer={actionData} {...loaderData} />
    </MemberPage>
  );
}

function NotificationScreen(props: NotificationScreenProps) {
  const { devices, chosen, publicKey, timeZone, isAskedOfQueue, managesOrders, answer } = props;
  const { revalidate } = useRevalidator();
  const answerTo = (intent: string) => (answer?.intent === intent ? answer : undefined);
  const removal = answerTo('remove-device');
  return (
    <>
      <PageSection title={t('This browser')}>
        <ThisBrowser
          publicKey={publicKey}
          isKnown={devices.some((device) => device.isCurrent)}
          onChanged={() => void revalidate()}
        />
      </PageSection>
      <PageSection title={t('App')}>
        <InstallHint />
      </PageSection>
      <PageSection title={t('Your devices')} count={devices.length}>
        {removal && (
          <div className="mb-4">
            <Notice kind={removal.isDone ? 'success' : 'error'}>{removal.message}</Notice>
          </div>
        )}
        <DeviceList devices={devices} />
      </PageSection>
      <PageSection title={t('Notification settings')}>
        <ChoicesForm
          chosen={chosen}
          timeZone={timeZone}
          isAskedOfQueue={isAskedOfQueue}
          managesOrders={managesOrders}
          answer={answerTo('settings')}
        />
      </PageSection>
      <PageSection title={t('Test notifications')}>
        <ActionForm preventScrollReset>
          <HiddenFields fields={{ intent: 'test' }} />
          <p className="mb-4 max-w-[41em] text-ink-2">
            {t(
              'Sends a notification to each of your devices and an email to you, then shows whether each one was sent.',
            )}
          </p>
          <SubmitButton className="button button-line">{t('Test my notifications')}</SubmitButton>
        </ActionForm>
        <TestResults answer={answerTo('test')} />
      </PageSection>
    </>
  );
}

function DeviceList({ devices }: { readonly devices: readonly DeviceView[] }) {
  if (devices.length === 0) {
    return (
      <p className="max-w-[41em] text-ink-2">
        {t(
          'No devices yet. Turn on notifications in each browser where you want to receive them, for example on your computer and your phone.',
        )}
      </p>
    );
  }
  return (
    <ul className="list-card">
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </ul>
  );
}

function DeviceRow({ device }: { readonly device: DeviceView }) {
  const { id, label, since, lastSuccessAt, lastError, isCurrent } = device;
  return (
    <li data-testid="device" className="list-row justify-between">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-[650]">
          {label} {isCurrent && <Chip tone="success">{t('This browser')}</Chip>}
        </p>
        <p className="text-[14px] text-ink-2">
          <Rich text={t('Since <time/>')} parts={{ time: <DateTime at={since} /> }} />
          {lastSuccessAt && (
            <>
              {' '}
              {'· '}
              <Rich
                text={t('Last notified <time/>')}
                parts={{ time: <Moment at={lastSuccessAt} /> }}
              />
            </>
          )}
        </p>
        {lastError && (
          <p className="mt-1 flex items-start gap-2 text-[14px] font-semibold text-error">
            <Icon name="warning-circle-fill" size={16} className="mt-[3px]" />
            {lastError}
          </p>
        )}
      </div>
      <FormButton
        fields={{ intent: 'remove-device', id }}
        aria-label={t('Remove {name}', { name: label })}
      >
        {t('Remove')}
      </FormButton>
    </li>
  );
}

function ChoicesForm(props: ChoicesFormProps) {
  const { chosen, timeZone, isAskedOfQueue, managesOrders, answer } = props;
  const daily = t('Daily at {dailyDigestHour}:00 ({replaceAll})', {
    dailyDigestHour: DAILY_DIGEST_HOUR,
    replaceAll: timeZone.replaceAll('_', ' '),
  });
  return (
    <ActionForm
      preventScrollReset
      className="grid gap-6 rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <HiddenFields fields={{ intent: 'settings' }} />
      <fieldset className="min-w-0">
        <legend className="text-[15px] font-semibold">{t('On your devices')}</legend>
        <CheckboxField
          name="showsPreviews"
          value="yes"
          defaultChecked={chosen.showsPreviews}
          label={t('Show previews')}
          hint={t(
            'Shows the sender and the first words of the message, even on a locked screen. When off, notifications only say that there is a new message.',
          )}
        />
        {isAskedOfQueue && (
          <CheckboxField
            name="tellsOfQueue"
            value="yes"
            defaultChecked={chosen.tellsOfQueue}
            label={t('Also notify me when a visitor is waiting in the queue')}
            hint={t('Once per visitor, on your devices and in your email digest.')}
          />
        )}
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="text-[15px] font-semibold">
          {t('When a colleague mentions you in a note')}
        </legend>
        <CheckboxField
          name="mailsMentions"
          value="yes"
          defaultChecked={chosen.mailsMentions}
          label={t('Send me an email as well')}
          hint={t(
            "Your devices are always notified. Nothing is sent for mentions you've already seen.",
          )}
        />
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="text-[15px] font-semibold">{t('When an order needs the team')}</legend>
        <CheckboxField
          name="mailsOrders"
          value="yes"
          defaultChecked={chosen.mailsOrders}
          label={t('Send me an email as well')}
          hint={
            managesOrders
              ? t(
                  'New and paid orders, requested revisions and refunds, and comments on deliveries: for orders you work on, and for orders nobody works on. Your devices are always notified.',
                )
              : t(
                  'New and paid orders, requested revisions and refunds, and comments on deliveries, for orders you work on. Your devices are always notified.',
                )
          }
        />
      </fieldset>
      <div className="max-w-[420px]">
        <SelectField
          label={t('By email')}
          name="digest"
          defaultValue={chosen.digest}
          options={[
            { value: 'off', name: t('Off') },
            { value: 'hourly', name: t('Hourly, if there is anything new') },
            { value: 'daily', name: daily },
          ]}
          hint={t('A list of your unread conversations. No email is sent if there are none.')}
        />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton>{t('Save')}</SubmitButton>
        {answer && (
          <div className="min-w-0 flex-1 basis-60">
            <Notice kind={answer.isDone ? 'success' : 'error'}>{answer.message}</Notice>
          </div>
        )}
      </div>
    </ActionForm>
  );
}

function TestResults({ answer }: TestResultsProps) {
  if (!answer) return null;
  if (!answer.results) {
    return (
      <div className="mt-5">
        <Notice kind="error">{answer.message}</Notice>
      </div>
    );
  }
  return (
    <div role="status" className="mt-5">
      <p className="sr-only">{answer.message}</p>
      <ul className="list-card">
        {answer.results.map(({ channel, outcome, detail }) => (
          <li key={channel + detail} data-testid="test-result" className="list-row">
            <p className="min-w-0 flex-1 basis-60">
              <span dir="auto" className="font-[650] [overflow-wrap:anywhere]">
                {channel}
              </span>
              <span className="block text-[14px] text-ink-2">{detail}</span>
            </p>
            <Chip tone={OUTCOMES[outcome].tone}>{t(OUTCOMES[outcome].name)}</Chip>
          </li>
        ))}
      </ul>
    </div>
  );
}
