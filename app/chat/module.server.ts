import { change } from '../platform/change/change.server.ts';
import type { Mail } from '../platform/email/mail.ts';
import type { Room } from '../platform/module.ts';
import type { Settings } from '../platform/settings.server.ts';
import type { ChatHost, VisitorSockets } from './server/chat-host.server.ts';
import { forgetConfirmations } from './server/email-verification/forget-confirmations.server.ts';
import { forgetSignatures } from './embed/server/verify-identity.server.ts';
import { completeQuietConversations } from './server/resolution/complete-conversation.server.ts';
import { saveDeskSettings } from './server/assignment/desk-settings.server.ts';
import { drainQueue } from './server/assignment/drain-queue.server.ts';
import { rerouteWaiting } from './server/assignment/reroute-waiting.server.ts';
import { tellManagers } from './server/assignment/tell-managers.server.ts';
import { wakeSnoozed } from './server/assignment/snooze-visitor.server.ts';
import { claimDueMails } from './server/email/claim-mails.server.ts';
import { forgetOldMails, visitorMailKind } from './server/email/visitor-mail-kind.server.ts';
import { keyOldBlocks } from './server/privacy/key-old-blocks.server.ts';
import { eraseVisitor } from './server/privacy/erase-visitor.server.ts';
import {
  countExpiredConversations,
  EXPIRED_AT_ONCE,
  expireConversations,
} from './server/privacy/expire-conversations.server.ts';
import { countAboutVisitor, exportVisitor } from './server/privacy/export-visitor.server.ts';
import { rewordMessages } from './server/read/reword-messages.server.ts';
import { rollUp } from './server/reports/roll-up.server.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

interface ConversationHost extends ChatHost, VisitorSockets {
  readonly settings: Settings;
  readonly mail: Pick<Mail, 'send'>;
  readonly isAnybodyIn: (conversationIds: readonly string[]) => Promise<boolean>;
}

export const conversation: Room<ConversationHost, Parameters<typeof visitorMailKind>[0]> = {
  prepare: (db) => keyOldBlocks(db),
  async takeSettings(host, revision) {
    await change(host, undefined, (tx) => saveDeskSettings(tx, host.settings, revision));
    // A raised capacity makes room for queued visitors.
    await drainQueue(host);
  },
  chores: (host) => [
    // An idle chat frees a place without any event, and an event may be lost.
    { name: 'queue', everyMs: 5 * SECOND_MS, run: () => drainQueue(host) },
    {
      name: 'quiet conversations',
      everyMs: MINUTE_MS,
      run: () => completeQuietConversations(host, host.settings.chatQuietHours * HOUR_MS),
    },
    { name: 'waiting visitors', everyMs: 5 * SECOND_MS, run: () => rerouteWaiting(host) },
    { name: 'unattended visitors', everyMs: 5 * SECOND_MS, run: () => tellManagers(host) },
    {
      name: 'mails to visitors',
      everyMs: 10 * SECOND_MS,
      run: () => claimDueMails(host, host.isAnybodyIn),
    },
    {
      name: 'old mails to visitors',
      everyMs: HOUR_MS,
      run: () => change(host, undefined, (tx) => forgetOldMails(tx, host.clock)),
    },
    { name: 'snoozed conversations', everyMs: 5 * SECOND_MS, run: () => wakeSnoozed(host) },
    {
      name: 'old confirmations',
      everyMs: HOUR_MS,
      run: () => change(host, undefined, (tx) => forgetConfirmations(tx, host.clock)),
    },
    {
      name: 'used signatures of sites',
      everyMs: HOUR_MS,
      run: () => change(host, undefined, (tx) => forgetSignatures(tx, host.clock)),
    },
    { name: 'words of the search', everyMs: 10 * SECOND_MS, run: () => rewordMessages(host) },
    { name: 'days of reports', everyMs: 10 * SECOND_MS, run: () => rollUp(host) },
  ],
  expiries: [
    {
      name: 'old conversations',
      setting: 'RETENTION_CHAT_DAYS',
      days: ({ retentionChatDays }) => retentionChatDays,
      count: countExpiredConversations,
      async expire(tx, before, { chat }) {
        const { conversationCount, visitors, browserCount } = await expireConversations(tx, before);
        return {
          count: conversationCount,
          isFull: conversationCount === EXPIRED_AT_ONCE,
          detail: `conversations: ${conversationCount}, visitors: ${visitors.length}, browsers: ${browserCount}`,
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
