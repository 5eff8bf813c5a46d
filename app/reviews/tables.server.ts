import { sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { NAME_MAX_LENGTH, REVIEW_MAX_LENGTH } from './rules.ts';

export const serviceReviews = pgTable(
  'service_reviews',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    serviceSlug: text('service_slug').notNull(),
    section: text('section').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    text: text('text'),
    rating: smallint('rating'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('service_reviews_service').on(table.section, table.serviceSlug, table.createdAt),
    check('service_reviews_rating', sql`${table.rating} between 1 and 5`),
    check('service_reviews_content', sql`${table.text} is not null or ${table.rating} is not null`),
    check(
      'service_reviews_text',
      sql`char_length(${table.text}) between 1 and ${sql.raw(String(REVIEW_MAX_LENGTH))}`,
    ),
    check(
      'service_reviews_name',
      sql`char_length(${table.name}) between 1 and ${sql.raw(String(NAME_MAX_LENGTH))}`,
    ),
  ],
);
