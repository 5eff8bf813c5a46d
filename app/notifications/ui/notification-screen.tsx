import { say } from '../../platform/say.ts';
import { useRevalidator } from 'react-router';
import type { DeviceView } from '../server/push/devices.server.ts';
import type { NotificationSettings } from '../server/push/notification-settings.server.ts';
import { InstallHint } from '../../chat/inbox/install-app.tsx';
import { ThisBrowser } from './this-browser.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { DeviceList } from './device-list.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { TestResults, type NotificationAnswer } from './test-results.tsx';
import { ChoicesForm } from './choices-form.tsx';

interface NotificationScreenProps {
  readonly devices: readonly DeviceView[];
  readonly chosen: NotificationSettings;
  /** The server's public key, with which the browser subscribes. */
  readonly publicKey: string;
  readonly timeZone: string;
  /** True if this member may take visitors from the queue. */
  readonly isAskedOfQueue: boolean;
  readonly answer: NotificationAnswer | undefined;
}

export function NotificationScreen(props: NotificationScreenProps) {
  const { devices, chosen, publicKey, timeZone, isAskedOfQueue, answer } = props;
  const { revalidate } = useRevalidator();
  const answerTo = (intent: string) => (answer?.intent === intent ? answer : undefined);
  const removal = answerTo('remove-device');
  return (
    <>
      <PageSection title={say('This browser')}>
        <ThisBrowser
          publicKey={publicKey}
          isKnown={devices.some((device) => device.isCurrent)}
          onChanged={() => void revalidate()}
        />
      </PageSection>
      <PageSection title={say('The app')}>
        <InstallHint />
      </PageSection>
      <PageSection title={say('Your devices')} count={devices.length}>
        {removal && (
          <div className="mb-4">
            <Notice kind={removal.isDone ? 'success' : 'error'}>{removal.message}</Notice>
          </div>
        )}
        <DeviceList devices={devices} />
      </PageSection>
      <PageSection title={say('What you are told')}>
        <ChoicesForm
          chosen={chosen}
          timeZone={timeZone}
          isAskedOfQueue={isAskedOfQueue}
          answer={answerTo('settings')}
        />
      </PageSection>
      <PageSection title={say('Try it')}>
        <ActionForm preventScrollReset>
          <HiddenFields fields={{ intent: 'test' }} />
          <p className="mb-4 max-w-[41em] text-ink-2">
            {say(
              'Sends a notification to each of your devices and a mail to you, and says what became of them.',
            )}
          </p>
          <SubmitButton className="button button-line">{say('Test my notifications')}</SubmitButton>
        </ActionForm>
        <TestResults answer={answerTo('test')} />
      </PageSection>
    </>
  );
}
