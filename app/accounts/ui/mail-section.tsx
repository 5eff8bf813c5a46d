import { say } from '../../platform/say.ts';
import type { MailSetup, MailTest } from '../server/settings/send-test-mail.server.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { SettingsSection } from './setting-field.tsx';

interface MailSectionProps {
  readonly mail: MailSetup;
  readonly to: string;
  readonly test: MailTest | undefined;
}

/** Shows the email configuration without secrets, which stay in the environment. */
export function MailSection({ mail: { server, from }, to, test }: MailSectionProps) {
  return (
    <SettingsSection
      id="mail"
      title={say('Mail')}
      text={say('Set at start with SMTP_URL and MAIL_FROM, because they hold a password.')}
    >
      <dl className="grid gap-x-6 gap-y-1.5 [overflow-wrap:anywhere] sm:grid-cols-[8rem_minmax(0,1fr)]">
        <dt className="font-semibold">{say('Mail server')}</dt>
        <dd>
          {server
            ? [
                server.address,
                server.isEncrypted
                  ? say('encrypted from the start')
                  : say('encrypted where the server offers it'),
                server.hasLogin ? say('with user name and password') : say('without a password'),
              ].join(', ')
            : say(
                'None. Mails are kept in the outbox folder on the server, and their links printed in its log.',
              )}
        </dd>
        <dt className="font-semibold max-sm:mt-2">{say('Sender')}</dt>
        <dd>{from}</dd>
      </dl>
      {test && <Notice kind={test.isDone ? 'success' : 'error'}>{test.message}</Notice>}
      <div>
        <SubmitButton
          name="intent"
          value="test-mail"
          className="button button-line button-small"
          formAction="/team/settings#mail"
        >
          {say('Send a test mail')}
        </SubmitButton>
        <p className="mt-2 text-[13.5px] text-ink-3">{say('It goes to {to}.', { to })}</p>
      </div>
    </SettingsSection>
  );
}
