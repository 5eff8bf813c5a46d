import { msg } from '../../i18n/translate.ts';
import { readMessagesAt } from '../../chat/server/read/read-messages.server.ts';
import { readNotesOf } from '../../chat/server/read/read-notes.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { readEventsAfter, type EventRow } from '../../platform/events/read-events.server.ts';
import {
  type Event,
  EVENT_KINDS,
  EventList,
  eventsQuery,
} from '../protocol/conversation-schemas.ts';
import { describeMessage, describeNote } from './describe.ts';
import { keyedOperation, type Answer, type KeyedOperation } from './operation.ts';
import { ApiProblem } from './problem.ts';
import { API_PATH } from '../protocol/rules.ts';
import { SAMPLE_EVENTS } from './samples.ts';
import type { Scope } from '../protocol/scopes.ts';

export const EVENT_OPERATIONS: readonly KeyedOperation[] = [
  keyedOperation({
    id: 'listEvents',
    method: 'GET',
    path: `${API_PATH}/events`,
    scope: 'conversations:read',
    orScopes: ['orders:read', 'invoices:read', 'subscriptions:read', 'catalogue:read'],
    title: msg('Follow events'),
    description: msg(
      'For keys with conversations:read, orders:read, invoices:read, subscriptions:read or catalogue:read; each key receives only the events its scopes cover. All events share one sequence of numbers, in commit order. No event becomes visible before one with a lower number, so a client that continues after the highest number it has misses nothing and receives nothing twice. Store `next` together with your results from `data`, and request again immediately while `next` is lower than `newest`. Events the key has no scope for are left out of `data`, so numbers can be missing. Events are kept for 90 days: a client that returns later, or after a backup was restored, gets 410 and starts again with the lists.',
    ),
    query: eventsQuery,
    answer: EventList,
    example: `${API_PATH}/events?after=40`,
    sample: SAMPLE_EVENTS,
    async run({ db }, { after, newest, limit }, { scopes }) {
      const page = await readEventsAfter(db, after, limit);
      if (newest === 'true') return { data: [], next: page.newest, newest: page.newest };
      // Event numbers have no gaps, so a gap means that the next event was deleted.
      const isNext = (page.events[0]?.number ?? page.newest + 1) === after + 1;
      if (!isNext) {
        throw new ApiProblem(
          'events-gone',
          `'after' must be from ${page.oldest - 1} to ${page.newest}. Read the lists again, then continue with after=${page.newest}.`,
        );
      }
      const readable = page.events.filter(({ type }) => mayFollow(scopes, type));
      return {
        data: await describeEvents(db, readable),
        next: page.events.at(-1)?.number ?? after,
        newest: page.newest,
      };
    },
  }),
];

/** The scope that reads an event, by the first part of its type. Types that are not listed are public. */
const SCOPE_OF: Readonly<Record<string, Scope | undefined>> = {
  conversation: 'conversations:read',
  message: 'conversations:read',
  note: 'conversations:read',
  visitor: 'conversations:read',
  label: 'conversations:read',
  order: 'orders:read',
  milestone: 'orders:read',
  invoice: 'invoices:read',
  subscription: 'subscriptions:read',
  catalogue: 'catalogue:read',
};

type Kind = (typeof EVENT_KINDS)[number];
const isKnown = (type: string): type is Kind => (EVENT_KINDS as readonly string[]).includes(type);

function mayFollow(scopes: readonly Scope[], type: string): boolean {
  const scope = SCOPE_OF[type.split('.')[0] ?? ''];
  return isKnown(type) && (scope === undefined || scopes.includes(scope));
}

/** Adds the current contents of messages and notes. Unsent or erased ones are omitted. */
async function describeEvents(
  db: Database,
  rows: readonly EventRow[],
): Promise<Answer<typeof Event>[]> {
  const messageKeys = rows.flatMap(({ type, subject, position }) =>
    type.startsWith('message.') && position !== null
      ? [{ conversationId: subject, number: position }]
      : [],
  );
  const noteIds = rows.flatMap(({ type, part }) =>
    type === 'note.written' && part !== null ? [part] : [],
  );
  const messages = new Map(
    (await readMessagesAt(db, messageKeys)).map((each) => [
      `${each.conversationId} ${each.number}`,
      describeMessage(each),
    ]),
  );
  const notes = new Map(
    (await readNotesOf(db, noteIds)).map((each) => [each.id, describeNote(each)]),
  );
  return rows.flatMap(({ number, type, at, subject, position, part }) => {
    if (!isKnown(type)) return [];
    return [
      {
        number,
        type,
        at: at.toISOString(),
        subject,
        ...(type.startsWith('message.')
          ? { message: messages.get(`${subject} ${position}`) ?? null }
          : {}),
        ...(type === 'note.written' ? { note: notes.get(part ?? '') ?? null } : {}),
        ...(type === 'order.commented' && part !== null ? { comment: part } : {}),
        ...(type === 'order.changed' && position !== null ? { orderEvent: position } : {}),
      },
    ];
  });
}
