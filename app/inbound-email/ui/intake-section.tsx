import { t } from '../../i18n/translate.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CONVERSATIONS_BY_MAIL } from '../../platform/changeable-settings.ts';
import {
  SettingField,
  SettingsSection,
  type SettingsOnPage,
} from '../../accounts/ui/setting-field.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { Moment } from '../../ui/date-time.tsx';
import type { IntakeSetup, IntakeChannelView } from '../server/describe-intake.server.ts';

interface IntakeSectionProps {
  readonly page: SettingsOnPage;
  readonly intake: IntakeSetup | null;
}

/** Secrets stay in the environment and are not shown. */
export function IntakeSection({ page, intake }: IntakeSectionProps) {
  const mailbox = intake?.mailbox ?? null;
  return (
    <SettingsSection
      id="incoming-answers"
      title={t('Incoming answers')}
      text={t(
        'What visitors answer to a mail becomes a message of their conversation. Set at start with IMAP_URL or MAIL_WEBHOOK_SECRET, because they are secrets.',
      )}
    >
      {mailbox?.fault && mailbox.failingSince && (
        <Notice kind="error">
          {t('Answers by mail do not come in:')} {mailbox.fault} {t('Since')}{' '}
          <Moment at={mailbox.failingSince} />
          {t('; it is tried again by itself, and nothing is lost.')}
        </Notice>
      )}
      <dl className="grid gap-x-6 gap-y-1.5 [overflow-wrap:anywhere] sm:grid-cols-[8rem_minmax(0,1fr)]">
        {intake ? (
          <>
            <Row name={t('Answered at')}>
              {t('{address}, with a part of its own for each mail', {
                address: intake.replyAddress,
              })}
            </Row>
            {mailbox && (
              <Row name={t('Mailbox')}>
                {mailbox.address}. <State way={mailbox} />
              </Row>
            )}
            {intake.webhook && (
              <Row name={t('Mail provider')}>
                <Posted way={intake.webhook} />
              </Row>
            )}
          </>
        ) : (
          <Row name={t('State')}>
            {t(
              'Not connected: answers to mails go to the sender’s mailbox, and visitors answer in the chat.',
            )}
          </Row>
        )}
      </dl>
      {intake && (
        <p className="text-[15px] text-ink-2">
          {t('Emails that became no message are listed here:')}{' '}
          <Link to="/team/emails" className="link">
            {t('Left-out emails')}
          </Link>
        </p>
      )}
      <SettingField
        page={page}
        name="CONVERSATIONS_BY_MAIL"
        options={CONVERSATIONS_BY_MAIL}
        hint={t(
          'on: a mail that answers none of ours begins a conversation. Set it only for a mailbox that is there for this. off: such mails stay in the mailbox.',
        )}
      />
    </SettingsSection>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt dir="auto" className="font-semibold max-sm:mt-2">
        {name}
      </dt>
      <dd>{children}</dd>
    </>
  );
}

function State({ way: { workedAt, fault, lastMailAt } }: { readonly way: IntakeChannelView }) {
  if (workedAt === null) return fault === null ? t('Not read yet.') : t('It was never read.');
  return (
    <>
      {fault === null ? t('Connected') : t('Not connected')}
      {t('; it last worked')} <Moment at={workedAt} />. <LastMail at={lastMailAt} />
    </>
  );
}

function Posted({ way: { workedAt, lastMailAt } }: { readonly way: IntakeChannelView }) {
  if (workedAt === null) return t('Nothing was posted to /webhooks/mail yet.');
  return (
    <>
      {t('It last posted a mail')} <Moment at={workedAt} />. <LastMail at={lastMailAt} />
    </>
  );
}

function LastMail({ at }: { readonly at: string | null }) {
  return at === null ? (
    t('No mail has become a message yet.')
  ) : (
    <>
      {t('The last mail that became a message came')} <Moment at={at} />.
    </>
  );
}
