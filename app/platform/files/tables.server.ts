import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { instant } from '../columns.server.ts';

/** The module that shows the file and cleans up its own purpose. */
export const MEDIA_PURPOSES = ['catalogue'] as const;
export const MEDIA_KINDS = ['photo', 'video'] as const;

const isOneOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;

/**
 * Public photos and sample videos. The bytes are stored before the row, so a row implies its file.
 * An id is never reused, so that its address can be cached forever. The trigger `note_deleted_file`
 * records deletions, so that the bytes are deleted later.
 */
export const publicMedia = pgTable(
  'public_media',
  {
    id: uuid('id').primaryKey(),
    purpose: text('purpose', { enum: MEDIA_PURPOSES }).notNull(),
    kind: text('kind', { enum: MEDIA_KINDS }).notNull(),
    type: text('type').notNull(),
    /** The size of a photo as it is displayed. */
    width: integer('width'),
    height: integer('height'),
    /** The photo of which this is a crop, and the crop's rectangle. */
    sourceId: uuid('source_id'),
    crop: text('crop'),
    /** The time at which the file was added, or requested again. */
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'public_media_source',
      columns: [table.sourceId],
      foreignColumns: [table.id],
    }),
    unique('public_media_crop').on(table.sourceId, table.crop),
    index('public_media_age').on(table.purpose, table.createdAt),
    check('public_media_purpose', isOneOf(table.purpose, MEDIA_PURPOSES)),
    check('public_media_kind', isOneOf(table.kind, MEDIA_KINDS)),
    check(
      'public_media_size',
      sql`(${table.kind} = 'photo') = (${table.width} is not null) and (${table.width} is null) = (${table.height} is null)`,
    ),
    check('public_media_part', sql`(${table.sourceId} is null) = (${table.crop} is null)`),
  ],
);

/**
 * The upload bytes announced by each network and each team member, in slots of some minutes. The
 * table makes the limits span all processes and survive a restart.
 */
export const uploadUsage = pgTable(
  'upload_usage',
  {
    bucket: text('bucket').notNull(),
    slot: instant('slot').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'upload_usage_pk', columns: [table.bucket, table.slot] }),
    index('upload_usage_slot').on(table.slot),
    check('upload_usage_bytes', sql`${table.bytes} >= 0`),
  ],
);
