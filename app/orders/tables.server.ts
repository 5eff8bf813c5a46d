import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { conversations } from '../conversation/tables.server.ts';
import { hasLength, instant, uuidOf } from '../platform/columns.server.ts';
import { profiles } from '../team/tables.server.ts';
import { ACTORS, ORDER_EVENT_NAMES, ORDER_STATES } from './order/transitions.ts';
import { PAGE_FAILURES, PAGE_STATES } from './payment/page-states.ts';
import { WAYS } from './payment/ways.ts';
import { REFUND_SOURCES, REFUND_STATES } from './refund/refund-states.ts';
import { REFUND_GROUND_IDS } from './refund/grounds.ts';
import { MESSAGE_MAX_LENGTH, PROGRAM_MAX_LENGTH, REASON_MAX_LENGTH } from './rules.ts';
import type { Currency } from '../platform/currencies.ts';
import { NOTE_MAX_LENGTH, type OfferLine } from './wire/offer.ts';

/** In the currency's smallest units: never a fraction. */
const money = (name: string) => bigint(name, { mode: 'number' });
const currency = () => text('currency').$type<Currency>().notNull();

const oneOf = (column: AnyPgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
/** Which there are is not the database's to know: one more needs no migration. */
const isCurrency = (column: AnyPgColumn) => sql`${column} ~ '^[A-Z]{3}$'`;

/** Orders outlive what was said around them: books are kept. */
const conversationId = () =>
  text('conversation_id').references(() => conversations.id, { onDelete: 'set null' });
const memberId = (name: string) =>
  text(name).references(() => profiles.id, { onDelete: 'set null' });

/**
 * What was offered in a conversation. Its terms are never changed, which the database itself refuses
 * (`keep_offer_terms`); what was answered is.
 */
export const offers = pgTable(
  'offers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    conversationId: conversationId(),
    /** The name the agent's client gave it, so that a repeat is recognised. */
    clientId: uuid('client_id').notNull(),
    agentId: memberId('agent_id'),
    lines: jsonb('lines').$type<readonly OfferLine[]>().notNull(),
    currency: currency(),
    amount: money('amount').notNull(),
    deliveryDays: integer('delivery_days').notNull(),
    revisions: integer('revisions').notNull(),
    questions: jsonb('questions').$type<readonly string[]>().notNull(),
    note: text('note'),
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
    check('offers_amount', sql`${table.amount} > 0`),
    check('offers_days', sql`${table.deliveryDays} > 0 and ${table.revisions} >= 0`),
    check('offers_note', hasLength(table.note, NOTE_MAX_LENGTH)),
    check('offers_state', oneOf(table.state, ['open', 'accepted', 'declined', 'withdrawn'])),
    check('offers_answered', sql`(${table.state} = 'open') = (${table.answeredAt} is null)`),
  ],
);

/** What became of an accepted offer. `order/change-state.server.ts` alone changes its state. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** 'E-' and this. */
    number: integer('number').notNull().unique(),
    /** An offer becomes one order, however often it is accepted. */
    offerId: uuid('offer_id')
      .notNull()
      .unique()
      .references(() => offers.id),
    conversationId: conversationId(),
    /** Null once it was erased. */
    buyerEmail: text('buyer_email'),
    /** Of the secret in the order's address. */
    secretHash: text('secret_hash').notNull().unique(),
    state: text('state', { enum: ORDER_STATES }).notNull(),
    /** What asking for a refund left, while that is being decided. */
    stateBefore: text('state_before', { enum: ORDER_STATES }),
    /** The number of the newest event; the next one gets one more, under this row's lock. */
    lastEvent: integer('last_event').notNull().default(0),
    currency: currency(),
    amount: money('amount').notNull(),
    /** Of it, what is paid out of the buyer's credit. */
    creditAmount: money('credit_amount').notNull().default(0),
    paidAmount: money('paid_amount').notNull().default(0),
    refundedAmount: money('refunded_amount').notNull().default(0),
    paymentDueAt: instant('payment_due_at').notNull(),
    paidAt: instant('paid_at'),
    /** The buyer's answers to what the offer asks for. */
    brief: jsonb('brief').$type<readonly string[]>(),
    deliveryDueAt: instant('delivery_due_at'),
    deliveredAt: instant('delivered_at'),
    /** When it completes by itself. */
    acceptanceDueAt: instant('acceptance_due_at'),
    /** Times the buyer was told that it will. */
    remindedTimes: integer('reminded_times').notNull().default(0),
    revisionsUsed: integer('revisions_used').notNull().default(0),
    refundDueAt: instant('refund_due_at'),
    completedAt: instant('completed_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('orders_conversation').on(table.conversationId),
    index('orders_buyer').on(table.buyerEmail),
    index('orders_state').on(table.state, table.number),
    index('orders_created').on(table.createdAt),
    // Programs follow what changed.
    index('orders_updated').on(table.updatedAt, table.number),
    // What the clocks look at.
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
    check('orders_amount', sql`${table.amount} > 0`),
    check('orders_credit', sql`${table.creditAmount} between 0 and ${table.amount}`),
    check('orders_paid', sql`${table.paidAmount} in (0, ${table.amount})`),
    check('orders_refunded', sql`${table.refundedAmount} between 0 and ${table.paidAmount}`),
    check(
      'orders_is_paid',
      sql`(${table.paidAmount} > 0) = (${table.state} not in ('awaiting payment', 'cancelled'))`,
    ),
    check(
      'orders_refunded_in_full',
      sql`(${table.state} = 'refunded') = (${table.paidAmount} > 0 and ${table.refundedAmount} = ${table.paidAmount})`,
    ),
  ],
);

/** Everything that happened to an order, in order and without gaps; never changed. */
export const orderEvents = pgTable(
  'order_events',
  {
    orderId: uuidOf('order_id', () => orders.id),
    number: integer('number').notNull(),
    transition: text('transition', { enum: ['accept', ...ORDER_EVENT_NAMES] }).notNull(),
    fromState: text('from_state', { enum: ORDER_STATES }),
    toState: text('to_state', { enum: ORDER_STATES }).notNull(),
    actor: text('actor', { enum: ACTORS }).notNull(),
    memberId: memberId('member_id'),
    /** The key of a program, by its name, where no person did it. */
    program: text('program'),
    at: instant('at').notNull(),
    /** In words, where there is something to say. */
    why: text('why'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.number] }),
    index('order_events_at').on(table.at),
    check('order_events_number', sql`${table.number} > 0`),
    check('order_events_actor', oneOf(table.actor, ACTORS)),
    check('order_events_program', hasLength(table.program, PROGRAM_MAX_LENGTH)),
    check('order_events_why', hasLength(table.why, MESSAGE_MAX_LENGTH)),
  ],
);

/** What was delivered, each time, with the files that name it. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuidOf('order_id', () => orders.id),
    /** The event it came with. */
    event: integer('event').notNull(),
    message: text('message').notNull(),
    memberId: memberId('member_id'),
    createdAt: instant('created_at').notNull(),
    /** When it was due: what came after that was late. */
    dueAt: instant('due_at').notNull(),
  },
  (table) => [
    index('deliveries_created').on(table.createdAt),
    unique('deliveries_event').on(table.orderId, table.event),
    // What its files refer to: a delivery of another order carries none of them.
    unique('deliveries_of_order').on(table.id, table.orderId),
    check('deliveries_message', hasLength(table.message, MESSAGE_MAX_LENGTH)),
  ],
);

/** What a buyer asked to have back, and what was decided. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuidOf('order_id', () => orders.id),
    ground: text('ground', { enum: REFUND_GROUND_IDS }).notNull(),
    /** Null once it was erased. */
    explanation: text('explanation'),
    askedAt: instant('asked_at').notNull(),
    /** Until when the team has promised an answer. */
    dueAt: instant('due_at').notNull(),
    decidedAt: instant('decided_at'),
    outcome: text('outcome', { enum: ['refused', 'part', 'full'] }),
    reply: text('reply'),
  },
  (table) => [
    // One is decided at a time.
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

/** Money that came in, booked or held; a payment has one row however often it is told of. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null where it names no order of ours. */
    orderId: uuid('order_id').references(() => orders.id),
    way: text('way', { enum: WAYS }).notNull(),
    /** As the provider names it, or the reference of whoever marked it as paid. */
    reference: text('reference').notNull(),
    amount: money('amount').notNull(),
    /** Any currency: what was held may have come in one that we do not have. */
    currency: text('currency').notNull(),
    state: text('state', { enum: ['booked', 'held', 'returned'] }).notNull(),
    /** Why it is held. */
    heldBecause: text('held_because'),
    memberId: memberId('member_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    // By hand a reference is what somebody typed.
    uniqueIndex('payments_reference')
      .on(table.way, table.reference)
      .where(sql`${table.way} <> 'link'`),
    uniqueIndex('payments_booked')
      .on(table.orderId)
      .where(sql`${table.state} = 'booked'`),
    index('payments_order').on(table.orderId),
    index('payments_held')
      .on(table.createdAt)
      .where(sql`${table.state} = 'held'`),
    check('payments_amount', sql`${table.amount} > 0`),
    check('payments_way', oneOf(table.way, WAYS)),
    check('payments_reference_length', hasLength(table.reference, 255)),
    check(
      'payments_held_because',
      sql`(${table.state} = 'booked') = (${table.heldBecause} is null)`,
    ),
  ],
);

/** Money that goes back: by the provider, by hand, or as credit; decided here or made at the provider. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id').references(() => orders.id),
    /** What it is taken from; none for what becomes credit. */
    paymentId: uuid('payment_id').references(() => payments.id),
    way: text('way', { enum: [...WAYS, 'credit'] }).notNull(),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    /** 'due' until the provider has accepted the request, 'sent' until the provider knows the outcome. */
    state: text('state', { enum: REFUND_STATES }).notNull(),
    source: text('source', { enum: REFUND_SOURCES }).notNull().default('team'),
    /** As the provider names it; null until it has answered. */
    reference: text('reference'),
    /** A refused request is sent again under another idempotency key: this number is part of the key. */
    attempt: integer('attempt').notNull().default(1),
    /** What the provider said when it refused, or when the bank sent the money back. */
    problem: text('problem'),
    /** How often the provider was asked for the status, and when to ask again. */
    checks: integer('checks').notNull().default(0),
    checkAt: instant('check_at'),
    memberId: memberId('member_id'),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (table) => [
    index('refunds_order').on(table.orderId),
    index('refunds_payment').on(table.paymentId),
    uniqueIndex('refunds_reference')
      .on(table.way, table.reference)
      .where(sql`${table.way} in ('stripe', 'paypal')`),
    index('refunds_check')
      .on(table.checkAt)
      .where(sql`${table.checkAt} is not null`),
    check('refunds_amount', sql`${table.amount} > 0`),
    check('refunds_state', oneOf(table.state, REFUND_STATES)),
    check('refunds_source', oneOf(table.source, REFUND_SOURCES)),
    check('refunds_attempt', sql`${table.attempt} > 0`),
    check('refunds_done', sql`(${table.state} = 'done') = (${table.doneAt} is not null)`),
    check('refunds_reference', hasLength(table.reference, 255)),
    check('refunds_problem', hasLength(table.problem, REASON_MAX_LENGTH)),
  ],
);

/** A payment that its buyer disputes at their bank or at the payment service. */
export const disputes = pgTable(
  'payment_disputes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    paymentId: uuidOf('payment_id', () => payments.id),
    way: text('way', { enum: WAYS }).notNull(),
    /** As the provider names it. */
    reference: text('reference').notNull(),
    amount: money('amount').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: ['open', 'won', 'lost'] }).notNull(),
    /** The money that a lost dispute took. */
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

/** What somebody may spend: by confirmed address and currency, the oldest first, each unit once. */
export const credits = pgTable(
  'credits',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null once it was erased: nobody can spend it then. */
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
 * The books. A booking has two sides or more, and they add up to nothing in each currency: the
 * database refuses the commit of any other (`check_ledger_balance`), and every later change.
 */
export const ledger = pgTable(
  'ledger',
  {
    bookingId: uuid('booking_id').notNull(),
    side: integer('side').notNull(),
    /** What it is for: the same is booked once. */
    key: text('key').notNull(),
    account: text('account').notNull(),
    /** More than nothing comes into the account, less goes out of it. */
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

/** Pages of a provider on which an order is being paid: one at a time, whatever is pressed how often. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuidOf('order_id', () => orders.id),
    way: text('way', { enum: WAYS }).notNull(),
    /** As the provider names it; null until it has answered. */
    reference: text('reference'),
    url: text('url'),
    amount: money('amount').notNull(),
    currency: currency(),
    state: text('state', { enum: PAGE_STATES }).notNull().default('open'),
    /** Why the last attempt on it failed; an open page may still be paid. */
    failure: text('failure', { enum: PAGE_FAILURES }),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    /** When the buyer came back from it. */
    returnedAt: instant('returned_at'),
    /** How often the provider was asked since then, when it last answered, and when to ask again. */
    checks: integer('checks').notNull().default(0),
    checkedAt: instant('checked_at'),
    checkAt: instant('check_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
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

/** What providers told, as it came, under the id they gave it; then booked. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    way: text('way', { enum: WAYS }).notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    body: text('body').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** When the clock last tried to book it; null before its first try. */
    triedAt: instant('tried_at'),
    bookedAt: instant('booked_at'),
    /** What was made of it. */
    outcome: text('outcome'),
  },
  (table) => [
    primaryKey({ columns: [table.way, table.eventId] }),
    index('payment_events_waiting')
      .on(table.triedAt, table.receivedAt)
      .where(sql`${table.bookedAt} is null`),
    check('payment_events_id', hasLength(table.eventId, 255)),
  ],
);

/** What a daily look at a provider found that the books do not say, or the other way round. */
export const differences = pgTable(
  'payment_differences',
  {
    way: text('way', { enum: WAYS }).notNull(),
    reference: text('reference').notNull(),
    /** In words, for whoever looks into it. */
    what: text('what').notNull(),
    foundAt: instant('found_at').notNull(),
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.way, table.reference] }),
    check('payment_differences_what', hasLength(table.what, REASON_MAX_LENGTH)),
  ],
);
