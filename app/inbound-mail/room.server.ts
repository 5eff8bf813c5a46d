import type { Room } from '../platform/room.ts';
import type { InboundMailHost } from './inbound-mail-host.server.ts';
import { MailboxWatch } from './mailbox/watch-mailbox.server.ts';

const SECOND_MS = 1000;

/** What a mail becomes is the conversation's, which says what it holds. */
export const inboundMail: Room<InboundMailHost, object> = {
  chores(host) {
    if (!host.settings.mailIn?.imap) return [];
    const mailbox = new MailboxWatch(host);
    return [{ name: 'mailbox', everyMs: 2 * SECOND_MS, run: () => mailbox.look() }];
  },
};
