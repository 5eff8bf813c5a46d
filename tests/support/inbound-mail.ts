import { createLog } from '../../app/platform/log.server.ts';
import {
  openInboundMail,
  type InboundMail,
} from '../../app/inbound-email/server/open-inbound-mail.server.ts';
import type { MailInOutcome } from '../../app/inbound-email/rules.ts';

let shared: InboundMail | undefined;

/** What reads mails in this process; it reports to nobody. */
export function testInboundMail(): InboundMail {
  return (shared ??= openInboundMail(createLog('silent'), { handled() {}, mailbox() {} }));
}

/** The same, with what it reports. */
export function reportingInboundMail() {
  const handled: MailInOutcome[] = [];
  const mailbox: (boolean | undefined)[] = [];
  const ends: (() => Promise<void>)[] = [];
  const inboundMail: InboundMail = {
    ...testInboundMail(),
    report: {
      handled: (outcome) => void handled.push(outcome),
      mailbox: (isConnected) => void mailbox.push(isConnected),
    },
    onClose: (end) => void ends.push(end),
    close: async () => void (await Promise.all(ends.map((end) => end()))),
  };
  return { inboundMail, handled, mailbox };
}
