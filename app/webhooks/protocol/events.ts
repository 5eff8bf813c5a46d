import { msg, type Sentence } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { MILESTONE_STATES } from '../../orders/protocol/milestone-transitions.ts';
import { INVOICE_STATES } from '../../orders/protocol/order-view.ts';
import {
  FIRST_EVENTS,
  ORDER_EVENT_NAMES,
  ORDER_STATES,
} from '../../orders/protocol/transitions.ts';
import {
  SUBSCRIPTION_STATES,
  SUBSCRIPTION_TRANSITION_NAMES,
} from '../../orders/protocol/subscription-transitions.ts';
import { described, instant, ordinal, stars, uuid } from '../../api/protocol/schemas.ts';

// Webhook events contain references but no texts, names or email addresses, because data that was sent cannot
// be erased. An admin can enable the text of messages for an endpoint.

const happenedAt = instant('Time at which the event occurred');
const service = v.object({
  section: described('ID of the service’s section'),
  slug: described('Slug of the service within its section'),
});
/** Added when the event is sent, because the number exists only after the commit. */
const eventNumber = v.optional(ordinal('Number of the event in the list at /api/v1/events'));
const conversationId = described('ID of the conversation; it grants no access');

export const ConversationStarted = v.object({
  type: v.literal('conversation.started'),
  eventNumber,
  timestamp: happenedAt,
  data: v.object({
    conversationId,
    topic: described('Name of the topic that the visitor chose'),
    service: v.pipe(
      v.nullable(service),
      v.description('The service whose page the chat was opened from'),
    ),
  }),
});

export const MessageSent = v.object({
  type: v.literal('message.sent'),
  eventNumber,
  timestamp: happenedAt,
  data: v.object({
    conversationId,
    number: ordinal('Number of the message in its conversation: 1, 2, 3 … without gaps'),
    author: v.picklist(['visitor', 'agent']),
    message: v.optional(
      v.pipe(
        v.object({
          text: described('Text of the message; empty if the message was unsent in the meantime'),
          name: v.pipe(
            v.nullable(v.string()),
            v.description('Name of the agent or API key that sent the message; null for visitors'),
          ),
          files: v.pipe(v.array(v.string()), v.description('Names of the attached files')),
        }),
        v.description(
          'Contents of the message; only if an admin has enabled message texts for this webhook',
        ),
      ),
    ),
  }),
});

export const ReviewPosted = v.object({
  type: v.literal('review.posted'),
  eventNumber,
  timestamp: happenedAt,
  data: v.object({
    reviewId: uuid('ID of the review, available at /api/v1/reviews/{id}'),
    service,
    rating: v.nullable(stars),
  }),
});

export const OrderChanged = v.object({
  type: v.literal('order.changed'),
  eventNumber,
  timestamp: happenedAt,
  data: v.object({
    order: described('Number of the order, available at /api/v1/orders/{number}'),
    event: ordinal('Number of the event in the order’s history: 1, 2, 3 … without gaps'),
    transition: v.picklist([...FIRST_EVENTS, ...ORDER_EVENT_NAMES]),
    state: v.pipe(v.picklist(ORDER_STATES), v.description('Status of the order after the event')),
  }),
});

export const OrderCommented = v.object({
  type: v.literal('order.commented'),
  eventNumber,
  timestamp: happenedAt,
  data: v.object({
    order: described('Number of the order, available at /api/v1/orders/{number}'),
    comment: uuid('ID of the comment or reply, listed at /api/v1/orders/{number}/comments'),
    author: v.picklist(['buyer', 'team']),
  }),
});

export const MilestoneChanged = v.object({
  type: v.literal('milestone.changed'),
  eventNumber,
  timestamp: happenedAt,
  data: v.object({
    order: described('Number of the order, available at /api/v1/orders/{number}'),
    milestone: ordinal('Position of the milestone in the order: 1, 2, 3 … without gaps'),
    event: ordinal('Number of the event in the order’s history'),
    state: v.pipe(
      v.picklist(MILESTONE_STATES),
      v.description('State of the milestone after the event'),
    ),
  }),
});

export const InvoiceChanged = v.object({
  type: v.literal('invoice.changed'),
  eventNumber,
  timestamp: happenedAt,
  data: v.object({
    invoice: uuid('ID of the invoice or credit note, available at /api/v1/invoices/{id}'),
    kind: v.picklist(['invoice', 'credit-note']),
    number: described('Number of the invoice or credit note'),
    order: described('Number of its order'),
    state: v.pipe(
      v.picklist(INVOICE_STATES),
      v.description('State of the document; a credit note is always `credited`'),
    ),
  }),
});

export const SubscriptionChanged = v.object({
  type: v.literal('subscription.changed'),
  eventNumber,
  timestamp: happenedAt,
  data: v.object({
    subscription: described('Number of the subscription, such as S-1001'),
    event: ordinal('Number of the event in the subscription’s history: 1, 2, 3 … without gaps'),
    transition: v.picklist(['place', 'import', ...SUBSCRIPTION_TRANSITION_NAMES]),
    state: v.pipe(
      v.picklist(SUBSCRIPTION_STATES),
      v.description('State of the subscription after the event'),
    ),
  }),
});

export const CataloguePublished = v.object({
  type: v.literal('catalogue.published'),
  eventNumber,
  timestamp: happenedAt,
  data: v.object({
    revision: ordinal('Revision of the catalogue: 1, 2, 3 … without gaps'),
    entries: ordinal('Number of services, groups and sections that changed'),
  }),
});

export const WebhookTest = v.object({
  type: v.literal('webhook.test'),
  timestamp: happenedAt,
  data: v.object({ message: v.string() }),
});

export const EVENT_SCHEMAS = [
  ConversationStarted,
  MessageSent,
  ReviewPosted,
  OrderChanged,
  OrderCommented,
  MilestoneChanged,
  InvoiceChanged,
  SubscriptionChanged,
  CataloguePublished,
  WebhookTest,
] as const;

export type WebhookEvent = v.InferOutput<(typeof EVENT_SCHEMAS)[number]>;

/** The types that an admin can select. A test is always delivered. */
export const EVENT_TYPES = [
  'conversation.started',
  'message.sent',
  'review.posted',
  'order.changed',
  'order.commented',
  'milestone.changed',
  'invoice.changed',
  'subscription.changed',
  'catalogue.published',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export const EVENT_NAMES: Readonly<Record<WebhookEvent['type'], Sentence>> = {
  'conversation.started': msg('A visitor starts a conversation'),
  'message.sent': msg('A visitor or agent sends a message'),
  'review.posted': msg('Someone posts a review'),
  'order.changed': msg('An order is placed or its status changes'),
  'order.commented': msg('Someone comments on a delivered file'),
  'milestone.changed': msg('A milestone is paid, delivered, accepted or refunded'),
  'invoice.changed': msg('An invoice or credit note is issued, paid or voided'),
  'subscription.changed': msg('A subscription is ordered or its state changes'),
  'catalogue.published': msg('Catalogue changes are published'),
  'webhook.test': msg('An admin clicks “Send a test”'),
};
