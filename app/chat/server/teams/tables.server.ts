import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { hasLength, instant, textOf, uuidOf } from '../../../platform/columns.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { TEAM_HOURS_MAX_LENGTH, TEAM_NAME_MAX_LENGTH } from '../../protocol/rules.ts';

/**
 * Teams of members: conversations with a team's topics go to its members first, within the team's hours, and
 * colleagues transfer visitors to teams (rule 138).
 */
export const teams = pgTable(
  'teams',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    topics: text('topics').array().notNull(),
    /** In the format of `parseOpenings`, in the support team's time zone. Null means always. */
    hours: text('hours'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('teams_name').on(sql`lower(${table.name})`),
    check('teams_name_length', hasLength(table.name, TEAM_NAME_MAX_LENGTH)),
    check('teams_hours_length', hasLength(table.hours, TEAM_HOURS_MAX_LENGTH)),
  ],
);

export const teamMembers = pgTable(
  'team_members',
  {
    teamId: uuidOf('team_id', () => teams.id),
    memberId: textOf('member_id', () => profiles.id),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.memberId] }),
    index('team_members_member').on(table.memberId),
  ],
);
