import { keyOldBlocks } from './server/privacy/block-visitor.server.ts';
import { change } from '../platform/change/change.server.ts';
import { expireHourly } from '../platform/change/expire-hourly.server.ts';
import type { Mail } from '../platform/email/mail.ts';
import type { Module } from '../platform/module.ts';
import type { Settings } from '../platform/settings.server.ts';
import type { ChatContext, VisitorSockets } from './server/chat-context.server.ts';
import { forgetConfirmations } from './server/email-verification/is-confirmed.server.ts';
import { forgetSignatures } from './embed/server/verify-identity.server.ts';
import { completeQuietConversations } from './server/resolution/complete-conversation.server.ts';
import { saveDeskSettings } from './server/assignment/desk-settings.server.ts';
import { drainQueue } from './server/assignment/drain-queue.server.ts';
import { rerouteWaiting } from './server/assignment/reroute-waiting.server.ts';
import { notifyManagers } from './server/assignment/notify-managers.server.ts';
import { wakeSnoozed } from './server/assignment/snooze-visitor.server.ts';
import { claimDueMails } from './server/email/schedule-mail.server.ts';
import { forgetOldMails, visitorMailKind } from './server/email/visitor-mail-kind.server.ts';
import { eraseVisitor } from './server/privacy/erase-visitor.server.ts';
import {
  countExpiredConversations,
  EXPIRED_AT_ONCE,
  expireConversations,
} from './server/privacy/expire-conversations.server.ts';
import { countAboutVisitor, exportVisitor } from './server/privacy/export-visitor.server.ts';
import { rewordMessages } from './server/read/reword-messages.server.ts';
import { rollUp } from './server/reports/roll-up.server.ts';
import { chatMessage } from './stored-messages.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

interface ChatModuleContext extends ChatContext, VisitorSockets {
  readonly settings: Settings;
  readonly mail: Pick<Mail, 'send'>;
  readonly isAnybodyIn: (conversationIds: readonly string[]) => Promise<boolean>;
}

export const chatModule: Module<ChatModuleContext, Parameters<typeof visitorMailKind>[0]> = {
  prepare: (db) => keyOldBlocks(db),
  async takeSettings(appContext, revision) {
    await change(appContext, undefined, (tx) =>
      saveDeskSettings(tx, appContext.settings, revision),
    );
    // A raised capacity makes room for queued visitors.
    await drainQueue(appContext);
  },
  scheduledJobs: (appContext) => [
    // An idle chat frees a place without any event, and an event may be lost.
    { name: 'queue', everyMs: 5 * SECOND_MS, run: () => drainQueue(appContext) },
    {
      name: 'quiet conversations',
      everyMs: MINUTE_MS,
      run: () =>
        completeQuietConversations(appContext, appContext.settings.chatQuietHours * HOUR_MS),
    },
    { name: 'waiting visitors', everyMs: 5 * SECOND_MS, run: () => rerouteWaiting(appContext) },
    { name: 'unattended visitors', everyMs: 5 * SECOND_MS, run: () => notifyManagers(appContext) },
    {
      name: 'mails to visitors',
      everyMs: 10 * SECOND_MS,
      run: () => claimDueMails(appContext, appContext.isAnybodyIn),
    },
    expireHourly(appContext, 'old mails to visitors', forgetOldMails),
    { name: 'snoozed conversations', everyMs: 5 * SECOND_MS, run: () => wakeSnoozed(appContext) },
    expireHourly(appContext, 'old confirmations', forgetConfirmations),
    expireHourly(appContext, 'used signatures of sites', forgetSignatures),
    { name: 'words of the search', everyMs: 10 * SECOND_MS, run: () => rewordMessages(appContext) },
    { name: 'days of reports', everyMs: 10 * SECOND_MS, run: () => rollUp(appContext) },
  ],
  expiries: [
    {
      name: 'old conversations',
      setting: 'RETENTION_CHAT_DAYS',
      days: ({ chatsExpireAfterDays }) => chatsExpireAfterDays,
      count: countExpiredConversations,
      async expire(tx, before, { chat }) {
        const { conversationCount, visitors, browserCount } = await expireConversations(tx, before);
        return {
          count: conversationCount,
          isFull: conversationCount === EXPIRED_AT_ONCE,
          detail: chatMessage('chat.expired', {
            conversations: conversationCount,
            visitors: visitors.length,
            browsers: browserCount,
          }),
          publish: () => {
            for (const { visitorId, agentId } of visitors) {
              if (agentId) chat.visitorUnassigned(visitorId, agentId);
            }
          },
        };
      },
    },
  ],
  holding: { count: countAboutVisitor, export: exportVisitor, erase: eraseVisitor },
  kinds: (services) => [visitorMailKind(services)],
};
