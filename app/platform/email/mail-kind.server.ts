import * as v from 'valibot';
import { change, type ChangeContext } from '../change/change.server.ts';
import type { JobKind } from '../change/kind.ts';
import type { Seal } from '../secrets.server.ts';
import { defineMessages } from '../stored-message.ts';
import { t } from '../../i18n/translate.ts';
import type { MailMessage, MailTransport } from './mail.ts';
import { mailboxOf } from './mailbox.ts';
import { takeFromMailbox } from './mailbox-budget.server.ts';
import { UNSOLICITED_MAILS } from './unsolicited.ts';

export const MAIL_KIND = 'mail';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const payload = v.object({
  to: v.string(),
  unsolicited: v.nullable(v.picklist(UNSOLICITED_MAILS)),
  /** The encrypted email, see `secrets.server.ts`. */
  sealed: v.string(),
});
export type MailPayload = v.InferOutput<typeof payload>;

/** The most receiving domains at the same time, and the most concurrent emails to each. */
const CONCURRENCY_GROUPS = 6;
const IN_A_LANE = 2;
/** Longer than the longest SMTP conversation, in which each reply comes just before its timeout. */
const LEASE_MS = 4 * MINUTE_MS;
/** Greylisting asks for about a minute; a mail server under repair needs hours, and over a weekend days. */
export const MAIL_RETRY_AFTER_MS: readonly number[] = [
  2 * SECOND_MS,
  15 * SECOND_MS,
  90 * SECOND_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  DAY_MS,
];
/** Enhanced status codes (RFC 3463) that the mailbox or its domain does not exist. */
const STATUS_OF_NO_MAILBOX = /^5\d\d[ -]5\.1\.(?:1|2|3|10)\b/;

/**
 * The job kind that delivers emails. It checks the mailbox's budget for emails that a stranger can
 * cause.
 */
export function mailKind(appContext: ChangeContext, transport: MailTransport, seal: Seal): JobKind {
  const { clock, log } = appContext;
  return {
    name: MAIL_KIND,
    retryAfterMs: MAIL_RETRY_AFTER_MS,
    jitter: 0.2,
    leaseMs: LEASE_MS,
    concurrencyGroups: CONCURRENCY_GROUPS,
    atOnce: IN_A_LANE,
    keepDoneMs: 0,
    keepFailedMs: 30 * DAY_MS,
    async deliver(entry) {
      const parsed = v.safeParse(payload, entry.payload);
      if (!parsed.success) return { result: 'failed', error: mailMessage('email.unreadable') };
      const { to, unsolicited: sort, sealed } = parsed.output;
      const message = openMessage(seal, sealed);
      if (!message) return { result: 'failed', error: mailMessage('email.sealed-otherwise') };
      if (sort) {
        const trace = { member: undefined, requestId: MAIL_KIND };
        const mail = { id: entry.id, mailbox: mailboxOf(to), sort };
        if (!(await change(appContext, trace, (tx) => takeFromMailbox(tx, clock.now(), mail)))) {
          log.warn(
            { entry: entry.id, sort },
            'Email not sent: the daily limit of its address is reached',
          );
          return { result: 'done' };
        }
      }
      try {
        await transport.deliver(message);
      } catch (error) {
        // Repeating it would harm the sender's reputation. Other refusals may be those of wrong settings.
        if (!isNoSuchMailbox(error)) throw error;
        return { result: 'failed', error: NO_SUCH_MAILBOX };
      }
      return { result: 'done' };
    },
  };
}

const mailMessage = defineMessages({
  'email.unreadable': () => t("The email can't be read."),
  'email.no-such-mailbox': () =>
    t("The receiving mail server says that this mailbox doesn't exist."),
  'email.sealed-otherwise': () => t('The email was encrypted with a different secret.'),
});

export const NO_SUCH_MAILBOX = mailMessage('email.no-such-mailbox');

/** Returns true if the receiving mail server has refused an email for good, because its address does not exist. */
export function isNoSuchMailbox(error: unknown): boolean {
  const { response } = error as { readonly response?: unknown };
  return typeof response === 'string' && STATUS_OF_NO_MAILBOX.test(response);
}

function openMessage(seal: Seal, sealed: string): MailMessage | undefined {
  try {
    return JSON.parse(seal.open(sealed)) as MailMessage;
  } catch {
    return undefined;
  }
}
