import { defineMessages } from '../platform/stored-message.ts';
import { t } from '../i18n/translate.ts';
import { MODERATION_REASONS, type ModerationReason } from './moderation-reasons.ts';

interface Count {
  readonly count: number;
}

/** Audit entries about reviews. */
export const reviewMessage = defineMessages({
  'reviews.hidden': ({ reason, reports }: { readonly reason: string; readonly reports: number }) =>
    t('{reason}, reports: {number}', { reason: nameReason(reason), number: reports }),
  'reviews.reports': ({ count }: Count) => t('reports: {number}', { number: count }),
  'reviews.addresses-expired': ({ count }: Count) =>
    t('review email addresses: {number}', { number: count }),
  'reviews.deleted': ({ count }: Count) =>
    t('{count, plural, one {# review} other {# reviews}} deleted', { count }),
  'reviews.anonymised': ({ count }: Count) =>
    t('{count, plural, one {# review} other {# reviews}} without name and email', { count }),
});

function nameReason(reason: string): string {
  return Object.hasOwn(MODERATION_REASONS, reason)
    ? t(MODERATION_REASONS[reason as ModerationReason].name)
    : reason;
}
