import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
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
import { profiles } from '../../../accounts/server/tables.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { hasLength, instant, uuidOf } from '../../../platform/columns.server.ts';
import type { Currency } from '../../../platform/currencies.ts';
import type { Service } from '../../../shop/service.ts';
import type { Coupon } from '../../pricing/coupon-rules.ts';
import type { LineChoice } from '../../pricing/price-order.ts';
import {
  SUBSCRIPTION_STATES,
  SUBSCRIPTION_TRANSITION_NAMES,
} from '../../protocol/subscription-transitions.ts';
import { ACTORS } from '../../protocol/transitions.ts';
import { PROGRAM_MAX_LENGTH, REASON_MAX_LENGTH } from '../../rules.ts';
import { PAYMENT_METHODS } from '../payment/payment-providers.ts';
import { orders } from '../tables.server.ts';

export const INTERVALS = ['week', 'month', 'quarter', 'year'] as const;

/** A paid period, one that waits for its payment, and one whose order was cancelled without a payment. */
export const PERIOD_STATES = ['awaiting payment', 'paid', 'unpaid'] as const;

/** The terms of a subscription. Every period is priced with these terms and the tax of its first day. */
export interface SubscriptionTerms {
  /** The published service at the time of the order, or with a price that was changed later. */
  readonly service: Service;
  readonly choice: LineChoice;
  readonly pricesIncludeTax: boolean;
  readonly coupon: Coupon | null;
  readonly couponId: string | null;
}

const money = (name: string) => bigint(name, { mode: 'number' });
const listed = (values: readonly string[]) =>
  sql.raw(`(${values.map((value) => `'${value}'`).join(', ')})`);
const oneOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} in ${listed(values)}`;

/** Only `change-subscription.server.ts` changes the state. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The id in another program, from which the subscription was imported. Null after the buyer was erased. */
    externalId: text('external_id').unique(),
    /** Shown with the prefix 'S-'. */
    number: integer('number').notNull().unique(),
    conversationId: text('conversation_id').references(() => conversations.id, {
      onDelete: 'set null',
    }),
    /** Null after the buyer was erased. */
    buyerEmail: text('buyer_email'),
    /** Each period is an order of this company. It stays after the company was deleted, as for orders. */
    companyId: uuid('company_id'),
    /** The hash of the secret in the subscription's URL. */
    secretHash: text('secret_hash').notNull().unique(),
    state: text('state', { enum: SUBSCRIPTION_STATES }).notNull(),
    /** The number of the newest event. It is incremented under this row's lock. */
    lastEvent: integer('last_event').notNull().default(0),
    interval: text('interval', { enum: INTERVALS }).notNull(),
    serviceId: text('service_id').notNull(),
    terms: jsonb('terms').$type<SubscriptionTerms>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** The buyer's total of the newest period. */
    amount: money('amount').notNull(),
    buyerCountry: text('buyer_country'),
    taxNumber: text('tax_number'),
    /** 'link' until a provider charges the periods. */
    paymentMethod: text('payment_method', { enum: PAYMENT_METHODS }).notNull().default('link'),
    /** The provider's id of the subscription. */
    providerId: text('provider_id'),
    /** The amount that the provider charges for the next period. */
    providerAmount: money('provider_amount'),
    /** Where the buyer pays a failed period or confirms it with the bank. */
    paymentUrl: text('payment_url'),
    /** The first day of period `anchorPeriod`. Later periods are counted from here. A resumption sets both. */
    anchorDay: text('anchor_day'),
    anchorPeriod: integer('anchor_period'),
    /** The newest period that was paid, or began unpaid. */
    periodStartsAt: instant('period_starts_at'),
    periodEndsAt: instant('period_ends_at'),
    pastDueAt: instant('past_due_at'),
    remindersSent: integer('reminders_sent').notNull().default(0),
    /** The subscription is paused when the paid period ends. */
    isPausing: boolean('is_pausing').notNull().default(false),
    /** A new price of one unit, for periods that start at or after `priceFrom`. */
    nextUnitAmount: money('next_unit_amount'),
    priceFrom: instant('price_from'),
    /** Incremented by changes that the provider must learn. `sentVersion` is the last one it has confirmed. */
    version: integer('version').notNull().default(1),
    sentVersion: integer('sent_version').notNull().default(1),
    sendTries: integer('send_tries').notNull().default(0),
    sendAt: instant('send_at'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('subscriptions_provider')
      .on(table.paymentMethod, table.providerId)
      .where(sql`${table.providerId} is not null`),
    index('subscriptions_conversation').on(table.conversationId),
    index('subscriptions_buyer').on(table.buyerEmail),
    index('subscriptions_company')
      .on(table.companyId)
      .where(sql`${table.companyId} is not null`),
    index('subscriptions_state').on(table.state, table.number),
    index('subscriptions_updated').on(table.updatedAt, table.number),
    index('subscriptions_period')
      .on(table.periodEndsAt)
      .where(sql`${table.state} in ('active', 'ending')`),
    index('subscriptions_past_due')
      .on(table.pastDueAt)
      .where(sql`${table.state} = 'past due'`),
    index('subscriptions_send')
      .on(table.sendAt)
      .where(sql`${table.sendAt} is not null`),
    check('subscriptions_state_known', oneOf(table.state, SUBSCRIPTION_STATES)),
    check('subscriptions_interval', oneOf(table.interval, INTERVALS)),
    check('subscriptions_currency', sql`${table.currency} ~ '^[A-Z]{3}$'`),
    check('subscriptions_amount', sql`${table.amount} >= 0`),
    check('subscriptions_payment_method', sql`${table.paymentMethod} ~ '^[a-z][a-z0-9-]{0,30}$'`),
    check(
      'subscriptions_provider_of_method',
      sql`(${table.paymentMethod} = 'link') = (${table.providerId} is null) and (${table.providerId} is null) = (${table.providerAmount} is null)`,
    ),
    check('subscriptions_external_id', hasLength(table.externalId, 100)),
    check('subscriptions_provider_id', hasLength(table.providerId, 255)),
    check(
      'subscriptions_started',
      sql`(${table.state} <> 'awaiting payment' or ${table.startedAt} is null)
        and (${table.state} in ('awaiting payment', 'ended') or ${table.startedAt} is not null)
        and num_nulls(${table.startedAt}, ${table.anchorDay}, ${table.anchorPeriod}, ${table.periodStartsAt}, ${table.periodEndsAt}) in (0, 5)`,
    ),
    check('subscriptions_ended', sql`(${table.state} = 'ended') = (${table.endedAt} is not null)`),
    check(
      'subscriptions_is_past_due',
      sql`(${table.state} = 'past due') = (${table.pastDueAt} is not null)`,
    ),
    check('subscriptions_pausing', sql`not ${table.isPausing} or ${table.state} = 'active'`),
    check(
      'subscriptions_dates',
      sql`(${table.anchorDay} is null or ${table.anchorDay} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
        and (${table.periodStartsAt} is null or ${table.periodStartsAt} < ${table.periodEndsAt})`,
    ),
    check(
      'subscriptions_price',
      sql`num_nulls(${table.nextUnitAmount}, ${table.priceFrom}) in (0, 2)
        and (${table.nextUnitAmount} is null or ${table.nextUnitAmount} > 0)`,
    ),
    check('subscriptions_versions', sql`${table.sentVersion} between 1 and ${table.version}`),
  ],
);

/** Each period is an order. */
export const subscriptionPeriods = pgTable(
  'subscription_periods',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subscriptionId: uuidOf('subscription_id', () => subscriptions.id),
    /** Without gaps among the periods that are not 'unpaid'. */
    number: integer('number').notNull(),
    state: text('state', { enum: PERIOD_STATES }).notNull(),
    /** Null until the first payment begins the first period. */
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    orderId: uuid('order_id')
      .notNull()
      .unique()
      .references(() => orders.id),
    /** The provider's id of the payment request, for example of an invoice of Stripe. */
    reference: text('reference'),
  },
  (table) => [
    uniqueIndex('subscription_periods_number')
      .on(table.subscriptionId, table.number)
      .where(sql`${table.state} <> 'unpaid'`),
    uniqueIndex('subscription_periods_open')
      .on(table.subscriptionId)
      .where(sql`${table.state} = 'awaiting payment'`),
    unique('subscription_periods_reference').on(table.subscriptionId, table.reference),
    check('subscription_periods_state', oneOf(table.state, PERIOD_STATES)),
    check('subscription_periods_number_from_one', sql`${table.number} > 0`),
    check(
      'subscription_periods_dates',
      sql`(${table.startsAt} is null) = (${table.endsAt} is null)
        and (${table.startsAt} is null or ${table.startsAt} < ${table.endsAt})
        and (${table.startsAt} is not null or ${table.state} <> 'paid')`,
    ),
    check('subscription_periods_reference_length', hasLength(table.reference, 255)),
  ],
);

/**
 * Requests that a paid period includes. Each is an order without a price. The subscription's lock decides who gets the
 * last one. A cancelled order returns its request.
 */
export const subscriptionRequests = pgTable(
  'subscription_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subscriptionId: uuidOf('subscription_id', () => subscriptions.id),
    periodId: uuidOf('period_id', () => subscriptionPeriods.id),
    /** The number in the period. */
    number: integer('number').notNull(),
    orderId: uuid('order_id')
      .notNull()
      .unique()
      .references(() => orders.id),
    /** The idempotency key of the form. */
    key: uuid('key').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('subscription_requests_number').on(table.periodId, table.number),
    unique('subscription_requests_key').on(table.subscriptionId, table.key),
    check('subscription_requests_number_from_one', sql`${table.number} > 0`),
  ],
);

/** The history of a subscription. Events are numbered without gaps and never change. */
export const subscriptionEvents = pgTable(
  'subscription_events',
  {
    subscriptionId: uuidOf('subscription_id', () => subscriptions.id),
    number: integer('number').notNull(),
    transition: text('transition', {
      enum: ['place', 'import', ...SUBSCRIPTION_TRANSITION_NAMES],
    }).notNull(),
    fromState: text('from_state', { enum: SUBSCRIPTION_STATES }),
    toState: text('to_state', { enum: SUBSCRIPTION_STATES }).notNull(),
    actor: text('actor', { enum: ACTORS }).notNull(),
    memberId: text('member_id').references(() => profiles.id, { onDelete: 'set null' }),
    program: text('program'),
    at: instant('at').notNull(),
    /** Text that a person wrote. */
    why: text('why'),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.number] }),
    check('subscription_events_number', sql`${table.number} > 0`),
    check('subscription_events_actor', oneOf(table.actor, ACTORS)),
    check('subscription_events_program', hasLength(table.program, PROGRAM_MAX_LENGTH)),
    check('subscription_events_why', hasLength(table.why, REASON_MAX_LENGTH)),
  ],
);
