import * as v from 'valibot';
import { ACTORS, ORDER_STATES, TRANSITION_NAMES } from '../../orders/protocol/transitions.ts';
import { REFUND_GROUND_IDS } from '../../orders/protocol/refunds.ts';
import { MESSAGE_MAX_LENGTH, REASON_MAX_LENGTH, REFERENCE_MAX_LENGTH } from '../../orders/rules.ts';
import { MAX_AMOUNT } from '../../orders/protocol/money.ts';
import { text } from '../../platform/fields.ts';
import { count, described, instant, nextCursor, paging, whole } from '../protocol/schemas.ts';

// The representation of orders for programs with a key. It never contains the secret of the buyer's page.

const amount = (what: string) => count(`${what}, in the smallest unit of the currency`);

const order = {
  number: described('E- and digits'),
  state: v.picklist(ORDER_STATES),
  currency: described('ISO 4217'),
  amount: amount('The price'),
  creditAmount: amount('What of it a credit pays'),
  refundedAmount: amount('What was given back'),
  buyer: v.pipe(
    v.nullable(v.string()),
    v.description('The confirmed email address; null once it was erased'),
  ),
  conversationId: v.pipe(
    v.nullable(v.string()),
    v.description('Where it was agreed; it opens nothing by itself'),
  ),
  createdAt: instant('When the offer was accepted'),
};

export const Order = v.object({
  ...order,
  title: described('What was ordered, in a line'),
  paidAmount: amount('What was paid, credit included'),
  lastEvent: count('The number of its newest event'),
  updatedAt: instant('When its state changed last'),
});

export const OrderList = v.object({ data: v.array(Order), nextCursor });

export const OrderDetail = v.object({
  ...order,
  may: v.pipe(
    v.array(v.picklist(TRANSITION_NAMES)),
    v.description('What a program can do with it now'),
  ),
  lines: v.array(
    v.object({
      title: v.string(),
      path: v.pipe(v.nullable(v.string()), v.description('The page of the service')),
      quantity: count('How many'),
      unitAmount: amount('Of one of them'),
    }),
  ),
  note: v.nullable(v.string()),
  deliveryDays: count('Agreed'),
  revisions: count('Agreed'),
  revisionsUsed: count('Asked for so far'),
  questions: v.pipe(v.array(v.string()), v.description('What is needed from the buyer')),
  brief: v.pipe(v.nullable(v.array(v.string())), v.description('The buyer’s answers to them')),
  paidAt: v.nullable(instant('When it was paid')),
  completedAt: v.nullable(instant('When it was completed')),
  due: v.pipe(
    v.nullable(
      v.object({
        what: v.picklist(['payment', 'delivery', 'acceptance', 'refund']),
        day: described('The last day, by the shop’s clocks'),
        isLate: v.boolean(),
      }),
    ),
    v.description('What runs now; null where nothing does'),
  ),
  deliveries: v.array(
    v.object({ message: v.string(), at: instant('When it was delivered'), wasLate: v.boolean() }),
  ),
  refund: v.pipe(
    v.nullable(
      v.object({
        ground: v.picklist(REFUND_GROUND_IDS),
        explanation: v.nullable(v.string()),
        askedAt: instant('When it was asked for'),
        outcome: v.nullable(v.picklist(['refused', 'part', 'full'])),
        reply: v.nullable(v.string()),
      }),
    ),
    v.description('The newest request'),
  ),
  events: v.pipe(
    v.array(
      v.object({
        number: count('1, 2, 3 … without gaps'),
        event: described('What happened, in words'),
        at: instant('When'),
        actor: v.picklist(ACTORS),
        by: v.pipe(v.nullable(v.string()), v.description('Who of the team, or which key')),
        why: v.nullable(v.string()),
      }),
    ),
    v.description('Everything that happened to it, in order'),
  ),
});

/** The response to a transition. Keys without `orders:read` do not learn what the buyer wrote. */
export const ChangedOrder = v.partial(OrderDetail, ['buyer', 'brief', 'refund', 'events']);

const reply = text(MESSAGE_MAX_LENGTH);
const reference = v.optional(text(REFERENCE_MAX_LENGTH), '');
const refundMethod = v.pipe(
  v.picklist(['method', 'credit']),
  v.description('Back to where the money came from, or as credit'),
);

export const OrderStep = v.variant('transition', [
  v.strictObject({
    transition: v.literal('pay'),
    reference: v.pipe(text(REFERENCE_MAX_LENGTH), v.description('Under which the money arrived')),
  }),
  v.strictObject({
    transition: v.literal('cancel'),
    why: v.optional(text(REASON_MAX_LENGTH)),
  }),
  v.strictObject({
    transition: v.literal('deliver'),
    message: v.pipe(reply, v.description('What is delivered, and where the buyer finds it')),
  }),
  v.strictObject({
    transition: v.literal('refund'),
    way: refundMethod,
    reference,
    reply: v.optional(reply, ''),
  }),
  v.strictObject({
    transition: v.literal('settle-refund'),
    amount: whole(
      0,
      MAX_AMOUNT,
      'In the smallest unit, less than what was paid; 0 refuses the refund',
    ),
    way: v.optional(refundMethod, 'method'),
    reference,
    reply: v.pipe(reply, v.description('What the buyer is told')),
  }),
]);

export const orderPath = v.object({
  number: v.pipe(v.string(), v.regex(/^E-\d{1,9}$/), v.description('Number of an order')),
});

export const orderFilters = v.object({
  state: v.optional(v.pipe(v.picklist(ORDER_STATES), v.description('Orders with this status'))),
  updatedSince: v.optional(
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.maxLength(40),
      v.description(
        'Orders that changed at this time or later. Start a few minutes before the last change you saw, because changes still being written have an earlier time',
      ),
    ),
  ),
  ...paging,
});
