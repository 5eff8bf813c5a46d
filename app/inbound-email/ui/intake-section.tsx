import { Rich } from '../../ui/rich.tsx';
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
      text={t(
        'Email replies from visitors are added to their conversations. Configured at startup with IMAP_URL or MAIL_WEBHOOK_SECRET, because both are secrets.',
      )}
    >
      {mailbox?.fault && mailbox.failingSince && (
        <Notice kind="error">
          {t("Email replies aren't coming in.")} {mailbox.fault}{' '}
          <Rich
            text={t('Failing since <time/>. We retry automatically, and nothing is lost.')}
            parts={{ time: <Moment at={mailbox.failingSince} /> }}
          />
        </Notice>
      )}
      <dl className="grid gap-x-6 gap-y-1.5 [overflow-wrap:anywhere] sm:grid-cols-[8rem_minmax(0,1fr)]">
        {intake ? (
          <>
            <Row name={t('Reply address')}>
              {t('{address}, with a unique part for each email', {
                address: intake.replyAddress,
              })}
            </Row>
            {mailbox && (
              <Row name={t('Mailbox')}>
                {mailbox.address}. <State way={mailbox} />
              </Row>
            )}
            {intake.webhook && (
              <Row name={t('Email provider')}>
                <Posted way={intake.webhook} />
              </Row>
            )}
          </>
        ) : (
          <Row name={t('Status')}>
            {t(
              'Not connected: replies to emails go to the sender’s mailbox, and visitors reply in the chat.',
            )}
          </Row>
        )}
      </dl>
      {intake && (
        <p className="text-[15px] text-ink-2">
          <Rich
            text={t("Emails that weren't added to a conversation: <link>Skipped emails</link>")}
            parts={{
              link: <Link to="/team/emails" className="link" />,
            }}
          />
        </p>
      )}
      <SettingField
        page={page}
        name="CONVERSATIONS_BY_MAIL"
        options={CONVERSATIONS_BY_MAIL}
        hint={t(
          "on: an email that isn't a reply to one of ours starts a conversation. Turn this on only for a dedicated mailbox. off: such emails stay in the mailbox.",
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
  if (workedAt === null)
    return fault === null ? t('Not read yet.') : t('It has never been read successfully.');
  return (
    <>
      <Rich
        text={
          fault === null
            ? t('Connected; last successful check: <time/>.')
            : t('Not connected; last successful check: <time/>.')
        }
        parts={{ time: <Moment at={workedAt} /> }}
      />{' '}
      <LastMail at={lastMailAt} />
    </>
  );
}

function Posted({ way: { workedAt, lastMailAt } }: { readonly way: IntakeChannelView }) {
  if (workedAt === null) return t('Nothing has been posted to /webhooks/mail yet.');
  return (
    <>
      <Rich text={t('Last email posted: <time/>.')} parts={{ time: <Moment at={workedAt} /> }} />{' '}
      <LastMail at={lastMailAt} />
    </>
  );
}

function LastMail({ at }: { readonly at: string | null }) {
  return at === null ? (
    t('No email has been added to a conversation yet.')
  ) : (
    <Rich
      text={t('Last email added to a conversation: <time/>.')}
      parts={{ time: <Moment at={at} /> }}
    />
  );
}
