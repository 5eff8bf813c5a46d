import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { instant } from '../../platform/columns.server.ts';
import { NUMBER_PATTERN_MAX_LENGTH } from '../../platform/number-pattern.ts';
import type { IssuedDocument } from './invoices/issued-document.ts';

export const DOCUMENT_KINDS = ['invoice', 'credit-note'] as const;

/** Why a document was issued. */
export const ISSUE_REASONS = ['payment', 'request', 'refund', 'void', 'correction'] as const;

/** The last number of each series. Its row is locked until the transaction that draws a number ends. */
export const numberSeries = pgTable(
  'number_series',
  {
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
    /** 0 if the numbers do not restart each year. */
    year: integer('year').notNull(),
    last: integer('last').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.year] }),
    check('number_series_kind', oneOf(table.kind, DOCUMENT_KINDS)),
    check('number_series_last', sql`${table.last} > 0`),
  ],
);

/**
 * Issued invoices and credit notes. The database refuses changes of what a document says. The foreign key to orders
 * exists only in the migration, because orders depend on billing.
 */
export const invoices = pgTable(
  'invoices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
    reason: text('reason', { enum: ISSUE_REASONS }).notNull(),
    number: text('number').notNull().unique(),
    seriesYear: integer('series_year').notNull(),
    seriesNumber: integer('series_number').notNull(),
    /** Null after a reset, which deletes the orders and keeps the documents. */
    orderId: uuid('order_id'),
    /** The position of the invoiced milestone. Null for an order without milestones. */
    milestone: integer('milestone'),
    /** The invoice that a credit note corrects. */
    correctsId: uuid('corrects_id').references((): AnyPgColumn => invoices.id),
    /** The refund that a credit note belongs to, which makes it idempotent. */
    refundId: uuid('refund_id').unique(),
    issuedOn: date('issued_on').notNull(),
    dueOn: date('due_on').notNull(),
    currency: text('currency').notNull(),
    netAmount: amount('net_amount').notNull(),
    taxAmount: amount('tax_amount').notNull(),
    grossAmount: amount('gross_amount').notNull(),
    document: jsonb('document').$type<IssuedDocument>().notNull(),
    /** For the list and for reminders. Null after the legally required period. */
    buyerEmail: text('buyer_email'),
    createdAt: instant('created_at').notNull(),
    /** Null while an invoice waits for its payment. A credit note is never paid. */
    paidAt: instant('paid_at'),
    /** A voided invoice has a credit note for its full amount. */
    voidedAt: instant('voided_at'),
    remindersSent: integer('reminders_sent').notNull().default(0),
  },
  (table) => [
    unique('invoices_series').on(table.kind, table.seriesYear, table.seriesNumber),
    uniqueIndex('invoices_order')
      .on(table.orderId, sql`coalesce(${table.milestone}, 0)`)
      .where(sql`${table.kind} = 'invoice' and ${table.voidedAt} is null`),
    index('invoices_of_order').on(table.orderId, table.milestone),
    index('invoices_corrects')
      .on(table.correctsId)
      .where(sql`${table.correctsId} is not null`),
    index('invoices_newest').on(table.createdAt, table.id),
    index('invoices_due').on(table.dueOn, table.id),
    index('invoices_buyer').on(table.buyerEmail),
    index('invoices_unpaid')
      .on(table.dueOn)
      .where(
        sql`${table.kind} = 'invoice' and ${table.paidAt} is null and ${table.voidedAt} is null`,
      ),
    check('invoices_kind', oneOf(table.kind, DOCUMENT_KINDS)),
    check('invoices_reason', oneOf(table.reason, ISSUE_REASONS)),
    check(
      'invoices_number',
      sql`char_length(${table.number}) between 1 and ${sql.raw(String(NUMBER_PATTERN_MAX_LENGTH + 20))}`,
    ),
    check(
      'invoices_corrects',
      sql`(${table.kind} = 'credit-note') = (${table.correctsId} is not null)`,
    ),
    check(
      'invoices_refund',
      sql`${table.refundId} is null or (${table.kind} = 'credit-note' and ${table.reason} = 'refund')`,
    ),
    check(
      'invoices_detached',
      sql`${table.orderId} is not null or (${table.refundId} is null and ${table.buyerEmail} is null)`,
    ),
    check(
      'invoices_amounts',
      sql`${table.netAmount} >= 0 and ${table.taxAmount} >= 0 and ${table.grossAmount} = ${table.netAmount} + ${table.taxAmount}`,
    ),
    check('invoices_due', sql`${table.dueOn} >= ${table.issuedOn}`),
    check(
      'invoices_only_invoices',
      sql`${table.kind} = 'invoice' or (${table.paidAt} is null and ${table.voidedAt} is null and ${table.remindersSent} = 0)`,
    ),
  ],
);

function amount(name: string) {
  return bigint(name, { mode: 'number' });
}

function oneOf(column: AnyPgColumn, values: readonly string[]) {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
}
