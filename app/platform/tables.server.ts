import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What signs sessions and cookies: one value for all processes of an installation. */
export const installationSecrets = pgTable('installation_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** Solved captchas, so that each counts once whichever process it is sent to. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    signature: text('signature').primaryKey(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('used_challenges_expiry').on(table.expiresAt)],
);
