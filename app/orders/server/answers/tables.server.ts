import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { hasLength, instant, uuidOf } from '../../../platform/columns.server.ts';
import type { Answer } from '../../intake/intake-form.ts';
import { PROGRAM_MAX_LENGTH } from '../../rules.ts';
import { orders } from '../tables.server.ts';

/** Changes of answers after the brief was complete (rule 256). Rows never change. */
export const answerEdits = pgTable(
  'answer_edits',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuidOf('order_id', () => orders.id),
    /** Counts the edits of one order. */
    number: integer('number').notNull(),
    /** The id of a question in `offers.intake`. */
    questionId: text('question_id').notNull(),
    author: text('author', { enum: ['buyer', 'team'] }).notNull(),
    memberId: text('member_id').references(() => profiles.id, { onDelete: 'set null' }),
    program: text('program'),
    at: instant('at').notNull(),
    /** Null means that the question had, or has, no answer. */
    before: jsonb('before').$type<Answer>(),
    after: jsonb('after').$type<Answer>(),
  },
  (table) => [
    index('answer_edits_order').on(table.orderId, table.number),
    check('answer_edits_author', sql`${table.author} in ('buyer', 'team')`),
    check('answer_edits_program', hasLength(table.program, PROGRAM_MAX_LENGTH)),
  ],
);
