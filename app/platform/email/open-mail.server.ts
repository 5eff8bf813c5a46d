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
 * Queued emails are encrypted, because their links grant access and an email may wait for hours.
 * The recipient stays readable, for the mailbox's budget and for the erasure of a person's data.
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
