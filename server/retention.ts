import type { ChatHost } from '../app/conversation/chat-host.server.ts';
import type { Host } from '../app/host.ts';
import {
  EXPIRED_AT_ONCE,
  expireConversations,
} from '../app/conversation/privacy/expire-conversations.server.ts';
import { dropExpiredConfirmations } from '../app/reviews/confirm-review.server.ts';
import {
  EMAILS_EXPIRED_AT_ONCE,
  expireReviewEmails,
} from '../app/reviews/expire-review-emails.server.ts';
import { change } from '../app/platform/change/change.server.ts';
import { AUDIT_EXPIRED_AT_ONCE, expireAudit } from '../app/team/audit/expire-audit.server.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import type { Chore } from './housekeeping.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

type RetentionHost = ChatHost & Pick<Host, 'settings'>;

const TRACE = { member: undefined, requestId: 'retention' };

/** What one transaction took away. */
interface Batch {
  readonly count: number;
  /** Whether there may be more. */
  readonly isFull: boolean;
  /** For the log and the audit log: counts alone, never whose. */
  readonly detail: string;
  /** After the commit. */
  readonly publish?: () => void;
}

/**
 * What is not kept for ever (RETENTION_… in the README). Each batch is claimed, deleted and
 * written down in one transaction, so that several processes share the work and none tells of
 * something that did not happen.
 */
export function retentionChores(host: RetentionHost): readonly Chore[] {
  const { chat, clock, db } = host;
  const chores: Chore[] = [
    {
      name: 'expired confirmation links',
      everyMs: HOUR_MS,
      run: () => dropExpiredConfirmations(db, clock),
    },
  ];
  const add = (
    name: string,
    period: 'retentionChatDays' | 'retentionReviewEmailDays' | 'retentionAuditDays',
    expire: (tx: Database, before: Date) => Promise<Batch>,
  ) => {
    chores.push({
      name,
      everyMs: HOUR_MS,
      async run() {
        // An admin may have changed it since the last round.
        const days = host.settings[period];
        if (days !== undefined) await expireAll(host, name, days, expire);
      },
    });
  };
  add('old conversations', 'retentionChatDays', async (tx, before) => {
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
  });
  add('old review addresses', 'retentionReviewEmailDays', async (tx, before) => {
    const count = await expireReviewEmails(tx, before);
    const detail = `addresses of reviews: ${count}`;
    return { count, isFull: count === EMAILS_EXPIRED_AT_ONCE, detail };
  });
  add('old audit entries', 'retentionAuditDays', async (tx, before) => {
    const count = await expireAudit(tx, before);
    return { count, isFull: count === AUDIT_EXPIRED_AT_ONCE, detail: `audit entries: ${count}` };
  });
  return chores;
}

async function expireAll(
  host: RetentionHost,
  name: string,
  days: number,
  expire: (tx: Database, before: Date) => Promise<Batch>,
): Promise<void> {
  const { clock, log } = host;
  const before = new Date(clock.now().getTime() - days * DAY_MS);
  for (let isFull = true; isFull;) {
    const batch = await change(host, TRACE, async (tx, after) => {
      const expired = await expire(tx, before);
      if (expired.count > 0) after.audit('data-expired', { detail: expired.detail });
      if (expired.publish) after.hint(expired.publish);
      return expired;
    });
    if (batch.count > 0)
      log.info({ chore: name, days, removed: batch.detail }, 'Not kept any longer');
    isFull = batch.isFull;
  }
}
