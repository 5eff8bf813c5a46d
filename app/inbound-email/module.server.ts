import { expireHourly } from '../platform/change/expire-hourly.server.ts';
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

/** The module reports no personal data of its own, because received emails become data of conversations. */
export const inboundEmailModule: Module<InboundEmailContext, object> = {
  scheduledJobs(appContext) {
    const forget = expireHourly(appContext, 'left-out emails', forgetLeftOut);
    if (!appContext.settings.mailIn?.imap) return [forget];
    const mailbox = new MailboxWatch(appContext);
    return [forget, { name: 'mailbox', everyMs: 2 * SECOND_MS, run: () => mailbox.look() }];
  },
  holding: { count: countLeftOut, export: exportLeftOut, erase: eraseLeftOut },
  reset: resetLeftOut,
};
