import { sql } from 'drizzle-orm';
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
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { conversations, visitorBrowsers } from '../../chat/server/tables.server.ts';
import {
  hasLength,
  instant,
  isStoredMessage,
  storedMessage,
  uuidOf,
} from '../../platform/columns.server.ts';
import { mailboxExpression } from '../../platform/email/mailbox.ts';
import type { BillingDetails } from '../protocol/billing-details.ts';
import type { LineAmount } from '../../billing/tax/refunded-tax.ts';
import { profiles } from '../../accounts/server/tables.server.ts';
import {
  ACTORS,
  FIRST_EVENTS,
  ORDER_EVENT_NAMES,
  ORDER_STATES,
  statesWhere,
} from '../protocol/transitions.ts';
import type { Answers, IntakeForm } from '../intake/intake-form.ts';
import { PAGE_FAILURES, PAGE_STATES } from '../protocol/payment-pages.ts';
import { PAYMENT_METHODS } from './payment/payment-providers.ts';
import { REFUND_SOURCES, REFUND_STATES, REFUND_GROUND_IDS } from '../protocol/refunds.ts';
import { COUPON_CODE_LENGTH, COUPON_PERCENTAGE } from '../pricing/coupon-rules.ts';
import { COUPON_PERIODS, COUPON_SCOPES, REDEMPTION_STATES } from '../protocol/coupons.ts';
import { MESSAGE_MAX_LENGTH, PROGRAM_MAX_LENGTH, REASON_MAX_LENGTH } from '../rules.ts';
import type { Currency } from '../../platform/currencies.ts';
import { codeColumns } from '../../platform/email-code.server.ts';
import { deadlineOrCreation } from './board/order-deadline.ts';
import {
  NOTE_MAX_LENGTH,
  OFFER_SOURCES,
  TITLE_MAX_LENGTH,
  type OfferLine,
} from '../protocol/offer.ts';
import { MILESTONE_COUNT, type MilestonePlan } from '../protocol/milestone-terms.ts';
import { MILESTONE_STATES } from '../protocol/milestone-transitions.ts';

/** An integer number of the currency's smallest units. */
const money = (name: string) => bigint(name, { mode: 'number' });
const currency = () => text('currency').$type<Currency>().notNull();

/** A list of constants in a check; migrations cannot contain parameters. */
const listed = (values: readonly string[]) =>
  sql.raw(`(${values.map((value) => `'${value}'`).join(', ')})`);
const oneOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} in ${listed(values)}`;
/** The database does not check the list of currencies, so that a new one needs no migration. */
const isCurrency = (column: AnyPgColumn) => sql`${column} ~ '^[A-Z]{3}$'`;
/** The database does not check the list of payment methods, so that a new provider needs no migration. */
const isPaymentMethod = (column: AnyPgColumn) => sql`${column} ~ '^[a-z][a-z0-9-]{0,30}$'`;

/** Orders outlive their conversations, because the books must be kept. */
const conversationId = () =>
  text('conversation_id').references(() => conversations.id, { onDelete: 'set null' });
const memberId = (name: string) =>
  text(name).references(() => profiles.id, { onDelete: 'set null' });

/** The position of a milestone of the same row's order, or null if the order has none. */
const milestone = () => integer('milestone');
const isMilestone = (column: AnyPgColumn) =>
  sql`${column} is null or ${column} between 1 and ${sql.raw(String(MILESTONE_COUNT.most))}`;
/** An order's rows cannot name a milestone of another order. */
const ofMilestone = (
  name: string,
  table: { readonly orderId: AnyPgColumn; readonly milestone: AnyPgColumn },
) =>
  foreignKey({
    name: `${name}_milestone`,
    columns: [table.orderId, table.milestone],
    foreignColumns: [milestones.orderId, milestones.position],
  });

/** Where the buyer is for tax, and the tax number of a business. Null while tax is off. */
const taxedBuyer = () => ({
  buyerCountry: text('buyer_country'),
  taxNumber: text('tax_number'),
});
const isTaxedBuyer = (country: AnyPgColumn, taxNumber: AnyPgColumn) =>
  sql`(${country} is null or ${country} ~ '^[A-Z]{2}$')
    and (${taxNumber} is null or (${country} is not null and char_length(${taxNumber}) between 3 and 30))`;

/** Codes that lower the price of an order. A coupon is ended instead of deleted, because orders refer to it. */
export const coupons = pgTable(
  'coupons',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** In upper case, so that the unique constraint ignores the case that somebody types. */
    code: text('code').notNull().unique(),
    /** In thousandths of a percent. A coupon has either a percentage or an amount. */
    percentage: integer('percentage'),
    amount: money('amount'),
    /** The currency of the amount and of the minimum. */
    currency: text('currency').$type<Currency>(),
    minimumAmount: money('minimum_amount'),
    scope: text('scope', { enum: COUPON_SCOPES }).notNull(),
    /** Ids of sections or services. */
    scopeIds: jsonb('scope_ids').$type<readonly string[]>().notNull().default([]),
    /** Days in the shop's time zone, both included. */
    validFrom: text('valid_from'),
    validUntil: text('valid_until'),
    totalLimit: integer('total_limit'),
    addressLimit: integer('address_limit'),
    isFirstOrderOnly: boolean('is_first_order_only').notNull().default(false),
    /** The periods of a subscription that have the discount. */
    periods: text('periods', { enum: COUPON_PERIODS }).notNull().default('first'),
    endedAt: instant('ended_at'),
    /** Incremented by every change, so that two people cannot overwrite each other's changes. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('coupons_created').on(table.createdAt, table.id),
    check(
      'coupons_code',
      sql`${table.code} ~ ${sql.raw(`'^[A-Z0-9-]{${COUPON_CODE_LENGTH.least},${COUPON_CODE_LENGTH.most}}$'`)}`,
    ),
    check(
      'coupons_discount',
      sql`(${table.percentage} is null) <> (${table.amount} is null)
        and (${table.percentage} is null or ${table.percentage} between ${sql.raw(String(COUPON_PERCENTAGE.least))} and ${sql.raw(String(COUPON_PERCENTAGE.most))})
        and (${table.amount} is null or ${table.amount} > 0)`,
    ),
    check('coupons_minimum', sql`${table.minimumAmount} is null or ${table.minimumAmount} > 0`),
    check(
      'coupons_currency',
      sql`(${table.currency} is null) = (${table.amount} is null and ${table.minimumAmount} is null)
        and (${table.currency} is null or ${isCurrency(table.currency)})`,
    ),
    check(
      'coupons_scope',
      sql`${oneOf(table.scope, COUPON_SCOPES)} and jsonb_typeof(${table.scopeIds}) = 'array'
        and (${table.scope} = 'everything') = (${table.scopeIds} = '[]'::jsonb)`,
    ),
    check(
      'coupons_days',
      sql`(${table.validFrom} is null or ${table.validFrom} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
        and (${table.validUntil} is null or ${table.validUntil} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
        and (${table.validFrom} is null or ${table.validUntil} is null or ${table.validFrom} <= ${table.validUntil})`,
    ),
    check(
      'coupons_limits',
      sql`(${table.totalLimit} is null or ${table.totalLimit} > 0)
        and (${table.addressLimit} is null or ${table.addressLimit} > 0)`,
    ),
    check('coupons_periods', oneOf(table.periods, COUPON_PERIODS)),
    check('coupons_version', sql`${table.version} > 0`),
  ],
);

/**
 * Offers made in a conversation. A trigger (`keep_offer_terms`) prevents changes to the terms; only the answer
 * can change.
 */
export const offers = pgTable(
  'offers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: conversationId(),
    /** The id that the agent's client chose. It serves as an idempotency key. */
    clientId: uuid('client_id').notNull(),
    agentId: memberId('agent_id'),
    lines: jsonb('lines').$type<readonly OfferLine[]>().notNull(),
    currency: currency(),
    /** The buyer's total: the lines without the discount of the coupon. */
    amount: money('amount').notNull(),
    couponId: uuid('coupon_id').references(() => coupons.id),
    /** A copy, because the code of a coupon can change. */
    couponCode: text('coupon_code'),
    discountAmount: money('discount_amount').notNull().default(0),
    /** The part of the amount that is tax. Each line has its own tax. */
    taxAmount: money('tax_amount').notNull().default(0),
    ...taxedBuyer(),
    deliveryDays: integer('delivery_days').notNull(),
    revisions: integer('revisions').notNull(),
    questions: jsonb('questions').$type<readonly string[]>().notNull(),
    note: text('note'),
    /** Orders of the shop's own form have an accepted offer, too, which nobody made or saw. */
    source: text('source', { enum: OFFER_SOURCES }).notNull().default('team'),
    /** The questions of a direct order with their types; `questions` has their labels. */
    intake: jsonb('intake').$type<IntakeForm>().notNull().default([]),
    /** The milestones that the total is split into, or null for an order that is paid in one sum. */
    plan: jsonb('plan').$type<MilestonePlan>(),
    validDay: text('valid_day').notNull(),
    validUntil: instant('valid_until').notNull(),
    createdAt: instant('created_at').notNull(),
    state: text('state', { enum: ['open', 'accepted', 'declined', 'withdrawn'] })
      .notNull()
      .default('open'),
    answeredAt: instant('answered_at'),
  },
  (table) => [
    unique('offers_client_id').on(table.conversationId, table.clientId),
    index('offers_created').on(table.createdAt),
    check('offers_currency', isCurrency(table.currency)),
    check(
      'offers_amount',
      sql`${table.amount} > 0 or (${table.amount} = 0 and (${table.source} <> 'team' or ${table.discountAmount} > 0))`,
    ),
    check(
      'offers_coupon',
      sql`(${table.couponId} is null) = (${table.couponCode} is null)
        and ${table.discountAmount} >= 0
        and (${table.couponId} is not null or ${table.discountAmount} = 0)`,
    ),
    check('offers_tax', sql`${table.taxAmount} between 0 and ${table.amount}`),
    check('offers_buyer', isTaxedBuyer(table.buyerCountry, table.taxNumber)),
    index('offers_coupon_id')
      .on(table.couponId)
      .where(sql`${table.couponId} is not null`),
    // A function of the migration, because a check cannot contain a subquery.
    check('offers_plan', sql`${table.plan} is null or is_plan_of(${table.plan}, ${table.amount})`),
    check('offers_days', sql`${table.deliveryDays} > 0 and ${table.revisions} >= 0`),
    check('offers_note', hasLength(table.note, NOTE_MAX_LENGTH)),
    check('offers_source', oneOf(table.source, OFFER_SOURCES)),
    check(
      'offers_checkout',
      sql`${table.source} = 'team' or (${table.state} = 'accepted' and ${table.agentId} is null)`,
    ),
    check('offers_state', oneOf(table.state, ['open', 'accepted', 'declined', 'withdrawn'])),
    check('offers_answered', sql`(${table.state} = 'open') = (${table.answeredAt} is null)`),
  ],
);

/** Orders of accepted offers. Only `order/change-state.server.ts` changes the state. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Shown with the prefix 'E-'. */
    number: integer('number').notNull().unique(),
    /** The unique constraint makes accepting an offer idempotent. */
    offerId: uuid('offer_id')
      .notNull()
      .unique()
      .references(() => offers.id),
    conversationId: conversationId(),
    /** Null means that the agent of the conversation owns the order, whoever that is at the time. */
    ownerId: memberId('owner_id'),
    /** Null after the buyer was erased. */
    buyerEmail: text('buyer_email'),
    /**
     * The company that the order was placed for. Its members open the order in their accounts, and the secret of its
     * URL is given to nobody. It stays after the company was deleted, as without it a former member could open the order.
     */
    companyId: uuid('company_id'),
    /** The hash of the secret in the order's URL. */
    secretHash: text('secret_hash').notNull().unique(),
    /** An admin tries the shop out: no sale, no invoice, no event, and in no report. At most one order is a test. */
    isTest: boolean('is_test').notNull().default(false),
    state: text('state', { enum: ORDER_STATES }).notNull(),
    /** The state before the refund request, while a refund is being decided. */
    stateBefore: text('state_before', { enum: ORDER_STATES }),
    /** The number of the newest event. It is incremented under this row's lock. */
    lastEvent: integer('last_event').notNull().default(0),
    /** The position of the current milestone, or of the last one that was. Null for an order without milestones. */
    milestone: integer('milestone'),
    currency: currency(),
    amount: money('amount').notNull(),
    taxAmount: money('tax_amount').notNull().default(0),
    ...taxedBuyer(),
    /** As the buyer wants them on the invoice. Later orders of the address begin with them. */
    billing: jsonb('billing').$type<BillingDetails>(),
    /** A member looked the number up. A later order of the same address with this number inherits it. */
    taxNumberVerifiedAt: instant('tax_number_verified_at'),
    taxNumberVerifiedBy: memberId('tax_number_verified_by'),
    /** The part of the amount that is paid with the buyer's credit. */
    creditAmount: money('credit_amount').notNull().default(0),
    paidAmount: money('paid_amount').notNull().default(0),
    refundedAmount: money('refunded_amount').notNull().default(0),
    paymentDueAt: instant('payment_due_at').notNull(),
    paidAt: instant('paid_at'),
    /**
     * The idempotency keys of the order form: of the browser's cookie, and of the form that was sent. They differ for two
     * tabs that were opened at the same moment. Null for orders of offers.
     */
    formKey: uuid('form_key').unique(),
    sentFormKey: uuid('sent_form_key').unique(),
    /** The publication of the catalogue whose content was ordered. */
    catalogueRevision: integer('catalogue_revision'),
    brief: jsonb('brief').$type<readonly string[]>(),
    /** The answers to `offers.intake` that were given with a direct order. */
    answers: jsonb('answers').$type<Answers>(),
    deliveryDueAt: instant('delivery_due_at'),
    deliveredAt: instant('delivered_at'),
    acceptanceDueAt: instant('acceptance_due_at'),
    /** The number of reminders before the automatic completion. */
    remindedTimes: integer('reminded_times').notNull().default(0),
    revisionsUsed: integer('revisions_used').notNull().default(0),
    refundDueAt: instant('refund_due_at'),
    completedAt: instant('completed_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('orders_test')
      .on(table.isTest)
      .where(sql`${table.isTest}`),
    index('orders_conversation').on(table.conversationId),
    index('orders_buyer').on(table.buyerEmail),
    index('orders_mailbox').on(sql.raw(`(${mailboxExpression('buyer_email')})`)),
    index('orders_company')
      .on(table.companyId)
      .where(sql`${table.companyId} is not null`),
    index('orders_state').on(table.state, table.number),
    // The order within a column of the board; `deadlineOrCreation` is the expression.
    index('orders_board').on(table.state, sql.raw(`(${deadlineOrCreation()})`), table.number),
    // The orders of the team's list.
    index('orders_deadline').on(sql.raw(`(${deadlineOrCreation()})`), table.number),
    index('orders_amount').on(table.amount, table.number),
    index('orders_owner')
      .on(table.ownerId)
      .where(sql`${table.ownerId} is not null`),
    index('orders_created').on(table.createdAt),
    // For API clients that poll for changes.
    index('orders_updated').on(table.updatedAt, table.number),
    // For the scheduled job that handles deadlines.
    index('orders_unpaid')
      .on(table.paymentDueAt)
      .where(sql`${table.state} = 'awaiting payment'`),
    index('orders_delivered')
      .on(table.acceptanceDueAt)
      .where(sql`${table.state} = 'delivered'`),
    check('orders_state', oneOf(table.state, ORDER_STATES)),
    check(
      'orders_state_before',
      sql`(${table.state} = 'refund requested') = (${table.stateBefore} is not null)`,
    ),
    check('orders_currency', isCurrency(table.currency)),
    check(
      'orders_form_key',
      sql`num_nulls(${table.formKey}, ${table.sentFormKey}, ${table.catalogueRevision}) in (0, 3)`,
    ),
    check('orders_tax', sql`${table.taxAmount} between 0 and ${table.amount}`),
    check('orders_buyer', isTaxedBuyer(table.buyerCountry, table.taxNumber)),
    check(
      'orders_tax_number_verified',
      sql`${table.taxNumberVerifiedAt} is null or ${table.taxNumber} is not null`,
    ),
    check('orders_amount', sql`${table.amount} >= 0`),
    check('orders_credit', sql`${table.creditAmount} between 0 and ${table.amount}`),
    check(
      'orders_paid',
      sql`${table.paidAmount} in (0, ${table.amount})
        or (${table.milestone} is not null and ${table.paidAmount} between 0 and ${table.amount})`,
    ),
    check('orders_milestone', isMilestone(table.milestone)),
    check('orders_refunded', sql`${table.refundedAmount} between 0 and ${table.paidAmount}`),
    // An order with a total of zero counts as paid, although nothing was paid.
    check(
      'orders_is_paid',
      sql`(${table.paidAmount} > 0 or (${table.amount} = 0 and ${table.paidAt} is not null)) = (${table.state} not in ${listed(statesWhere({ isPaid: false }))})`,
    ),
    check(
      'orders_refunded_in_full',
      sql`(${table.state} = 'refunded') = (${table.paidAmount} > 0 and ${table.refundedAmount} = ${table.paidAmount})`,
    ),
  ],
);

export type OrderRow = typeof orders.$inferSelect;

/**
 * The parts of an order whose offer has a plan. A trigger (`keep_milestone_terms`) prevents changes to the terms, and
 * another one (`check_milestone_sums`) that the parts are more or less than the order.
 */
export const milestones = pgTable(
  'milestones',
  {
    orderId: uuidOf('order_id', () => orders.id),
    position: integer('position').notNull(),
    title: text('title').notNull(),
    amount: money('amount').notNull(),
    taxAmount: money('tax_amount').notNull(),
    /** Net and tax by line of the order. */
    taxes: jsonb('taxes').$type<readonly LineAmount[]>().notNull(),
    days: integer('days').notNull(),
    state: text('state', { enum: MILESTONE_STATES }).notNull().default('awaiting payment'),
    /** The part of the amount that is paid with the buyer's credit. */
    creditAmount: money('credit_amount').notNull().default(0),
    refundedAmount: money('refunded_amount').notNull().default(0),
    revisionsUsed: integer('revisions_used').notNull().default(0),
    /** True until the next delivery. */
    isRevisionRequested: boolean('is_revision_requested').notNull().default(false),
    /** Null until the milestone can be paid. */
    payableAt: instant('payable_at'),
    paymentReminders: integer('payment_reminders').notNull().default(0),
    fundedAt: instant('funded_at'),
    deliveryDueAt: instant('delivery_due_at'),
    deliveredAt: instant('delivered_at'),
    acceptanceDueAt: instant('acceptance_due_at'),
    acceptedAt: instant('accepted_at'),
    refundedAt: instant('refunded_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    index('milestones_unpaid')
      .on(table.payableAt)
      .where(sql`${table.state} = 'awaiting payment' and ${table.payableAt} is not null`),
    check('milestones_position', isMilestone(table.position)),
    check('milestones_title', hasLength(table.title, TITLE_MAX_LENGTH)),
    check('milestones_amount', sql`${table.amount} > 0`),
    check('milestones_tax', sql`${table.taxAmount} between 0 and ${table.amount}`),
    check('milestones_days', sql`${table.days} > 0 and ${table.revisionsUsed} >= 0`),
    check('milestones_credit', sql`${table.creditAmount} between 0 and ${table.amount}`),
    check(
      'milestones_refunded',
      sql`${table.refundedAmount} between 0 and ${table.amount}
        and (${table.refundedAmount} = 0 or ${table.fundedAt} is not null)
        and (${table.state} = 'refunded') = (${table.refundedAt} is not null)`,
    ),
    check(
      'milestones_state',
      sql`${table.state} = case
        when ${table.refundedAmount} = ${table.amount} then 'refunded'
        when ${table.acceptedAt} is not null then 'accepted'
        when ${table.deliveredAt} is not null then 'delivered'
        when ${table.fundedAt} is not null then 'funded'
        else 'awaiting payment' end`,
    ),
    check(
      'milestones_times',
      sql`(${table.deliveredAt} is null or ${table.fundedAt} is not null)
        and (${table.acceptedAt} is null or ${table.deliveredAt} is not null)
        and (${table.fundedAt} is null or ${table.payableAt} is not null)`,
    ),
  ],
);

/**
 * The use of a coupon by an order: reserved when the order is placed, consumed by its payment, released by its
 * cancellation. The lock of the coupon's row decides who gets the last one (`coupons/redeem-coupon.server.ts`).
 */
export const couponRedemptions = pgTable(
  'coupon_redemptions',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    couponId: uuid('coupon_id')
      .notNull()
      .references(() => coupons.id),
    /** Null after the buyer was erased. */
    email: text('email'),
    state: text('state', { enum: REDEMPTION_STATES }).notNull(),
    reservedAt: instant('reserved_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    index('coupon_redemptions_coupon').on(table.couponId, table.state),
    index('coupon_redemptions_email').on(table.email, table.couponId),
    check('coupon_redemptions_state', oneOf(table.state, REDEMPTION_STATES)),
    check(
      'coupon_redemptions_settled',
      sql`(${table.state} = 'reserved') = (${table.settledAt} is null)`,
    ),
  ],
);

/**
 * Wrong codes by network, for the limit of rule 261. Networks and codes are keyed hashes. A scheduled job deletes
 * the rows after an hour.
 */
export const wrongCouponCodes = pgTable(
  'wrong_coupon_codes',
  {
    network: text('network').notNull(),
    code: text('code').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    // The same code counts once: a form asks for a new total after every change.
    primaryKey({ columns: [table.network, table.code] }),
    index('wrong_coupon_codes_at').on(table.at),
  ],
);

/**
 * Codes that prove an email address while an order is placed. There is no conversation yet, so the codes of the chat
 * (`confirmation_requests`) cannot be used.
 */
export const orderCodes = pgTable(
  'order_codes',
  {
    ...codeColumns('expires_at'),
    browserId: uuidOf('browser_id', () => visitorBrowsers.id),
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('order_codes_browser').on(table.browserId, table.email, table.createdAt),
    index('order_codes_email').on(table.email),
    index('order_codes_expiry').on(table.codeExpiresAt),
    check('order_codes_attempts', sql`${table.attempts} >= 0`),
  ],
);

/** The history of an order. Events are numbered without gaps and never change. */
export const orderEvents = pgTable(
  'order_events',
  {
    orderId: uuidOf('order_id', () => orders.id),
    number: integer('number').notNull(),
    milestone: milestone(),
    transition: text('transition', { enum: [...FIRST_EVENTS, ...ORDER_EVENT_NAMES] }).notNull(),
    fromState: text('from_state', { enum: ORDER_STATES }),
    toState: text('to_state', { enum: ORDER_STATES }).notNull(),
    actor: text('actor', { enum: ACTORS }).notNull(),
    memberId: memberId('member_id'),
    program: text('program'),
    at: instant('at').notNull(),
    /** Text that a person wrote: the reason, the delivery or the wish. */
    why: text('why'),
    /** The system's own text, for example about the payment. It may quote a person. */
    whyMessage: storedMessage('why_message'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.number] }),
    ofMilestone('order_events', table),
    index('order_events_at').on(table.at),
    check('order_events_number', sql`${table.number} > 0`),
    check('order_events_actor', oneOf(table.actor, ACTORS)),
    check('order_events_program', hasLength(table.program, PROGRAM_MAX_LENGTH)),
    check('order_events_why_message', isStoredMessage(table.whyMessage)),
    check('order_events_why', hasLength(table.why, MESSAGE_MAX_LENGTH)),
  ],
);

export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuidOf('order_id', () => orders.id),
    milestone: milestone(),
    event: integer('event').notNull(),
    message: text('message').notNull(),
    memberId: memberId('member_id'),
    createdAt: instant('created_at').notNull(),
    /** The deadline at the time of the delivery. A later delivery counts as late. */
    dueAt: instant('due_at').notNull(),
  },
  (table) => [
    ofMilestone('deliveries', table),
    index('deliveries_created').on(table.createdAt),
    unique('deliveries_event').on(table.orderId, table.event),
    // The target of a foreign key of the files, so that a file cannot belong to a delivery of another order.
    unique('deliveries_of_order').on(table.id, table.orderId),
    check('deliveries_message', hasLength(table.message, MESSAGE_MAX_LENGTH)),
  ],
);

export const refundRequests = pgTable(
  'refund_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuidOf('order_id', () => orders.id),
    milestone: milestone(),
    ground: text('ground', { enum: REFUND_GROUND_IDS }).notNull(),
    /** Null after the buyer was erased. */
    explanation: text('explanation'),
    askedAt: instant('asked_at').notNull(),
    dueAt: instant('due_at').notNull(),
    decidedAt: instant('decided_at'),
    outcome: text('outcome', { enum: ['refused', 'part', 'full'] }),
    reply: text('reply'),
  },
  (table) => [
    ofMilestone('refund_requests', table),
    // An order can have only one open request.
    uniqueIndex('refund_requests_open')
      .on(table.orderId)
      .where(sql`${table.decidedAt} is null`),
    index('refund_requests_order').on(table.orderId),
    unique('refund_requests_of_order').on(table.id, table.orderId),
    check('refund_requests_ground', oneOf(table.ground, REFUND_GROUND_IDS)),
    check('refund_requests_explanation', hasLength(table.explanation, MESSAGE_MAX_LENGTH)),
    check('refund_requests_reply', hasLength(table.reply, MESSAGE_MAX_LENGTH)),
    check(
      'refund_requests_decided',
      sql`(${table.decidedAt} is null) = (${table.outcome} is null)`,
    ),
  ],
);

/** Received payments, booked or held. A payment has a single row, no matter how often it is reported. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null if the payment belongs to no known order. */
    orderId: uuid('order_id').references(() => orders.id),
    milestone: milestone(),
    way: text('way', { enum: PAYMENT_METHODS }).notNull(),
    /** The provider's id, or the reference that a member typed. */
    reference: text('reference').notNull(),
    amount: money('amount').notNull(),
    /** Any currency, because a held payment may have arrived in one that the shop does not support. */
    currency: text('currency').notNull(),
    state: text('state', { enum: ['booked', 'held', 'returned'] }).notNull(),
    /** Only rows of versions before `held_message` have it. */
    heldBecause: text('held_because'),
    heldMessage: storedMessage('held_message'),
    memberId: memberId('member_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // References of manual payments are typed, so they need not be unique.
    uniqueIndex('payments_reference')
      .on(table.way, table.reference)
      .where(sql`${table.way} <> 'link'`),
    ofMilestone('payments', table),
    uniqueIndex('payments_booked')
      .on(table.orderId, sql`coalesce(${table.milestone}, 0)`)
      .where(sql`${table.state} = 'booked'`),
    index('payments_order').on(table.orderId),
    index('payments_held')
      .on(table.createdAt)
      .where(sql`${table.state} = 'held'`),
    check('payments_amount', sql`${table.amount} > 0`),
    check('payments_way', isPaymentMethod(table.way)),
    check('payments_reference_length', hasLength(table.reference, 255)),
    check('payments_held_message', isStoredMessage(table.heldMessage)),
    check(
      'payments_held_because',
      sql`(${table.state} = 'booked') = (${table.heldBecause} is null and ${table.heldMessage} is null)`,
    ),
  ],
);

/** Refunds by the provider, by hand or as credit, whether decided here or made at the provider. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id').references(() => orders.id),
    milestone: milestone(),
    /** The refunded payment. Null for a refund as credit. */
    paymentId: uuid('payment_id').references(() => payments.id),
    way: text('way', { enum: [...PAYMENT_METHODS, 'credit'] }).notNull(),
    amount: money('amount').notNull(),
    /** The part of the amount that is tax, which the order's total contained. */
    taxAmount: money('tax_amount').notNull().default(0),
    /** Net and tax by line of the order, or of its milestone's invoice. Null for refunds of versions before invoices, whose orders had no tax. */
    taxes: jsonb('taxes').$type<readonly LineAmount[]>(),
    currency: text('currency').notNull(),
    /** 'due' until the provider has accepted the request, 'sent' until the provider knows the outcome. */
    state: text('state', { enum: REFUND_STATES }).notNull(),
    source: text('source', { enum: REFUND_SOURCES }).notNull().default('team'),
    /** The provider's id. Null until the provider has responded. */
    reference: text('reference'),
    /** A refused request is retried with another idempotency key, of which this number is a part. */
    attempt: integer('attempt').notNull().default(1),
    /** The provider's message when it refused, or when the bank sent the money back. */
    /** Only rows of versions before `problem_message` have it. */
    problem: text('problem'),
    problemMessage: storedMessage('problem_message'),
    /** The number of status checks, and the time of the next one. */
    checks: integer('checks').notNull().default(0),
    checkAt: instant('check_at'),
    memberId: memberId('member_id'),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (table) => [
    ofMilestone('refunds', table),
    index('refunds_order').on(table.orderId),
    index('refunds_payment').on(table.paymentId),
    uniqueIndex('refunds_reference')
      .on(table.way, table.reference)
      .where(sql`${table.way} not in ('link', 'credit')`),
    index('refunds_check')
      .on(table.checkAt)
      .where(sql`${table.checkAt} is not null`),
    check('refunds_amount', sql`${table.amount} > 0`),
    check('refunds_tax', sql`${table.taxAmount} between 0 and ${table.amount}`),
    check('refunds_state', oneOf(table.state, REFUND_STATES)),
    check('refunds_source', oneOf(table.source, REFUND_SOURCES)),
    check('refunds_attempt', sql`${table.attempt} > 0`),
    check('refunds_done', sql`(${table.state} = 'done') = (${table.doneAt} is not null)`),
    check('refunds_reference', hasLength(table.reference, 255)),
    check('refunds_problem_message', isStoredMessage(table.problemMessage)),
    check('refunds_problem', hasLength(table.problem, REASON_MAX_LENGTH)),
  ],
);

/** A payment that the buyer disputes at the bank or at the payment service. */
export const disputes = pgTable(
  'payment_disputes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    paymentId: uuidOf('payment_id', () => payments.id),
    way: text('way', { enum: PAYMENT_METHODS }).notNull(),
    reference: text('reference').notNull(),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: ['open', 'won', 'lost'] }).notNull(),
    refundId: uuid('refund_id').references(() => refunds.id),
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    unique('payment_disputes_reference').on(table.way, table.reference),
    index('payment_disputes_payment').on(table.paymentId),
    index('payment_disputes_open')
      .on(table.openedAt)
      .where(sql`${table.state} = 'open'`),
    check('payment_disputes_state', oneOf(table.state, ['open', 'won', 'lost'])),
    check('payment_disputes_amount', sql`${table.amount} > 0`),
    check('payment_disputes_reference_length', hasLength(table.reference, 255)),
    check('payment_disputes_closed', sql`(${table.state} = 'open') = (${table.closedAt} is null)`),
  ],
);

/** Credit by verified email address and currency. The oldest is spent first. */
export const credits = pgTable(
  'credits',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null after the owner was erased. Nobody can spend such credit. */
    email: text('email'),
    currency: currency(),
    amount: money('amount').notNull(),
    left: money('left').notNull(),
    refundId: uuid('refund_id')
      .notNull()
      .unique()
      .references(() => refunds.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('credits_owner')
      .on(table.email, table.currency, table.createdAt)
      .where(sql`${table.left} > 0`),
    check('credits_left', sql`${table.amount} > 0 and ${table.left} between 0 and ${table.amount}`),
    check('credits_currency', isCurrency(table.currency)),
  ],
);

export const creditUses = pgTable(
  'credit_uses',
  {
    creditId: uuidOf('credit_id', () => credits.id),
    orderId: uuidOf('order_id', () => orders.id),
    amount: money('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.creditId, table.orderId] }),
    index('credit_uses_order').on(table.orderId),
    check('credit_uses_amount', sql`${table.amount} > 0`),
  ],
);

/**
 * The double-entry books. The entries of a booking add up to zero per currency. Triggers refuse any other
 * commit (`check_ledger_balance`) and every later change.
 */
export const ledger = pgTable(
  'ledger',
  {
    bookingId: uuid('booking_id').notNull(),
    side: integer('side').notNull(),
    /** The unique key of a booking, which prevents double booking. */
    key: text('key').notNull(),
    account: text('account').notNull(),
    /** Positive for money into the account, negative for money out of it. */
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    orderId: uuid('order_id').references(() => orders.id),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookingId, table.side] }),
    unique('ledger_key').on(table.key, table.side),
    index('ledger_order').on(table.orderId),
    index('ledger_account').on(table.account, table.currency),
    index('ledger_at').on(table.at),
    check('ledger_amount', sql`${table.amount} <> 0`),
    check('ledger_key_length', hasLength(table.key, 200)),
  ],
);

/** Payment pages of the providers. An order has at most one active page. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuidOf('order_id', () => orders.id),
    milestone: milestone(),
    way: text('way', { enum: PAYMENT_METHODS }).notNull(),
    /** The provider's id. Null until the provider has responded. */
    reference: text('reference'),
    url: text('url'),
    amount: money('amount').notNull(),
    currency: currency(),
    state: text('state', { enum: PAGE_STATES }).notNull().default('open'),
    /** The reason why the last attempt failed. An open page can still be paid. */
    failure: text('failure', { enum: PAGE_FAILURES }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    returnedAt: instant('returned_at'),
    /** The number of checks, the time of the last response, and the time of the next check. */
    checks: integer('checks').notNull().default(0),
    checkedAt: instant('checked_at'),
    checkAt: instant('check_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    ofMilestone('checkouts', table),
    uniqueIndex('checkouts_reference').on(table.way, table.reference),
    uniqueIndex('checkouts_open')
      .on(table.orderId)
      .where(sql`${table.state} in ('open', 'in progress')`),
    index('checkouts_order').on(table.orderId),
    index('checkouts_created').on(table.createdAt),
    index('checkouts_check')
      .on(table.checkAt)
      .where(sql`${table.checkAt} is not null`),
    check('checkouts_state', oneOf(table.state, PAGE_STATES)),
    check('checkouts_failure', oneOf(table.failure, PAGE_FAILURES)),
    check(
      'checkouts_ended',
      sql`(${table.state} in ('open', 'in progress')) = (${table.endedAt} is null)`,
    ),
  ],
);

/** Webhook events, stored unchanged under the provider's id until they are booked. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    way: text('way', { enum: PAYMENT_METHODS }).notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    body: text('body').notNull(),
    receivedAt: instant('received_at').notNull(),
    triedAt: instant('tried_at'),
    bookedAt: instant('booked_at'),
    outcome: text('outcome'),
    /**
     * Null for events of no order, and for those that were booked before this column existed: an erasure searches the
     * bodies of both, and a body expires after 180 days, so that the older rows are not filled in.
     */
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.way, table.eventId] }),
    index('payment_events_waiting')
      .on(table.triedAt, table.receivedAt)
      .where(sql`${table.bookedAt} is null`),
    index('payment_events_bodies')
      .on(table.bookedAt)
      .where(sql`${table.body} <> '{}'`),
    index('payment_events_order')
      .on(table.orderId)
      .where(sql`${table.orderId} is not null`),
    index('payment_events_without_order')
      .on(table.way, table.eventId)
      .where(sql`${table.orderId} is null and ${table.body} <> '{}'`),
    index('payment_events_nothing_booked')
      .on(table.bookedAt)
      .where(sql`${table.outcome} = 'nothing to book'`),
    check('payment_events_id', hasLength(table.eventId, 255)),
  ],
);

/** The name of differences between our own tables, which no payment service knows of. */
export const OWN_BOOKS = 'books' as const;

/** Differences between the providers' lists and the books, and within the books, found by the daily reconciliation. */
export const differences = pgTable(
  'payment_differences',
  {
    way: text('way', { enum: [...PAYMENT_METHODS, OWN_BOOKS] }).notNull(),
    reference: text('reference').notNull(),
    /** Empty except in rows of versions before `what_message`. */
    what: text('what').notNull().default(''),
    whatMessage: storedMessage('what_message'),
    foundAt: instant('found_at').notNull(),
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.way, table.reference] }),
    check('payment_differences_what_message', isStoredMessage(table.whatMessage)),
    check(
      'payment_differences_what',
      sql`char_length(${table.what}) <= ${sql.raw(String(REASON_MAX_LENGTH))}`,
    ),
  ],
);
