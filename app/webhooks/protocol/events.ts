import { msg, type Sentence } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { ORDER_EVENT_NAMES, ORDER_STATES } from '../../orders/protocol/transitions.ts';
import { described, instant, ordinal, stars, uuid } from '../../api/protocol/schemas.ts';

// Webhook events contain references but no texts, names or email addresses, because data that was sent cannot
// be erased. An admin can enable the text of messages (`contents.server.ts`).

const happenedAt = instant('When it happened');
const service = v.object({
  section: described('As in the API'),
  slug: described('As in the API'),
});
/** Added when the event is sent, because the number exists only after the commit. */
const eventNumber = v.optional(
  ordinal('Its number among the events of the installation: follow them at /api/v1/events'),
);
const conversationId = described('Names the conversation; it opens nothing by itself');

export const ConversationStarted = v.object({
  type: v.literal('conversation.started'),
  eventNumber,
  timestamp: happenedAt,
  data: v.object({
    conversationId,
    topic: described('What the visitor chose'),
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
    number: ordinal('Its place in the conversation: 1, 2, 3 … without gaps'),
    author: v.picklist(['visitor', 'agent']),
    message: v.optional(
      v.pipe(
        v.object({
          text: described('Empty where it was taken back meanwhile'),
          name: v.pipe(
            v.nullable(v.string()),
            v.description('Who of the team wrote it, or which program'),
          ),
          files: v.pipe(v.array(v.string()), v.description('The names of its files')),
        }),
        v.description('Only where an admin has said that this webhook gets what messages say'),
      ),
    ),
  }),
});

export const ReviewPosted = v.object({
  type: v.literal('review.posted'),
  eventNumber,
  timestamp: happenedAt,
  data: v.object({
    reviewId: uuid('Read it at /api/v1/reviews/{id}'),
    service,
    rating: v.nullable(stars),
  }),
});

export const OrderChanged = v.object({
  type: v.literal('order.changed'),
  eventNumber,
  timestamp: happenedAt,
  data: v.object({
    order: described('Its number; read it at /api/v1/orders/{number}'),
    event: ordinal('The number of what happened to it: 1, 2, 3 … without gaps'),
    transition: v.picklist(['accept', ...ORDER_EVENT_NAMES]),
    state: v.pipe(v.picklist(ORDER_STATES), v.description('What it is since')),
  }),
});

export const CataloguePublished = v.object({
  type: v.literal('catalogue.published'),
  eventNumber,
  timestamp: happenedAt,
  data: v.object({
    revision: ordinal('The number of the publication: 1, 2, 3 … without gaps'),
    entries: ordinal('How many services, groups and sections it changed'),
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
  'catalogue.published',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export const EVENT_NAMES: Readonly<Record<WebhookEvent['type'], Sentence>> = {
  'conversation.started': msg('A visitor starts a conversation'),
  'message.sent': msg('A visitor or an agent writes a message'),
  'review.posted': msg('Somebody posts a review'),
  'order.changed': msg('An order is placed, or its state changes'),
  'catalogue.published': msg('Changes of the catalogue are published'),
  'webhook.test': msg('An admin presses “Send a test”'),
};
