import { Label } from '../protocol/conversation-schemas.ts';
import { msg, sourceOf } from '../../i18n/sentence.ts';
import * as v from 'valibot';
import { ACTORS, ORDER_STATES, TRANSITION_NAMES } from '../../orders/protocol/transitions.ts';
import { MILESTONE_COUNT } from '../../orders/protocol/milestone-terms.ts';
import { MILESTONE_STATES } from '../../orders/protocol/milestone-transitions.ts';
import { REFUND_GROUND_IDS } from '../../orders/protocol/refunds.ts';
import { MESSAGE_MAX_LENGTH, REASON_MAX_LENGTH, REFERENCE_MAX_LENGTH } from '../../orders/rules.ts';
import { MAX_AMOUNT } from '../../orders/protocol/money.ts';
import { text } from '../../platform/fields.ts';
import {
  count,
  described,
  instant,
  nextCursor,
  ordinal,
  paging,
  uuid,
  whole,
} from '../protocol/schemas.ts';

// The representation of orders for programs with a key. It never contains the secret of the buyer's page.

const amount = (what: string) => count(`${what}, in the smallest unit of the currency`);

const position = ordinal('Position of the milestone in the order: 1, 2, 3 … without gaps');
export const ofMilestone = v.pipe(
  v.nullable(position),
  v.description('Position of the milestone; null for an order without milestones'),
);

const order = {
  number: described('Number of the order: `E-` followed by digits'),
  state: v.picklist(ORDER_STATES),
  currency: described('Three-letter ISO 4217 currency code'),
  amount: amount('Total price'),
  taxAmount: amount('Part of the price that is tax'),
  creditAmount: amount('Part of the price paid with credit'),
  refundedAmount: amount('Amount refunded so far'),
  buyer: v.pipe(
    v.nullable(v.string()),
    v.description('Verified email address of the buyer; null after it was erased'),
  ),
  conversationId: v.pipe(
    v.nullable(v.string()),
    v.description('ID of the conversation in which the order was agreed; it grants no access'),
  ),
  createdAt: instant('Time at which the offer was accepted'),
};

export const Order = v.object({
  ...order,
  title: described('One-line summary of the order'),
  paidAmount: amount('Amount paid, including credit'),
  lastEvent: count('Number of the order’s newest event'),
  updatedAt: instant('Time at which the order last changed'),
});

export const OrderList = v.object({ data: v.array(Order), nextCursor });

const colleague = v.object({ id: described('ID of the team member'), name: v.string() });

export const OrderDetail = v.object({
  ...order,
  company: v.pipe(
    v.nullable(v.string()),
    v.description('Name of the company that the order is for; null for a private order'),
  ),
  owner: v.pipe(
    v.nullable(colleague),
    v.description(
      'Owner of the order: the chosen one, or else the agent of the conversation; null if there is neither',
    ),
  ),
  isOwnerChosen: v.pipe(
    v.boolean(),
    v.description('False while the owner is the agent of the conversation'),
  ),
  assignees: v.pipe(v.array(colleague), v.description('Team members who work on the order')),
  labels: v.pipe(v.array(Label), v.description('Labels of the order')),
  checklist: v.pipe(
    v.array(
      v.object({
        id: uuid('ID of the step'),
        title: v.string(),
        isShown: v.pipe(v.boolean(), v.description('Whether the buyer sees the step')),
        dueOn: v.pipe(
          v.nullable(v.string()),
          v.description('Due day in the shop’s time zone; null if there is none'),
        ),
        isLate: v.boolean(),
        assignee: v.nullable(colleague),
        done: v.pipe(
          v.nullable(
            v.object({
              at: instant('Time at which the step was done'),
              by: v.pipe(
                v.nullable(v.string()),
                v.description('Name of the team member; null for an API key or a former member'),
              ),
            }),
          ),
          v.description('Null while the step is not done'),
        ),
      }),
    ),
    v.description('Steps of the work in their order; empty before work starts'),
  ),
  may: v.pipe(
    v.array(v.picklist(TRANSITION_NAMES)),
    v.description('Transitions that are available through the API in the current status'),
  ),
  lines: v.array(
    v.object({
      title: v.string(),
      path: v.pipe(
        v.nullable(v.string()),
        v.description('Path of the service’s page; null if there is none'),
      ),
      quantity: count('Quantity ordered'),
      unitAmount: amount('Price per unit'),
      serviceId: v.optional(uuid('ID of the service that was ordered')),
      package: v.optional(described('Name of the service’s package')),
      tax: v.optional(
        v.pipe(
          v.object({
            kind: v.picklist(['rate', 'reverse-charge']),
            country: described('Country of the buyer'),
            name: v.string(),
            rate: count(
              'Rate in thousandths of a percent; that of the seller for a reverse charge',
            ),
            isIncluded: v.boolean(),
            base: amount('Taxable amount'),
            amount: amount('Tax; zero for a reverse charge'),
            removed: v.optional(amount('Tax that a reverse charge took out of the price')),
          }),
          v.description('Tax of the line; missing if none applies'),
        ),
      ),
      discount: v.optional(amount('Share of the coupon’s discount; the price does not contain it')),
      options: v.optional(
        v.array(
          v.object({
            id: described('ID of the service’s option'),
            title: v.string(),
            quantity: count('Quantity of the option'),
            amount: amount('Price of all units of the option'),
          }),
        ),
      ),
    }),
  ),
  milestones: v.pipe(
    v.array(
      v.object({
        position,
        title: v.string(),
        amount: amount('Amount that is paid for the milestone, with tax and after the discount'),
        taxAmount: amount('Part of the amount that is tax'),
        days: count('Agreed delivery time in days'),
        state: v.picklist(MILESTONE_STATES),
        isCurrent: v.pipe(
          v.boolean(),
          v.description('True for the first milestone that is neither accepted nor refunded'),
        ),
        refundedAmount: amount('Amount refunded so far'),
        revisionsUsed: count('Number of revisions requested so far'),
        fundedAt: v.nullable(instant('Time at which the milestone was paid')),
        acceptedAt: v.nullable(instant('Time at which the delivery was accepted')),
      }),
    ),
    v.description('Milestones in their order; empty for an order that is paid in one sum'),
  ),
  payable: v.pipe(
    v.nullable(v.object({ milestone: ofMilestone, amount: amount('Amount due, after credit') })),
    v.description('What can be paid now; null if nothing is due'),
  ),
  coupon: v.pipe(
    v.nullable(
      v.object({
        code: described('Code of the coupon when the order was made'),
        discount: amount('Discount of all lines together'),
      }),
    ),
    v.description('Coupon of the order; null if there is none. `amount` is after the discount'),
  ),
  buyerCountry: v.pipe(
    v.nullable(v.string()),
    v.description('Country of the buyer for tax; null if tax was off'),
  ),
  taxNumber: v.pipe(
    v.nullable(v.string()),
    v.description('Tax number of the buyer; null if there is none or it was erased'),
  ),
  isTaxNumberVerified: v.pipe(
    v.boolean(),
    v.description('Whether a team member has marked the tax number as verified'),
  ),
  note: v.nullable(v.string()),
  deliveryDays: count('Agreed delivery time in days'),
  revisions: count('Agreed number of revisions'),
  revisionsUsed: count('Number of revisions requested so far'),
  questions: v.pipe(v.array(v.string()), v.description('Questions for the buyer')),
  brief: v.pipe(
    v.nullable(v.array(v.string())),
    v.description(
      'The buyer’s answers to `questions`, in the same order; null if not yet answered or erased',
    ),
  ),
  answerEdits: v.pipe(
    v.array(
      v.object({
        number: count('Number of the change: 1, 2, 3 … without gaps'),
        question: v.string(),
        author: v.picklist(['buyer', 'team']),
        by: v.pipe(
          v.nullable(v.string()),
          v.description('Name of the team member or API key responsible; null if neither'),
        ),
        at: instant('Time of the change'),
        before: v.pipe(v.string(), v.description('The previous answer; empty if there was none')),
        after: v.pipe(v.string(), v.description('The new answer; empty if there is none')),
      }),
    ),
    v.description('Changes of the brief after it was complete, oldest first'),
  ),
  paidAt: v.nullable(instant('Time at which the order was paid')),
  completedAt: v.nullable(instant('Time at which the order was completed')),
  due: v.pipe(
    v.nullable(
      v.object({
        what: v.picklist(['payment', 'delivery', 'acceptance', 'refund']),
        day: described('Date of the deadline in the shop’s time zone'),
        isLate: v.boolean(),
        isAtRisk: v.pipe(
          v.boolean(),
          v.description('True in the last two days before the deadline'),
        ),
      }),
    ),
    v.description('The current deadline; null if there is none'),
  ),
  deliveries: v.array(
    v.object({
      milestone: ofMilestone,
      message: v.string(),
      at: instant('Time of the delivery'),
      wasLate: v.boolean(),
    }),
  ),
  refund: v.pipe(
    v.nullable(
      v.object({
        milestone: ofMilestone,
        ground: v.picklist(REFUND_GROUND_IDS),
        explanation: v.nullable(v.string()),
        askedAt: instant('Time at which the refund was requested'),
        outcome: v.nullable(v.picklist(['refused', 'part', 'full'])),
        reply: v.nullable(v.string()),
      }),
    ),
    v.description('The most recent refund request; null if there is none'),
  ),
  events: v.pipe(
    v.array(
      v.object({
        number: count('Number of the event in the order’s history: 1, 2, 3 … without gaps'),
        milestone: ofMilestone,
        event: described('Description of the event'),
        at: instant('Time at which the event occurred'),
        actor: v.picklist(ACTORS),
        by: v.pipe(
          v.nullable(v.string()),
          v.description('Name of the team member or API key responsible; null if neither'),
        ),
        why: v.nullable(v.string()),
      }),
    ),
    v.description('History of the order, oldest event first'),
  ),
});

/** The response to a transition. Keys without `orders:read` do not learn what the buyer wrote or who works on it. */
export const ChangedOrder = v.partial(OrderDetail, [
  'buyer',
  'company',
  'owner',
  'assignees',
  'labels',
  'checklist',
  'brief',
  'answerEdits',
  'refund',
  'events',
]);

const reply = text(MESSAGE_MAX_LENGTH);
const reference = v.optional(text(REFERENCE_MAX_LENGTH), '');
const refundMethod = v.pipe(
  v.picklist(['method', 'credit']),
  v.description(
    'Refund method: `method` for the original payment method, `credit` for store credit',
  ),
);

const milestone = v.optional(
  v.pipe(
    whole(1, MILESTONE_COUNT.most, 'Position of the milestone'),
    v.description('Position of the milestone; required for an order with milestones'),
  ),
);

export const OrderStep = v.variant('transition', [
  v.strictObject({
    transition: v.picklist(['pay', 'pay-milestone']),
    milestone,
    reference: v.pipe(text(REFERENCE_MAX_LENGTH), v.description('Reference of the payment')),
  }),
  v.strictObject({
    transition: v.picklist(['cancel', 'withdraw']),
    why: v.optional(text(REASON_MAX_LENGTH)),
  }),
  v.strictObject({
    transition: v.literal('deliver'),
    message: v.pipe(
      reply,
      v.description('Message to the buyer: what is delivered and where to find it'),
    ),
  }),
  v.strictObject({
    transition: v.picklist(['refund', 'refund-milestone']),
    milestone,
    way: refundMethod,
    reference,
    reply: v.optional(reply, ''),
  }),
  v.strictObject({
    transition: v.literal('settle-refund'),
    amount: whole(
      0,
      MAX_AMOUNT,
      'Amount to refund in the smallest unit of the currency, less than the amount paid; 0 refuses the refund',
    ),
    way: v.optional(refundMethod, 'method'),
    reference,
    reply: v.pipe(reply, v.description('Message to the buyer')),
  }),
]);

export const orderPath = v.object({
  number: v.pipe(
    v.string(),
    v.regex(/^E-\d{1,9}$/),
    v.description(sourceOf(msg('Number of an order'))),
  ),
});

export const orderFilters = v.object({
  state: v.optional(
    v.pipe(v.picklist(ORDER_STATES), v.description(sourceOf(msg('Orders with this status')))),
  ),
  updatedSince: v.optional(
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.maxLength(40),
      v.description(
        sourceOf(
          msg(
            'Orders that changed at this time or later. Start a few minutes before the last change you saw, because changes still being written have an earlier time',
          ),
        ),
      ),
    ),
  ),
  ...paging,
});
