import type { KnownCatalogue } from '../shop/live-catalogue.server.ts';
import { change, type ChangeHost } from '../platform/change/change.server.ts';
import type { Room } from '../platform/module.ts';
import { dropExpiredConfirmations } from './server/confirm-review.server.ts';
import { eraseReviews } from './server/erase-reviews.server.ts';
import {
  countExpiredReviewEmails,
  EMAILS_EXPIRED_AT_ONCE,
  expireReviewEmails,
} from './server/expire-review-emails.server.ts';
import { countReviewsOf, exportReviews } from './server/export-reviews.server.ts';

const HOUR_MS = 60 * 60 * 1000;

export const reviews: Room<ChangeHost & KnownCatalogue, unknown> = {
  chores: (host) => [
    {
      name: 'expired confirmation links',
      everyMs: HOUR_MS,
      run: () => change(host, undefined, (tx) => dropExpiredConfirmations(tx, host.clock)),
    },
  ],
  expiries: [
    {
      name: 'old review addresses',
      setting: 'RETENTION_REVIEW_EMAIL_DAYS',
      days: ({ retentionReviewEmailDays }) => retentionReviewEmailDays,
      count: countExpiredReviewEmails,
      async expire(tx, before) {
        const count = await expireReviewEmails(tx, before);
        const detail = `addresses of reviews: ${count}`;
        return { count, isFull: count === EMAILS_EXPIRED_AT_ONCE, detail };
      },
    },
  ],
  holding: { count: countReviewsOf, export: exportReviews, erase: eraseReviews },
};
