import { countExpiredConversations } from '../../conversation/privacy/expire-conversations.server.ts';
import type { Host } from '../../host.ts';
import { countExpiredReviewEmails } from '../../reviews/expire-review-emails.server.ts';
import type { ShorterPeriod } from '../../team/settings/save-settings.server.ts';
import type { Period } from '../../team/settings/setting-labels.ts';
import { countExpiredAudit } from '../../team/audit/expire-audit.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const COUNTS: Readonly<Record<Period, typeof countExpiredAudit>> = {
  RETENTION_CHAT_DAYS: countExpiredConversations,
  RETENTION_REVIEW_EMAIL_DAYS: countExpiredReviewEmails,
  RETENTION_AUDIT_DAYS: countExpiredAudit,
};

/** How much a period would delete at this moment. */
export function countExpired({ db, clock }: Host, { name, days }: ShorterPeriod): Promise<number> {
  return COUNTS[name](db, new Date(clock.now().getTime() - days * DAY_MS));
}
