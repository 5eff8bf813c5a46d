import { sql, type SQL } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import {
  hasLength,
  instant,
  isStoredMessage,
  storedMessage,
} from '../../platform/columns.server.ts';
import { ENTRY_KINDS, type EntryFields } from '../protocol/entry.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { EntryTranslations } from '../protocol/translations.ts';
import { LOOKS } from '../../shop/pictures/looks.ts';
import type { ServicePhoto, ServiceVideo } from '../protocol/photo.ts';
import { PRICE_UNITS } from '../../shop/price.ts';
import type { ServiceOption, ServicePackage, ServiceQuestion } from '../../shop/service.ts';
import { INTAKE_LIMITS, type IntakeForm } from '../../orders/intake/intake-form.ts';
import { PRICING_LIMITS } from '../../orders/pricing/limits.ts';
import { DEPOSIT_AT_MOST } from '../../orders/pricing/direct-order.ts';
import { ANY_QUANTITY, type QuantityRule } from '../../orders/pricing/quantity.ts';
import { CHECKLIST_LIMITS, type ServiceChecklistItem } from '../../shop/checklist.ts';
import { NO_REQUESTS, type IncludedRequests } from '../../shop/included-requests.ts';

const isOneOf = (column: AnyPgColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
const isAtMost = (column: AnyPgColumn, most: number): SQL =>
  sql`char_length(${column}) <= ${sql.raw(String(most))}`;
const isBetween = (column: AnyPgColumn, least: number, most: number): SQL =>
  sql`${column} between ${sql.raw(String(least))} and ${sql.raw(String(most))}`;
const hasAtMost = (column: AnyPgColumn, most: number): SQL =>
  sql`jsonb_array_length(${column}) <= ${sql.raw(String(most))}`;
/** The names of sections and groups appear in URLs and as anchors. */
const isName = (column: AnyPgColumn): SQL => sql`${column} ~ '^[a-z][a-z0-9-]{0,39}$'`;

// These tables hold the published catalogue. Drafts and the history of changes have tables of their own.

export const catalogueSections = pgTable(
  'catalogue_sections',
  {
    /** The id appears in URLs and is immutable. */
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    tagline: text('tagline').notNull(),
    look: text('look', { enum: LOOKS }).notNull(),
    place: integer('place').notNull(),
    isHidden: boolean('is_hidden').notNull(),
    /** The column also holds the digests of the sources. */
    translations: jsonb('translations').$type<EntryTranslations>().notNull().default({}),
  },
  (table) => [
    check('catalogue_sections_id', isName(table.id)),
    check('catalogue_sections_title', hasLength(table.title, LIMITS.sectionTitle)),
    check('catalogue_sections_tagline', isAtMost(table.tagline, LIMITS.tagline)),
    check('catalogue_sections_look', isOneOf(table.look, LOOKS)),
  ],
);

export const catalogueGroups = pgTable(
  'catalogue_groups',
  {
    /** The id is an anchor of the overview. */
    id: text('id').primaryKey(),
    section: text('section')
      .notNull()
      .references(() => catalogueSections.id),
    title: text('title').notNull(),
    place: integer('place').notNull(),
    isHidden: boolean('is_hidden').notNull(),
    translations: jsonb('translations').$type<EntryTranslations>().notNull().default({}),
  },
  (table) => [
    // The foreign key of services refers to this constraint and ensures that a service's group is in its section.
    unique('catalogue_groups_of_section').on(table.section, table.id),
    check('catalogue_groups_id', isName(table.id)),
    check('catalogue_groups_title', hasLength(table.title, LIMITS.groupTitle)),
  ],
);

/**
 * The table holds every address that a service has or had. An address is never reassigned, so old links keep
 * working.
 */
export const serviceAddresses = pgTable(
  'service_addresses',
  {
    section: text('section').notNull(),
    slug: text('slug').notNull(),
    serviceId: uuid('service_id').notNull(),
  },
  (table) => [
    primaryKey({ name: 'service_addresses_once', columns: [table.section, table.slug] }),
    unique('service_addresses_of_service').on(table.section, table.slug, table.serviceId),
    index('service_addresses_service').on(table.serviceId),
    check('service_addresses_slug', sql`${table.slug} ~ '^[a-z0-9&()-]{1,100}$'`),
  ],
);

export const services = pgTable(
  'services',
  {
    id: uuid('id').primaryKey(),
    section: text('section').notNull(),
    area: text('area').notNull(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    description: text('description').notNull(),
    /** The amount is in the smallest unit of the currency. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    unit: text('unit', { enum: PRICE_UNITS }).notNull(),
    note: text('note').notNull(),
    cents: boolean('cents').notNull(),
    deliveryDays: integer('delivery_days'),
    revisions: integer('revisions'),
    needs: text('needs').notNull(),
    delivers: text('delivers').notNull(),
    packages: jsonb('packages').$type<readonly ServicePackage[]>().notNull(),
    options: jsonb('options').$type<readonly ServiceOption[]>().notNull().default([]),
    intake: jsonb('intake').$type<IntakeForm>().notNull().default([]),
    quantity: jsonb('quantity').$type<QuantityRule>().notNull().default(ANY_QUANTITY),
    /** The name of its tax rate in the settings. '' means the default of the country. */
    taxRate: text('tax_rate').notNull().default(''),
    /** A percentage of the total. Null if the price is paid in one sum. */
    deposit: integer('deposit'),
    isOrderable: boolean('is_orderable').notNull().default(true),
    /** 'Order once' and 'Subscribe', for services with a price per period. */
    allowsOnce: boolean('allows_once').notNull().default(true),
    allowsSubscription: boolean('allows_subscription').notNull().default(true),
    /** The requests that each period of a subscription includes. */
    requests: jsonb('requests').$type<IncludedRequests>().notNull().default(NO_REQUESTS),
    /** Copied to each order when its work starts. */
    checklist: jsonb('checklist').$type<readonly ServiceChecklistItem[]>().notNull().default([]),
    questions: jsonb('questions').$type<readonly ServiceQuestion[]>().notNull(),
    photos: jsonb('photos').$type<readonly ServicePhoto[]>().notNull().default([]),
    videos: jsonb('videos').$type<readonly ServiceVideo[]>().notNull().default([]),
    popular: integer('popular'),
    art: text('art'),
    place: integer('place').notNull(),
    isHidden: boolean('is_hidden').notNull(),
    translations: jsonb('translations').$type<EntryTranslations>().notNull().default({}),
  },
  (table) => [
    foreignKey({
      name: 'services_group',
      columns: [table.section, table.area],
      foreignColumns: [catalogueGroups.section, catalogueGroups.id],
    }),
    foreignKey({
      name: 'services_address',
      columns: [table.section, table.slug, table.id],
      foreignColumns: [serviceAddresses.section, serviceAddresses.slug, serviceAddresses.serviceId],
    }),
    check('services_title', hasLength(table.title, LIMITS.title)),
    check('services_summary', hasLength(table.summary, LIMITS.summary)),
    check('services_description', hasLength(table.description, LIMITS.description)),
    check('services_amount', isBetween(table.amount, 1, LIMITS.amount)),
    check('services_currency', sql`${table.currency} ~ '^[A-Z]{3}$'`),
    check('services_unit', isOneOf(table.unit, PRICE_UNITS)),
    check('services_note', isAtMost(table.note, LIMITS.note)),
    check('services_delivery', isBetween(table.deliveryDays, 1, LIMITS.deliveryDays)),
    check('services_deposit', isBetween(table.deposit, 1, DEPOSIT_AT_MOST)),
    check('services_revisions', isBetween(table.revisions, 0, LIMITS.revisions)),
    check('services_needs', isAtMost(table.needs, LIMITS.needs)),
    check('services_delivers', isAtMost(table.delivers, LIMITS.delivers)),
    check('services_packages', sql`jsonb_array_length(${table.packages}) <= 3`),
    check('services_options', hasAtMost(table.options, LIMITS.options)),
    check('services_intake', hasAtMost(table.intake, INTAKE_LIMITS.questions)),
    check('services_checklist', hasAtMost(table.checklist, CHECKLIST_LIMITS.items)),
    check(
      'services_quantity',
      sql`coalesce(
        (${table.quantity} ->> 'minimum')::integer >= 1 and (${table.quantity} ->> 'step')::integer >= 1
        and coalesce((${table.quantity} ->> 'maximum')::integer, ${sql.raw(String(PRICING_LIMITS.quantity))})
          between (${table.quantity} ->> 'minimum')::integer and ${sql.raw(String(PRICING_LIMITS.quantity))},
        false)`,
    ),
    check(
      'services_requests',
      sql`coalesce(
        (${table.requests} ->> 'perPeriod')::integer between 0 and ${sql.raw(String(LIMITS.requests))}
        and (${table.requests} ->> 'concurrent')::integer between 1 and ${sql.raw(String(LIMITS.requests))}
        and char_length(${table.requests} ->> 'label') <= ${sql.raw(String(LIMITS.requestsLabel))},
        false)`,
    ),
    check('services_questions', hasAtMost(table.questions, LIMITS.questions)),
    check('services_photos', hasAtMost(table.photos, LIMITS.photos)),
    check('services_videos', hasAtMost(table.videos, LIMITS.videos)),
    check('services_popular', isBetween(table.popular, 1, LIMITS.popular)),
    check('services_art', isAtMost(table.art, 150)),
  ],
);

/** `content-blocks.ts` defines the fields of a content block. */
export const catalogueTexts = pgTable(
  'catalogue_texts',
  {
    /** The id consists of language, kind, and the name if there are several: 'en_home', 'en_topic_sales'. */
    id: text('id').primaryKey(),
    fields: jsonb('fields').$type<EntryFields>().notNull(),
  },
  (table) => [
    check(
      'catalogue_texts_id',
      sql`${table.id} ~ '^[a-z]{2,3}(-[A-Za-z0-9]+)*_[a-z]+(_[a-z][a-z0-9-]{0,39})?$'`,
    ),
    check('catalogue_texts_size', sql`length(${table.fields}::text) <= 60000`),
  ],
);

/**
 * The history is permanent. Names are copied and ids have no foreign keys, so that rows outlive the accounts that
 * they mention. A trigger rejects every change of a row.
 */
export const cataloguePublications = pgTable(
  'catalogue_publications',
  {
    revision: integer('revision').primaryKey(),
    at: instant('at').notNull(),
    byId: text('by_id'),
    byName: text('by_name'),
    /** As an editor typed it; empty if the system wrote the note. */
    note: text('note').notNull(),
    noteMessage: storedMessage('note_message'),
    undoes: integer('undoes'),
  },
  (table) => [
    check('catalogue_publications_revision', sql`${table.revision} > 0`),
    check('catalogue_publications_note', isAtMost(table.note, LIMITS.publicationNote)),
    check('catalogue_publications_note_message', isStoredMessage(table.noteMessage)),
    check('catalogue_publications_undoes', sql`${table.undoes} < ${table.revision}`),
  ],
);

export const catalogueChanges = pgTable(
  'catalogue_changes',
  {
    revision: integer('revision')
      .notNull()
      .references(() => cataloguePublications.revision),
    kind: text('kind', { enum: ENTRY_KINDS }).notNull(),
    entryId: text('entry_id').notNull(),
    title: text('title').notNull(),
    /** A new entry has null. */
    before: jsonb('before').$type<EntryFields>(),
    after: jsonb('after').$type<EntryFields>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.revision, table.kind, table.entryId] }),
    index('catalogue_changes_entry').on(table.kind, table.entryId, table.revision),
    check('catalogue_changes_kind', isOneOf(table.kind, ENTRY_KINDS)),
  ],
);

/** A draft of a published entry holds only the fields that differ. */
export const catalogueDrafts = pgTable(
  'catalogue_drafts',
  {
    kind: text('kind', { enum: ENTRY_KINDS }).notNull(),
    entryId: text('entry_id').notNull(),
    isNew: boolean('is_new').notNull(),
    fields: jsonb('fields').$type<EntryFields>().notNull(),
    /** Every change increments the version, so that nobody publishes a version they have not seen. */
    version: integer('version').notNull(),
    editedById: text('edited_by_id'),
    editedByName: text('edited_by_name').notNull(),
    editedAt: instant('edited_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.entryId] }),
    check('catalogue_drafts_kind', isOneOf(table.kind, ENTRY_KINDS)),
    check('catalogue_drafts_version', sql`${table.version} > 0`),
    // A draft of a service holds its translations into every language.
    check('catalogue_drafts_size', sql`length(${table.fields}::text) <= 1000000`),
  ],
);
