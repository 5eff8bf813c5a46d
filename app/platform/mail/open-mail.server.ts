import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Log } from '../log.server.ts';
import type { Seal } from '../seal.server.ts';
import type { Settings } from '../settings.server.ts';
import { openMailFolder } from './mail-folder.server.ts';
import { MAIL_KIND, type MailPayload } from './mail-kind.server.ts';
import {
  checkHeaders,
  type Mail,
  type MailSender,
  type MailTransport,
  type ReportMail,
} from './mail.ts';
import { messageIdOf } from './message-id.ts';
import { domainOf } from './mailbox.ts';
import { openSmtp } from './smtp.server.ts';

/** The mail server set at start, or else the outbox in the data folder. */
export function openMailTransport(
  { smtpUrl }: Settings,
  from: () => string | MailSender,
  dataDir: string,
  log: Log,
  report: ReportMail,
): MailTransport {
  return smtpUrl
    ? openSmtp(smtpUrl, from, report)
    : openMailFolder(join(dataDir, 'outbox'), from, log, report);
}

/**
 * Mails that wait are sealed: their links open accounts, and a mail may wait for hours. Whom it is
 * for stays readable, for the mailbox's budget and so that a person can be erased.
 */
export function openMail(transport: MailTransport, seal: Seal, origin: () => string): Mail {
  return {
    isDelivered: transport.isDelivered,
    deliver: (message) => transport.deliver(message),
    forget: (address) => transport.forget(address),
    send(after, message) {
      checkHeaders(message);
      const id = randomUUID();
      const messageId = message.messageId ?? messageIdOf(id, origin());
      const payload: MailPayload = {
        to: message.to.toLowerCase(),
        unsolicited: message.unsolicited ?? null,
        sealed: seal.seal(JSON.stringify({ ...message, messageId })),
      };
      const key = message.key ?? id;
      after.deliver(MAIL_KIND, { key, lane: domainOf(message.to), payload: { ...payload } });
    },
  };
}
