import type { Room } from '../platform/module.ts';
import type { InboundMailHost } from './server/inbound-mail-host.server.ts';
import { forgetLeftOut } from './server/left-out/keep-left-out.server.ts';
import {
  countLeftOut,
  eraseLeftOut,
  exportLeftOut,
  resetLeftOut,
} from './server/left-out/privacy.server.ts';
import { MailboxWatch } from './server/mailbox/watch-mailbox.server.ts';

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;

/** The module reports no personal data of its own, because received emails become data of conversations. */
export const inboundMail: Room<InboundMailHost, object> = {
  chores(host) {
    const forget = {
      name: 'left-out emails',
      everyMs: HOUR_MS,
      run: () => forgetLeftOut(host),
    };
    if (!host.settings.mailIn?.imap) return [forget];
    const mailbox = new MailboxWatch(host);
    return [forget, { name: 'mailbox', everyMs: 2 * SECOND_MS, run: () => mailbox.look() }];
  },
  holding: { count: countLeftOut, export: exportLeftOut, erase: eraseLeftOut },
  reset: resetLeftOut,
};
