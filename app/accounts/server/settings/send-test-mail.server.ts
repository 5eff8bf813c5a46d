import { t, msg, type Sentence } from '../../../i18n/translate.ts';
import type { Log } from '../../../platform/log.server.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.ts';
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
  readonly message: string;
}

/** Sends a test email to the asking admin without retries, and reports the result. */
export async function sendTestMail(
  { mail, log }: { readonly mail: Pick<Mail, 'isDelivered' | 'deliver'>; readonly log: Log },
  { brandName, origin }: Pick<Settings, 'brandName' | 'origin'>,
  to: string,
): Promise<MailTest> {
  try {
    await mail.deliver(
      writeMail({
        to,
        brandName,
        subject: t('A test mail of {brandName}', { brandName }),
        body: [
          t('Mail works: this was sent from the settings of {brandName}.', { brandName }),
          { href: `${origin}/team/settings` },
        ],
      }),
    );
  } catch (error) {
    log.warn({ err: error }, 'A test mail could not be sent');
    return {
      isDone: false,
      message: t('The mail was not sent: {explain}', { explain: explain(error) }),
    };
  }
  return {
    isDone: true,
    message: mail.isDelivered
      ? t(
          'The mail server took the mail to {to}. Whether it arrives, that mailbox tells: look into its spam folder too.',
          { to },
        )
      : t(
          'No mail server is set, so nothing was sent. The mail lies in the outbox folder on the server.',
        ),
  };
}

const FAULTS: Readonly<Record<string, Sentence>> = {
  EAUTH: msg('the mail server did not accept the user name and password of SMTP_URL'),
  ENOAUTH: msg('the mail server wants a user name and password, and SMTP_URL has none'),
  EDNS: msg('the name of the mail server in SMTP_URL is not known'),
  ENOTFOUND: msg('the name of the mail server in SMTP_URL is not known'),
  ETIMEDOUT: msg('the mail server did not answer in time'),
  ETLS: msg('no encrypted connection to the mail server came about'),
  ECONNECTION: msg('the mail server could not be reached'),
  ESOCKET: msg('the mail server could not be reached'),
};

/** Explains the library's error codes. The server's own text is omitted, because it may contain the login. */
function explain(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const fault = typeof code === 'string' ? FAULTS[code] : undefined;
  const answer =
    typeof responseCode === 'number' ? t(' (it answered {code})', { code: responseCode }) : '';
  if (fault !== undefined)
    return t('{fault}{answer}. The log has the details.', { fault: t(fault), answer });
  if (answer !== '')
    return t('the mail server refused it{answer}. The log has the details.', { answer });
  return t('the log says why.');
}
