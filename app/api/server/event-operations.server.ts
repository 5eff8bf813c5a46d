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
    orScopes: ['orders:read', 'catalogue:read'],
    title: msg('Follow what happens'),
    description: msg(
      'For keys with conversations:read, orders:read or catalogue:read, each as far as its scopes go. One number over everything, in the order in which it was committed: none is ever visible before a lower one, so whoever goes on after the highest they hold misses nothing and gets nothing twice. Keep `next` together with what you made of `data`, and ask again at once while it is below `newest`. Numbers of what the key is not for are left out of `data`. Kept for 90 days: who comes later, or after a backup was restored, is answered 410 and begins again with the lists.',
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
          `Events can be followed from ${page.oldest - 1} to ${page.newest}. Read the lists again, then follow from ${page.newest} on.`,
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
        ...(type === 'order.changed' && position !== null ? { orderEvent: position } : {}),
      },
    ];
  });
}
