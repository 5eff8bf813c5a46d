import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { hasLength, instant, textOf, uuidOf } from '../../../platform/columns.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { conversations, visitors } from '../tables.server.ts';
import { LABEL_COLOURS, LABEL_NAME_MAX_LENGTH } from '../../protocol/labels.ts';
import { VISITOR_NOTE_MAX_LENGTH } from '../../protocol/person.ts';

export const labels = pgTable(
  'labels',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    colour: text('colour', { enum: LABEL_COLOURS }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // Names that differ only in case are the same label for a person.
    uniqueIndex('labels_name').on(sql`lower(${table.name})`),
    check('labels_name_length', hasLength(table.name, LABEL_NAME_MAX_LENGTH)),
    check(
      'labels_colour',
      sql`${table.colour} in (${sql.raw(LABEL_COLOURS.map((colour) => `'${colour}'`).join(', '))})`,
    ),
  ],
);

export const visitorLabels = pgTable(
  'visitor_labels',
  {
    visitorId: uuidOf('visitor_id', () => visitors.id),
    labelId: uuidOf('label_id', () => labels.id),
  },
  (table) => [
    primaryKey({ columns: [table.visitorId, table.labelId] }),
    index('visitor_labels_label').on(table.labelId),
  ],
);

export const conversationLabels = pgTable(
  'conversation_labels',
  {
    conversationId: textOf('conversation_id', () => conversations.id),
    labelId: uuidOf('label_id', () => labels.id),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.labelId] }),
    index('conversation_labels_label').on(table.labelId),
  ],
);

/** The single editable note of a visitor. The text is empty after the note was cleared. */
export const visitorNotes = pgTable(
  'visitor_notes',
  {
    visitorId: uuid('visitor_id')
      .primaryKey()
      .references(() => visitors.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    /** Rises with each change, for optimistic locking. */
    version: integer('version').notNull(),
    editedBy: text('edited_by').references(() => profiles.id, { onDelete: 'set null' }),
    editedAt: instant('edited_at').notNull(),
  },
  (table) => [
    check(
      'visitor_notes_length',
      sql`char_length(${table.text}) <= ${sql.raw(String(VISITOR_NOTE_MAX_LENGTH))}`,
    ),
    check('visitor_notes_version', sql`${table.version} > 0`),
  ],
);
