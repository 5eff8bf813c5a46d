import { msg, sourceOf } from '../../i18n/sentence.ts';
import * as v from 'valibot';
import { MESSAGE_KINDS } from '../../chat/protocol/views.ts';
import { ENTRY_STATES, INBOX_VIEWS } from '../../chat/protocol/entry-state.ts';
import { CONVERSATION_ID, MESSAGE_MAX_LENGTH, TOPIC_ID } from '../../chat/protocol/rules.ts';
import { eachVisitorField } from '../../chat/protocol/visitor-fields.ts';
import { text } from '../../platform/fields.ts';
import {
  count,
  cursor,
  described,
  instant,
  nextCursor,
  ordinal,
  stars,
  uuid,
  whole,
} from './schemas.ts';

// These schemas contain email addresses and messages, so they are served only to keys with a scope.

/** Keyed lists allow longer pages than the public ones. */
export const LONG_PAGE_MAX = 200;

const memberId = (description: string) =>
  v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/), v.description(description));
export const conversationId = v.pipe(
  v.string(),
  v.regex(CONVERSATION_ID),
  v.description(sourceOf(msg('ID of a conversation'))),
);

const longLimit = v.optional(
  whole(1, LONG_PAGE_MAX, sourceOf(msg('Maximum number of results'))),
  LONG_PAGE_MAX,
);

export const longPaging = { limit: longLimit, cursor };

/** Pagination by a number that never changes. */
const after = (description: string) => v.optional(whole(0, 999_999_999_999, description), 0);

const Person = v.object({ id: memberId('ID of the agent or admin'), name: v.string() });
export const Label = v.object({ id: uuid('ID of the label'), name: v.string() });

export const Conversation = v.object({
  id: conversationId,
  state: v.pipe(
    v.picklist(ENTRY_STATES),
    v.description('Status of the conversation; `waiting` while a visitor’s message is unanswered'),
  ),
  topic: v.object({
    id: described('ID of the topic; it stays the same if the topic is renamed'),
    name: described('Name of the topic when the visitor chose it'),
  }),
  language: described('Language in which the visitor started the conversation'),
  service: v.pipe(
    v.nullable(
      v.object({
        section: described('ID of the service’s section'),
        slug: described('Slug of the service within its section'),
        title: v.string(),
      }),
    ),
    v.description('The service whose page the chat was opened from'),
  ),
  assignee: v.pipe(
    v.nullable(Person),
    v.description('The assigned agent; null while in the queue'),
  ),
  visitor: v.object({
    id: uuid('ID of the visitor, shared by all conversations with the same email address'),
    email: described(
      'Email address that the visitor entered; `isConfirmed` tells whether it is verified',
    ),
    ...eachVisitorField((_, { description }) =>
      v.pipe(v.nullable(v.string()), v.description(description)),
    ),
    isConfirmed: v.pipe(
      v.boolean(),
      v.description('Whether the visitor has verified the email address in this browser'),
    ),
    labels: v.pipe(v.array(Label), v.description('Labels of the visitor')),
  }),
  labels: v.pipe(
    v.array(Label),
    v.description('Labels of this conversation, without the visitor’s labels'),
  ),
  lastNumber: count('Number of the newest message; 0 if there are no messages'),
  startedAt: instant('Time at which the conversation started'),
  lastMessageAt: v.nullable(instant('Time of the newest message')),
  firstAnsweredAt: v.nullable(instant('Time of the team’s first reply')),
  waitingSince: v.nullable(instant('Time at which the visitor began waiting for a reply')),
  snoozedUntil: v.nullable(instant('Time at which the snooze ends')),
  completedAt: v.nullable(instant('Time at which the conversation was resolved')),
  rating: v.nullable(
    v.object({
      score: stars,
      comment: v.nullable(v.string()),
    }),
  ),
});

/** The response to a change. Keys without `conversations:read` do not learn who the visitor is. */
export const ChangedConversation = v.partial(Conversation, ['visitor', 'rating']);

export const ConversationList = v.object({ data: v.array(Conversation), nextCursor });

export const Message = v.object({
  id: uuid('ID of the message'),
  clientId: uuid('ID that the sender generated for the message'),
  conversationId,
  number: ordinal('Number of the message in its conversation: 1, 2, 3 … without gaps'),
  author: v.object({
    side: v.picklist(['visitor', 'team']),
    agent: v.pipe(
      v.nullable(Person),
      v.description('The agent who sent the message, or on whose behalf it was sent'),
    ),
    program: v.pipe(
      v.nullable(v.string()),
      v.description('Name of the API key that sent the message; null if none did'),
    ),
  }),
  kind: v.picklist(MESSAGE_KINDS),
  text: described(
    'Text of the message; empty if the message was unsent, and a text version for cards',
  ),
  files: v.array(
    v.object({
      id: uuid('ID of the file'),
      name: v.string(),
      size: count('Size of the file in bytes'),
      type: described('Media type of the file'),
    }),
  ),
  isRemoved: v.pipe(v.boolean(), v.description('Whether the sender has unsent the message')),
  createdAt: instant('Time at which the message was sent'),
});

const more = v.pipe(
  v.boolean(),
  v.description(
    'Whether there are more messages; request them with `after` set to the last number',
  ),
);

export const MessageList = v.object({ data: v.array(Message), more });

export const Note = v.object({
  id: uuid('ID of the note'),
  conversationId,
  author: v.object({ agent: v.nullable(Person), program: v.nullable(v.string()) }),
  text: v.string(),
  createdAt: instant('Time at which the note was written'),
});

export const NoteList = v.object({ data: v.array(Note), nextCursor });

export const EVENT_KINDS = [
  'conversation.started',
  'conversation.assigned',
  'conversation.snoozed',
  'conversation.woken',
  'conversation.resolved',
  'conversation.reopened',
  'conversation.labelled',
  'conversation.deleted',
  'message.sent',
  'message.removed',
  'note.written',
  'visitor.changed',
  'label.changed',
  'order.changed',
  'order.commented',
  'milestone.changed',
  'invoice.changed',
  'subscription.changed',
  'catalogue.published',
  'review.posted',
] as const;

export const Event = v.object({
  number: ordinal('Number of the event: 1, 2, 3 … in commit order, shared by all events'),
  type: v.picklist(EVENT_KINDS),
  at: instant('Time at which the event occurred'),
  subject: described(
    'Identifier of the affected object: the ID of the conversation, visitor, label, review or invoice, the number of the order or subscription, the number of the order and the position of the milestone (`E-1001/1`), or the revision of the catalogue',
  ),
  message: v.optional(
    v.pipe(
      v.nullable(Message),
      v.description(
        'Current state of the message, for message events; null if the message is no longer stored',
      ),
    ),
  ),
  note: v.optional(
    v.pipe(
      v.nullable(Note),
      v.description('The note, for `note.written`; null if the note is no longer stored'),
    ),
  ),
  orderEvent: v.optional(
    count('Number of the event within the order’s history, for `order.changed`'),
  ),
  comment: v.optional(uuid('ID of the comment, for `order.commented`')),
});

export const EventList = v.object({
  data: v.pipe(
    v.array(Event),
    v.description('Events between `after` and `next` that the key’s scopes cover, in order'),
  ),
  next: count('Number to send as `after` in the next request'),
  newest: count('Number of the newest event; equal to `next` if there are no more events'),
});

export const Desk = v.object({
  agents: v.array(
    v.object({
      id: memberId('ID of the agent'),
      name: v.string(),
      isConnected: v.pipe(v.boolean(), v.description('Whether the agent is online')),
    }),
  ),
  teams: v.array(v.object({ id: uuid('ID of the team'), name: v.string() })),
  labels: v.array(Label),
});

export const conversationPath = v.object({ id: conversationId });

export const conversationFilters = v.object({
  view: v.optional(
    v.pipe(
      v.picklist(INBOX_VIEWS),
      v.description(
        sourceOf(msg('The same views as in the inbox; waiting conversations are also open')),
      ),
    ),
  ),
  topic: v.optional(
    v.pipe(v.string(), v.regex(TOPIC_ID), v.description(sourceOf(msg('ID of a topic')))),
  ),
  label: v.optional(uuid(sourceOf(msg('ID of a label on the conversation or its visitor')))),
  assignee: v.optional(memberId(sourceOf(msg('ID of the assigned agent; `nobody` for the queue')))),
  ...longPaging,
});

export const messagesQuery = v.object({
  after: after(sourceOf(msg('Messages with a higher number'))),
  limit: longLimit,
});

export const eventsQuery = v.object({
  after: after(sourceOf(msg('Events with a higher number: `next` from the previous response'))),
  newest: v.optional(
    v.pipe(
      v.picklist(['true']),
      v.description(
        sourceOf(
          msg(
            'No events, only the newest number: read it before the lists, to know where to start',
          ),
        ),
      ),
    ),
  ),
  limit: longLimit,
});

const clientId = uuid(
  'Idempotency key: generate a UUID for each message or note, and send the same UUID when you retry',
);
const written = v.pipe(
  text(MESSAGE_MAX_LENGTH),
  v.description('Text of the message, as displayed to the visitor'),
);

export const Reply = v.strictObject({
  clientId,
  text: written,
  agentId: v.optional(
    memberId('ID of the agent whose name the visitor sees; the name of the key by default'),
  ),
});

export const NoteToWrite = v.strictObject({
  clientId,
  text: v.pipe(
    text(MESSAGE_MAX_LENGTH),
    v.description(
      'Text of the note, visible only to the team; @ and a name notifies a team member',
    ),
  ),
});

const handOverNote = v.optional(
  v.pipe(text(MESSAGE_MAX_LENGTH), v.description('Private note for the new assignee')),
);

export const Assignment = v.variant('to', [
  v.strictObject({
    to: v.literal('agent'),
    id: memberId('ID of the agent'),
    note: handOverNote,
  }),
  v.strictObject({ to: v.literal('team'), id: uuid('ID of the team'), note: handOverNote }),
  v.strictObject({ to: v.literal('queue'), note: handOverNote }),
]);

export const Snooze = v.strictObject({
  until: v.pipe(
    v.nullable(v.pipe(v.string(), v.isoTimestamp(), v.maxLength(40))),
    v.description(
      'Time at which the snooze ends, if the visitor does not write earlier; null ends the snooze immediately',
    ),
  ),
});

export const LabelChange = v.strictObject({
  labelId: uuid('ID of the label'),
  on: v.pipe(v.boolean(), v.description('Whether to add (`true`) or remove (`false`) the label')),
  of: v.optional(
    v.pipe(
      v.picklist(['conversation', 'visitor']),
      v.description('Object to label; a label on the visitor applies to all their conversations'),
    ),
    'conversation',
  ),
});
