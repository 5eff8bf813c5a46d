import type { Module } from '../platform/module.ts';
import type { InboundEmailContext } from './server/open-inbound-mail.server.ts';
import {
  forgetLeftOut,
  countLeftOut,
  eraseLeftOut,
  exportLeftOut,
  resetLeftOut,
} from './server/left-out/left-out.server.ts';
import { MailboxWatch } from './server/mailbox/watch-mailbox.server.ts';

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;

/** The module reports no personal data of its own, because received emails become data of conversations. */
export const inboundEmailModule: Module<InboundEmailContext, object> = {
  scheduledJobs(appContext) {
    const forget = {
      name: 'left-out emails',
      everyMs: HOUR_MS,
      run: () => forgetLeftOut(appContext),
    };
    if (!appContext.settings.mailIn?.imap) return [forget];
    const mailbox = new MailboxWatch(appContext);
    return [forget, { name: 'mailbox', everyMs: 2 * SECOND_MS, run: () => mailbox.look() }];
  },
  holding: { count: countLeftOut, export: exportLeftOut, erase: eraseLeftOut },
  reset: resetLeftOut,
};
