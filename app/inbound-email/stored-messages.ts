import { defineMessages, showMessage, type StoredMessage } from '../platform/stored-message.ts';
import { t } from '../i18n/translate.ts';

/** Why the mailbox of answers cannot be read, and what the audit log says about emails. */
export const inboundMessage = defineMessages({
  'mailbox.name-unknown': () => t("The mail server in IMAP_URL wasn't found. Check its name."),
  'mailbox.name-failed': () => t("Couldn't look up the name of the mail server in IMAP_URL."),
  'mailbox.refused': () =>
    t("The mail server in IMAP_URL isn't responding at this address and port."),
  'mailbox.ended': () => t('The mail server closed the connection.'),
  'mailbox.unreachable': () => t("Can't reach the mail server in IMAP_URL."),
  'mailbox.timeout': () => t("The mail server didn't respond in time."),
  'mailbox.password': () => t('The mail server rejected the username and password in IMAP_URL.'),
  'mailbox.no-folder': () => t("The folder in IMAP_URL doesn't exist."),
  'mailbox.not-encrypted': () =>
    t("Couldn't establish an encrypted connection to the mail server."),
  'mailbox.unreadable': () => t("Couldn't read the mailbox. See the log for the reason."),
  'mailbox.email-refused': ({ why }: { readonly why: StoredMessage }) =>
    t("An email couldn't be processed yet: {why}", { why: showMessage(why) }),
  'mailbox.email-failed': () =>
    t("An email couldn't be processed yet. See the log for the reason."),
  'emails.left-out-erased': ({ count }: { readonly count: number }) =>
    t('{count, plural, one {# skipped email} other {# skipped emails}}', { count }),
});
