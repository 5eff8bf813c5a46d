import { t, msg, type Sentence } from '../../../i18n/translate.ts';
import type { Log } from '../../../platform/log.server.ts';
import type { Mail, MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';

type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom'>;

/** The email configuration without secrets. */
export interface MailSetup {
  readonly from: string;
  /** Null if emails are only written to a folder. */
  readonly server: {
    readonly address: string;
    readonly isEncrypted: boolean;
    readonly hasLogin: boolean;
  } | null;
}

export function describeMailSetup({ smtpUrl, mailFrom }: MailSettings): MailSetup {
  const url = smtpUrl === undefined ? null : URL.parse(smtpUrl);
  return {
    from: mailFrom,
    server: url && {
      address: url.host,
      isEncrypted: url.protocol === 'smtps:',
      hasLogin: url.username !== '',
    },
  };
}

export interface MailTest {
  readonly isDone: boolean;
  /** A mail server accepted the email. False if it was only written to a folder. */
  readonly isAccepted: boolean;
  readonly message: string;
}

/** Sends a test email to the asking admin without retries, and reports the result. */
export async function sendTestMail(
  { mail, log }: { readonly mail: Pick<Mail, 'isDelivered' | 'deliver'>; readonly log: Log },
  { brandName, origin }: Pick<Settings, 'brandName' | 'origin'>,
  to: string,
): Promise<MailTest> {
  try {
    await mail.deliver(settingsTestMail({ brandName, origin }, to));
  } catch (error) {
    log.warn({ err: error }, 'Could not send the test email');
    return {
      isDone: false,
      isAccepted: false,
      message: explain(error),
    };
  }
  return {
    isDone: true,
    isAccepted: mail.isDelivered,
    message: mail.isDelivered
      ? t(
          'The mail server accepted the email to {to}. Check that mailbox, including its spam folder, to see whether it arrives.',
          { to },
        )
      : t(
          'No mail server is configured, so nothing was sent. The email is in the outbox folder on the server.',
        ),
  };
}

export function settingsTestMail(
  { brandName, origin }: Pick<Settings, 'brandName' | 'origin'>,
  to: string,
): MailMessage {
  return writeMail({
    kind: 'settings-test',
    to,
    brandName,
    subject: t('Test email from {brandName}', { brandName }),
    body: [
      t('Email works. This message was sent from the {brandName} settings.', { brandName }),
      { label: t('Open settings'), href: `${origin}/team/settings` },
    ],
  });
}

const FAULTS: Readonly<Record<string, Sentence>> = {
  EAUTH: msg("The mail server didn't accept the username and password in SMTP_URL."),
  ENOAUTH: msg('The mail server requires a username and password, but SMTP_URL has none.'),
  EDNS: msg("The host name of the mail server in SMTP_URL couldn't be found."),
  ENOTFOUND: msg("The host name of the mail server in SMTP_URL couldn't be found."),
  ETIMEDOUT: msg("The mail server didn't respond in time."),
  ETLS: msg("Couldn't establish an encrypted connection to the mail server."),
  ECONNECTION: msg("Couldn't reach the mail server."),
  ESOCKET: msg("Couldn't reach the mail server."),
};

/** Explains the library's error codes. The server's own text is omitted, because it may contain the login. */
function explain(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const fault = typeof code === 'string' ? FAULTS[code] : undefined;
  return [
    t("The email wasn't sent."),
    fault && t(fault),
    typeof responseCode === 'number' &&
      t('The mail server responded with {code}.', { code: responseCode }),
    t('See the server log for details.'),
  ]
    .filter(Boolean)
    .join(' ');
}
