import { isNull, sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  pgView,
  smallint,
  text,
  unique,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { linkColumns } from '../../platform/one-time-link.server.ts';
import {
  MODERATION_REASON_IDS,
  NOTE_MAX_LENGTH,
  REPLY_MAX_LENGTH,
  REPORT_TEXT_MAX_LENGTH,
} from '../moderation-reasons.ts';
import { NAME_MAX_LENGTH, REVIEW_MAX_LENGTH } from '../rules.ts';
import { hasLength, instant, uuidOf } from '../../platform/columns.server.ts';

const isPublishedReason = (column: AnyPgColumn) =>
  sql`${column} in (${sql.raw(MODERATION_REASON_IDS.map((id) => `'${id}'`).join(', '))})`;

export const serviceReviews = pgTable(
  'service_reviews',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    serviceSlug: text('service_slug').notNull(),
    section: text('section').notNull(),
    name: text('name').notNull(),
    /** The address is null once it was erased or has expired (RETENTION_REVIEW_EMAIL_DAYS). */
    email: text('email'),
    text: text('text'),
    rating: smallint('rating'),
    createdAt: instant('created_at').notNull(),
    verifiedAt: instant('verified_at'),
    /** Only reviews from a completed order have this time (rule 223). */
    purchasedAt: instant('purchased_at'),
    /** A public review has null. */
    hiddenAt: instant('hidden_at'),
    hiddenReason: text('hidden_reason', { enum: MODERATION_REASON_IDS }),
  },
  (table) => [
    // These indexes serve the pages of a service's reviews in each sort order.
    index('service_reviews_published')
      .on(table.section, table.serviceSlug, table.createdAt, table.id)
      .where(sql`${table.hiddenAt} is null`),
    index('service_reviews_published_rating')
      .on(table.section, table.serviceSlug, table.rating, table.createdAt, table.id)
      .where(sql`${table.hiddenAt} is null`),
    // These indexes serve the moderators' lists.
    index('service_reviews_newest').on(table.createdAt, table.id),
    index('service_reviews_hidden')
      .on(table.hiddenAt, table.id)
      .where(sql`${table.hiddenAt} is not null`),
    index('service_reviews_email').on(table.email),
    // This index serves the expiry of email addresses.
    index('service_reviews_email_age')
      .on(table.createdAt)
      .where(sql`${table.email} is not null`),
    check('service_reviews_rating', sql`${table.rating} between 1 and 5`),
    check('service_reviews_content', sql`${table.text} is not null or ${table.rating} is not null`),
    check('service_reviews_text', hasLength(table.text, REVIEW_MAX_LENGTH)),
    check('service_reviews_name', hasLength(table.name, NAME_MAX_LENGTH)),
    check('service_reviews_hidden_reason', isPublishedReason(table.hiddenReason)),
    check(
      'service_reviews_hidden',
      sql`(${table.hiddenAt} is null) = (${table.hiddenReason} is null)`,
    ),
  ],
);

/**
 * Every public page, count and average must read this view and not the table, so that a forgotten condition cannot
 * leak a hidden review or an email address.
 */
export const publishedReviews = pgView('published_reviews').as((query) =>
  query
    .select({
      id: serviceReviews.id,
      serviceSlug: serviceReviews.serviceSlug,
      section: serviceReviews.section,
      name: serviceReviews.name,
      text: serviceReviews.text,
      rating: serviceReviews.rating,
      createdAt: serviceReviews.createdAt,
      verifiedAt: serviceReviews.verifiedAt,
      purchasedAt: serviceReviews.purchasedAt,
    })
    .from(serviceReviews)
    .where(isNull(serviceReviews.hiddenAt)),
);

export const reviewConfirmations = pgTable('review_confirmations', {
  reviewId: uuid('review_id')
    .primaryKey()
    .references(() => serviceReviews.id, { onDelete: 'cascade' }),
  ...linkColumns(),
});

/** Only moderators ever see reports. */
export const reviewReports = pgTable(
  'review_reports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    reviewId: uuidOf('review_id', () => serviceReviews.id),
    /** The hash is made of the id in the reporting browser's cookie. */
    reporterHash: text('reporter_hash').notNull(),
    reason: text('reason', { enum: MODERATION_REASON_IDS }).notNull(),
    text: text('text'),
    createdAt: instant('created_at').notNull(),
    /** An open report has null. */
    settledAt: instant('settled_at'),
  },
  (table) => [
    unique('review_reports_once').on(table.reviewId, table.reporterHash),
    index('review_reports_open')
      .on(table.reviewId, table.createdAt)
      .where(sql`${table.settledAt} is null`),
    check('review_reports_reason', isPublishedReason(table.reason)),
    check('review_reports_text', hasLength(table.text, REPORT_TEXT_MAX_LENGTH)),
  ],
);

export const reviewReplies = pgTable(
  'review_replies',
  {
    reviewId: uuid('review_id')
      .primaryKey()
      .references(() => serviceReviews.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [check('review_replies_text', hasLength(table.text, REPLY_MAX_LENGTH))],
);

/**
 * The public log contains nothing from the review or about its author. The moderator's note is for the team only
 * and is deleted with the review.
 */
export const moderationLog = pgTable(
  'moderation_log',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    at: instant('at').notNull(),
    action: text('action', { enum: ['hidden', 'shown'] }).notNull(),
    reviewId: uuid('review_id').references(() => serviceReviews.id, { onDelete: 'set null' }),
    section: text('section').notNull(),
    serviceSlug: text('service_slug').notNull(),
    reason: text('reason', { enum: MODERATION_REASON_IDS }),
    reportCount: integer('report_count').notNull(),
    note: text('note'),
  },
  (table) => [
    index('moderation_log_at').on(table.at, table.id),
    index('moderation_log_review').on(table.reviewId, table.at),
    check('moderation_log_action', sql`${table.action} in ('hidden', 'shown')`),
    check('moderation_log_reason', isPublishedReason(table.reason)),
    check(
      'moderation_log_hidden',
      sql`(${table.action} = 'hidden') = (${table.reason} is not null)`,
    ),
    check('moderation_log_note', hasLength(table.note, NOTE_MAX_LENGTH)),
    check('moderation_log_private', sql`${table.reviewId} is not null or ${table.note} is null`),
  ],
);
