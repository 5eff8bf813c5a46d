import type { KnownCatalogue } from '../shop/live-catalogue.server.ts';
import type { ChangeContext } from '../platform/change/change.server.ts';
import { expireHourly } from '../platform/change/expire-hourly.server.ts';
import type { Module } from '../platform/module.ts';
import { dropExpiredConfirmations } from './server/confirm-review.server.ts';
import {
  eraseReviews,
  countReviewsOf,
  exportReviews,
  countExpiredReviewEmails,
  EMAILS_EXPIRED_AT_ONCE,
  expireReviewEmails,
} from './server/privacy.server.ts';
import { reviewMessage } from './stored-messages.ts';

export const reviewsModule: Module<ChangeContext & KnownCatalogue, unknown> = {
  scheduledJobs: (appContext) => [
    expireHourly(appContext, 'expired confirmation links', dropExpiredConfirmations),
  ],
  expiries: [
    {
      name: 'old review addresses',
      setting: 'RETENTION_REVIEW_EMAIL_DAYS',
      days: ({ reviewEmailsExpireAfterDays }) => reviewEmailsExpireAfterDays,
      count: countExpiredReviewEmails,
      async expire(tx, before) {
        const count = await expireReviewEmails(tx, before);
        const detail = reviewMessage('reviews.addresses-expired', { count });
        return { count, isFull: count === EMAILS_EXPIRED_AT_ONCE, detail };
      },
    },
  ],
  holding: { count: countReviewsOf, export: exportReviews, erase: eraseReviews },
};
