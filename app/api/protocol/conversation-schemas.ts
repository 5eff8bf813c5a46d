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
  v.description('Of a conversation'),
);

const longLimit = v.optional(whole(1, LONG_PAGE_MAX, 'Maximum number of results'), LONG_PAGE_MAX);

export const longPaging = { limit: longLimit, cursor };

/** Pagination by a number that never changes. */
const after = (description: string) => v.optional(whole(0, 999_999_999_999, description), 0);

const Person = v.object({ id: memberId('Of the account'), name: v.string() });
export const Label = v.object({ id: uuid('Of the label'), name: v.string() });

export const Conversation = v.object({
  id: conversationId,
  state: v.pipe(
    v.picklist(ENTRY_STATES),
    v.description('Waiting while a visitor’s message is not answered'),
  ),
  topic: v.object({
    id: described('Stays when the topic is called something else'),
    name: described('As the visitor chose it'),
  }),
  language: described('In which the visitor began'),
  service: v.pipe(
    v.nullable(
      v.object({
        section: described('As in the catalogue'),
        slug: described('As in the catalogue'),
        title: v.string(),
      }),
    ),
    v.description('The service whose page the chat was opened from'),
  ),
  assignee: v.pipe(v.nullable(Person), v.description('Who has it; null in the queue')),
  visitor: v.object({
    id: uuid('Of the visitor: the same for all conversations of an address'),
    email: described('As it was typed; whether it is theirs says isConfirmed'),
    ...eachVisitorField((_, { description }) =>
      v.pipe(v.nullable(v.string()), v.description(description)),
    ),
    isConfirmed: v.pipe(
      v.boolean(),
      v.description('This browser has shown that it reads the address’s mail'),
    ),
    labels: v.array(Label),
  }),
  labels: v.pipe(v.array(Label), v.description('Of this conversation alone')),
  lastNumber: count('Of its newest message; 0 where nothing was said yet'),
  startedAt: instant('When it began'),
  lastMessageAt: v.nullable(instant('When the newest message was written')),
  firstAnsweredAt: v.nullable(instant('When the team first answered')),
  waitingSince: v.nullable(instant('Since when the visitor waits')),
  snoozedUntil: v.nullable(instant('Until when it is put aside')),
  completedAt: v.nullable(instant('When it was resolved')),
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
  id: uuid('Of this message'),
  clientId: uuid('The name its sender gave it'),
  conversationId,
  number: ordinal('Its place in the conversation: 1, 2, 3 … without gaps'),
  author: v.object({
    side: v.picklist(['visitor', 'team']),
    agent: v.pipe(v.nullable(Person), v.description('Who of the team, or in whose name')),
    program: v.pipe(v.nullable(v.string()), v.description('The key that sent it, where one did')),
  }),
  kind: v.picklist(MESSAGE_KINDS),
  text: described('Empty of one that was taken back; of a card the same in words'),
  files: v.array(
    v.object({
      id: uuid('Of the file'),
      name: v.string(),
      size: count('Bytes'),
      type: described('Of its bytes'),
    }),
  ),
  isRemoved: v.pipe(v.boolean(), v.description('It was taken back')),
  createdAt: instant('When it was written'),
});

const more = v.pipe(
  v.boolean(),
  v.description('Whether there is more: ask again after the last number'),
);

export const MessageList = v.object({ data: v.array(Message), more });

export const Note = v.object({
  id: uuid('Of this note'),
  conversationId,
  author: v.object({ agent: v.nullable(Person), program: v.nullable(v.string()) }),
  text: v.string(),
  createdAt: instant('When it was written'),
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
  'catalogue.published',
  'review.posted',
] as const;

export const Event = v.object({
  number: ordinal('Of the installation: 1, 2, 3 … in the order in which it was committed'),
  type: v.picklist(EVENT_KINDS),
  at: instant('When it happened'),
  subject: described(
    'What it happened to: the id of the conversation, visitor, label or review, the number of the order, the revision of the catalogue',
  ),
  message: v.optional(
    v.pipe(
      v.nullable(Message),
      v.description('Of message events, as it is now; null where it is no longer kept'),
    ),
  ),
  note: v.optional(
    v.pipe(v.nullable(Note), v.description('Of note.written; null where it is no longer kept')),
  ),
  orderEvent: v.optional(count('Of order.changed, the number of the order’s own event')),
});

export const EventList = v.object({
  data: v.pipe(
    v.array(Event),
    v.description('What the key may read of what happened between `after` and `next`, in order'),
  ),
  next: count('Send it as `after` for what follows, now or whenever you come back'),
  newest: count('The newest number there is: you are up to date where `next` is the same'),
});

export const Desk = v.object({
  agents: v.array(
    v.object({
      id: memberId('Of the account'),
      name: v.string(),
      isConnected: v.boolean(),
    }),
  ),
  teams: v.array(v.object({ id: uuid('Of the team'), name: v.string() })),
  labels: v.array(Label),
});

export const conversationPath = v.object({ id: conversationId });

export const conversationFilters = v.object({
  view: v.optional(
    v.pipe(
      v.picklist(INBOX_VIEWS),
      v.description('The same views as in the inbox; waiting conversations are also open'),
    ),
  ),
  topic: v.optional(v.pipe(v.string(), v.regex(TOPIC_ID), v.description('ID of a topic'))),
  label: v.optional(uuid('ID of a label on the conversation or its visitor')),
  assignee: v.optional(memberId('ID of the assigned agent; `nobody` for the queue')),
  ...longPaging,
});

export const messagesQuery = v.object({
  after: after('Messages with a higher number'),
  limit: longLimit,
});

export const eventsQuery = v.object({
  after: after('Events with a higher number: `next` of the answer before'),
  newest: v.optional(
    v.pipe(
      v.picklist(['true']),
      v.description(
        'No events, only the newest number: read it before the lists, to know where to start',
      ),
    ),
  ),
  limit: longLimit,
});

const clientId = uuid(
  'Make one for each thing you write, and send the same when you repeat it: it is written once',
);
const written = v.pipe(text(MESSAGE_MAX_LENGTH), v.description('As the visitor reads it'));

export const Reply = v.strictObject({
  clientId,
  text: written,
  agentId: v.optional(
    memberId('In whose name the visitor reads it; without, it is in the name of the key'),
  ),
});

export const NoteToWrite = v.strictObject({
  clientId,
  text: v.pipe(
    text(MESSAGE_MAX_LENGTH),
    v.description('For the team alone; @ and a name tells a colleague'),
  ),
});

const handOverNote = v.optional(
  v.pipe(text(MESSAGE_MAX_LENGTH), v.description('For whoever gets it; a private note')),
);

export const Assignment = v.variant('to', [
  v.strictObject({
    to: v.literal('agent'),
    id: memberId('Of the agent'),
    note: handOverNote,
  }),
  v.strictObject({ to: v.literal('team'), id: uuid('Of the team'), note: handOverNote }),
  v.strictObject({ to: v.literal('queue'), note: handOverNote }),
]);

export const Snooze = v.strictObject({
  until: v.pipe(
    v.nullable(v.pipe(v.string(), v.isoTimestamp(), v.maxLength(40))),
    v.description('Until then, or until the visitor writes; null brings it back at once'),
  ),
});

export const LabelChange = v.strictObject({
  labelId: uuid('Of the label'),
  on: v.pipe(v.boolean(), v.description('Whether it is put on or taken off')),
  of: v.optional(
    v.pipe(
      v.picklist(['conversation', 'visitor']),
      v.description('One of a visitor stays with them'),
    ),
    'conversation',
  ),
});
