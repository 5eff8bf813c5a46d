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

/** Whose pages show it: each sweeps its own. */
export const MEDIA_PURPOSES = ['catalogue'] as const;
export const MEDIA_KINDS = ['photo', 'video'] as const;

const isOneOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;

/**
 * Photos and sample videos that anybody may see who knows where. The bytes come first and then the row:
 * what has one is there. An id is given to one content and never to another, so that its address can be
 * kept for ever; the database notes what was deleted (`note_deleted_file`), so that the bytes follow.
 */
export const publicMedia = pgTable(
  'public_media',
  {
    id: uuid('id').primaryKey(),
    purpose: text('purpose', { enum: MEDIA_PURPOSES }).notNull(),
    kind: text('kind', { enum: MEDIA_KINDS }).notNull(),
    /** As its bytes said when it came in. */
    type: text('type').notNull(),
    /** Of a photo, as it is shown. */
    width: integer('width'),
    height: integer('height'),
    /** The whole photo of which this is a part, and which. */
    sourceId: uuid('source_id'),
    crop: text('crop'),
    /** When it was added, or asked for again. */
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
 * How many bytes each network, and each person of the team, announced in uploads lately, by slots of some
 * minutes. In the database, so that all processes count together and a restart forgets nothing.
 */
export const uploadUsage = pgTable(
  'upload_usage',
  {
    /** A hash: no address is kept. */
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
