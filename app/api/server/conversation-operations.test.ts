import { beforeEach, describe, expect, test } from 'vitest';
import { apiOf, type AskedOfApi } from '../../../tests/support/api.ts';
import { VISITORS } from '../../../tests/support/cast.ts';
import {
  hire,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../tests/support/database.ts';
import { order, createOrderContext } from '../../../tests/support/orders.ts';
import {
  auditOf,
  cookieOf,
  employ,
  NOBODY,
  teamServices,
  tracedBy,
} from '../../../tests/support/team.ts';
import { TEST_ORIGIN } from '../../../tests/support/team.ts';
import { visit } from '../../../tests/support/visit.ts';
import { eraseVisitor } from '../../chat/server/privacy/erase-visitor.server.ts';
import { readLabels, saveLabel } from '../../chat/server/contacts/manage-labels.server.ts';
import { unsendMessage } from '../../chat/server/messages/unsend-message.server.ts';
import { conversationNotes } from '../../chat/server/messages/tables.server.ts';
import { rememberBrowser } from '../../chat/server/messages/visitor-browser.server.ts';
import { conversations, visitorMessages } from '../../chat/server/tables.server.ts';
import { forVisitor, type MessageView } from '../../chat/protocol/views.ts';
import { change } from '../../platform/change/change.server.ts';
import { RateLimiter } from '../../platform/rate-limit.ts';
import { readRatingSummaries } from '../../reviews/server/read-rating-summaries.server.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import type { ApiDesk } from './answer-api.server.ts';
import { readApiKeys, revokeApiKey } from './api-keys.server.ts';
import { CONVERSATION_OPERATIONS } from './conversation-operations.server.ts';
import { CachedAnswers } from './cached-answers.server.ts';
import { SCOPES } from '../protocol/scopes.ts';

const store = useDatabase();
let clock: TestClock;
let desk: ApiDesk;
let told: ReturnType<typeof recordingPublisher>;
let henrik: Member;
let maya: Member;
/** A key with every scope. */
let key: string;

const api = apiOf(() => desk);
const ask = (path: string, sent?: unknown, more: Omit<AskedOfApi, 'sent'> = {}) =>
  api.ask(key, `/api/v1${path}`, { ...more, sent });

beforeEach(async () => {
  clock = new TestClock();
  told = recordingPublisher();
  henrik = await hire(store.db, 'henrik');
  maya = await hire(store.db, 'maya');
  desk = {
    ...createOrderContext(store.db, clock),
    chat: told.publisher,
    takePublication: () => Promise.resolve(),
    limits: new RateLimiter(clock),
    ratings: { read: () => readRatingSummaries(store.db) },
    answers: new CachedAnswers(clock, 0),
  };
  key = await api.keyFor(henrik, 'CRM', ...SCOPES);
});

interface Listed {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly nextCursor: string | null;
}

async function list(query: string): Promise<Listed> {
  const { status, body } = await ask(`/conversations${query}`);
  expect([query, status]).toEqual([query, 200]);
  expect(await api.deviations('listConversations', 200, body)).toEqual([]);
  return body as unknown as Listed;
}

const idsOf = ({ data }: Listed) => data.map(({ id }) => id);

/** Reads all events after a number, page by page, like a client does. */
async function follow(after = 0, by = key, limit = 200) {
  const seen: Record<string, unknown>[] = [];
  for (let next = after; ;) {
    const path = `/api/v1/events?after=${next}&limit=${limit}`;
    const { status, body } = await api.ask(by, path);
    expect(status).toBe(200);
    expect(await api.deviations('listEvents', 200, body)).toEqual([]);
    seen.push(...(body.data as Record<string, unknown>[]));
    const before = next;
    next = Number(body.next);
    if (next === before) return seen;
  }
}

const typesOf = (events: readonly Record<string, unknown>[]) => events.map(({ type }) => type);

describe('conversations', () => {
  test('are listed from the newest back by view, topic, label and who has them', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    clock.advance(1000);
    const priya = await visit(store.db, VISITORS.priya, clock);
    clock.advance(1000);
    const daniel = await visit(store.db, VISITORS.daniel, clock);
    await priya.sendText('Hello?');
    await saveLabel(desk, tracedBy(henrik), { name: 'Rush', colour: 'red' });
    const [label] = await readLabels(store.db);
    await ask(`/conversations/${elena.id}/labels`, { labelId: label?.id, on: true });
    await ask(`/conversations/${daniel.id}/labels`, {
      labelId: label?.id,
      on: true,
      of: 'visitor',
    });
    await ask(`/conversations/${daniel.id}/resolve`, undefined, { method: 'POST' });
    const until = new Date(clock.now().getTime() + 3_600_000).toISOString();
    await ask(`/conversations/${elena.id}/snooze`, { until });

    expect(idsOf(await list(''))).toEqual([daniel.id, priya.id, elena.id]);
    expect(idsOf(await list('?view=open'))).toEqual([priya.id]);
    expect(idsOf(await list('?view=waiting'))).toEqual([priya.id]);
    expect(idsOf(await list('?view=snoozed'))).toEqual([elena.id]);
    expect(idsOf(await list('?view=resolved'))).toEqual([daniel.id]);
    expect(idsOf(await list(`?label=${label?.id}`))).toEqual([daniel.id, elena.id]);
    expect(idsOf(await list(`?label=${crypto.randomUUID()}`))).toEqual([]);
    expect(idsOf(await list('?assignee=maya&view=open'))).toEqual([priya.id]);
    expect(idsOf(await list('?assignee=nobody'))).toEqual([]);
    expect(idsOf(await list('?topic=sales'))).toHaveLength(3);
    expect(idsOf(await list('?topic=orders'))).toEqual([]);
    expect((await ask('/conversations?topic=%00')).status).toBe(400);
    const { body } = await ask(`/conversations/${daniel.id}`);
    expect(await api.deviations('getConversation', 200, body)).toEqual([]);
    expect(body).toMatchObject({
      state: 'resolved',
      assignee: { id: 'maya', name: 'Maya Okafor' },
      visitor: { email: VISITORS.daniel, isConfirmed: false, labels: [{ name: 'Rush' }] },
      labels: [],
    });
  });

  test('are paged by a cursor that what happens meanwhile does not shift', async () => {
    const visitors = [];
    for (let count = 0; count < 5; count += 1) {
      visitors.push(await visit(store.db, `visitor-${count}@northfold.example`, clock));
      // Every second pair has the same timestamp, so that the order needs a tie-breaker.
      if (count % 2 === 0) clock.advance(1000);
    }
    const first = await list('?limit=2');
    await visitors[0]!.sendText('I write at last');
    clock.advance(1000);
    await visit(store.db, VISITORS.priya, clock);
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);
    const third = await list(`?limit=2&cursor=${second.nextCursor}`);
    const seen = [first, second, third].flatMap(idsOf);
    expect(seen).toHaveLength(visitors.length);
    expect(new Set(seen)).toEqual(new Set(visitors.map(({ id }) => id)));
    expect(third.nextCursor).toBeNull();
    for (const [query, parameter] of [
      ['?limit=201', 'limit'],
      ['?limit=0', 'limit'],
      ['?view=lost', 'view'],
      ['?label=rush', 'label'],
      ['?cursor=WyJ4IiwieSJd', 'cursor'],
      ['?assignee=../x', 'assignee'],
      ['?colour=red', 'colour'],
    ]) {
      const { status, body } = await ask(`/conversations${query}`);
      expect([query, status, body.parameter]).toEqual([query, 400, parameter]);
    }
  });

  test('are read with their messages from a number on, and never with a note among them', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    await elena.sendText('How much?');
    await elena.answer(maya, '300 dollars');
    await ask(`/conversations/${elena.id}/notes`, {
      clientId: crypto.randomUUID(),
      text: 'They always ask twice',
    });
    const read = async (query: string) => {
      const { body } = await ask(`/conversations/${elena.id}/messages${query}`);
      expect(await api.deviations('listMessages', 200, body)).toEqual([]);
      return body as { data: Record<string, unknown>[]; more: boolean };
    };
    expect(await read('?limit=1')).toMatchObject({
      data: [{ number: 1, author: { side: 'visitor', agent: null }, text: 'How much?' }],
      more: true,
    });
    const rest = await read('?after=1');
    expect(rest).toMatchObject({
      data: [{ number: 2, author: { side: 'team', agent: { id: 'maya' }, program: null } }],
      more: false,
    });
    expect(JSON.stringify(await read(''))).not.toContain('ask twice');
    expect(await read('?after=999999999999')).toEqual({ data: [], more: false });
    const notes = await ask(`/conversations/${elena.id}/notes`);
    expect(await api.deviations('listNotes', 200, notes.body)).toEqual([]);
    expect(notes.body.data).toMatchObject([
      { text: 'They always ask twice', author: { agent: null, program: 'CRM' } },
    ]);
  });
});

describe('an answer', () => {
  test('counts as the team’s, says who, and is written down once however often it is sent', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    await elena.sendText('Anybody there?');
    const reply = { clientId: crypto.randomUUID(), text: 'We are. How can we help?' };
    const path = `/conversations/${elena.id}/messages`;
    const sent = await Promise.all([ask(path, reply), ask(path, reply), ask(path, reply)]);
    for (const { status, body } of sent) {
      expect(status).toBe(200);
      expect(body).toEqual(sent[0].body);
      expect(await api.deviations('sendMessage', 200, body)).toEqual([]);
    }
    expect(sent[0].body).toMatchObject({
      number: 2,
      author: { side: 'team', agent: null, program: 'CRM' },
    });
    expect(await store.db.select().from(visitorMessages)).toHaveLength(2);
    const [row] = await store.db.select().from(conversations);
    expect(row).toMatchObject({ waitingSince: null, firstAnsweredAt: clock.now() });
    expect(await auditOf(store.db, 'conversation-answered')).toMatchObject([
      { actorEmail: 'API key ‘CRM’', subjectId: elena.id, detail: 'message 2' },
    ]);
    const published = told.events.filter(({ name }) => name === 'message');
    expect(published).toHaveLength(1);
    const { message } = published[0]!.event as { message: MessageView };
    expect(forVisitor(message)).toMatchObject({ agentName: 'CRM', agentId: null });
    expect(forVisitor(message)).not.toHaveProperty('program');

    const other = await ask(path, { ...reply, text: 'Something else' });
    expect([other.status, other.body.type]).toEqual([409, expect.stringContaining('#conflict')]);
  });

  test('goes out in the name of an agent who is there, and of nobody else', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    await elena.sendText('Anybody there?');
    const path = `/conversations/${elena.id}/messages`;
    const as = (agentId: string) =>
      ask(path, { clientId: crypto.randomUUID(), text: 'Good morning', agentId });
    expect((await as('maya')).body).toMatchObject({
      author: { side: 'team', agent: { id: 'maya', name: 'Maya Okafor' }, program: 'CRM' },
    });
    await hire(store.db, 'leo', { status: 'suspended' });
    for (const nobody of ['leo', 'somebody']) {
      const { status, body } = await as(nobody);
      expect([nobody, status, body.parameter]).toEqual([nobody, 400, 'agentId']);
    }
    expect(await store.db.select().from(visitorMessages)).toHaveLength(2);
  });

  test('is refused where it is half-written, empty, too long or no visitor’s message’s repeat', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    const said = await elena.sendText('Same words');
    const path = `/conversations/${elena.id}/messages`;
    const clientId = crypto.randomUUID();
    for (const [reply, status] of [
      [{ clientId, text: 'Dear {name}' }, 400],
      [{ clientId, text: '/greet you' }, 400],
      [{ clientId, text: ' \u200B ' }, 400],
      [{ clientId, text: 'x'.repeat(20_000) }, 400],
      [{ clientId, text: 'Hello', side: 'visitor' }, 400],
      [{ clientId: 'one', text: 'Hello' }, 400],
      [{ text: 'Hello' }, 400],
      ['nonsense', 400],
      // The client id of a visitor's message does not count as a repeated answer.
      [{ clientId: said.clientId, text: 'Same words' }, 409],
    ] as const) {
      const answer = await ask(path, reply);
      expect([reply, answer.status]).toEqual([reply, status]);
      expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
      expect(await api.deviations('sendMessage', status, answer.body)).toEqual([]);
    }
    expect(await store.db.select().from(visitorMessages)).toHaveLength(1);
  });
});

describe('the rest of the desk’s work', () => {
  test('a note is written once, tells whom it names, and reaches no visitor', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    await elena.sendText('Hello');
    const note = { clientId: crypto.randomUUID(), text: 'Ask @Maya Okafor: draft an offer?' };
    const path = `/conversations/${elena.id}/notes`;
    const [one, two] = [await ask(path, note), await ask(path, note)];
    expect(await api.deviations('writeNote', 200, one.body)).toEqual([]);
    expect(two.body).toEqual(one.body);
    expect(await store.db.select().from(conversationNotes)).toHaveLength(1);
    expect(told.events.filter(({ name }) => name === 'mentioned')).toMatchObject([{ to: 'maya' }]);
    expect(told.events.filter(({ name }) => name === 'message')).toEqual([]);
    expect(await auditOf(store.db, 'conversation-noted')).toHaveLength(1);
    expect((await ask(path, { ...note, text: 'Other' })).status).toBe(409);
  });

  test('a visitor is given to a person, a team’s person or the queue, under the name of the key', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    await elena.sendText('Hello');
    await hire(store.db, 'leo');
    const path = `/conversations/${elena.id}/assignment`;
    const given = await ask(path, { to: 'agent', id: 'leo', note: 'They asked for Leo' });
    expect(await api.deviations('assignConversation', 200, given.body)).toEqual([]);
    expect(given.body).toMatchObject({ assignee: { id: 'leo' } });
    expect(await auditOf(store.db, 'visitor-handed-over')).toMatchObject([
      { actorEmail: 'API key ‘CRM’', detail: 'Maya Okafor → Leo Marchetti' },
    ]);
    expect(await store.db.select().from(conversationNotes)).toMatchObject([
      { text: 'They asked for Leo', program: 'CRM', authorId: null },
    ]);
    expect((await ask(path, { to: 'agent', id: 'somebody' })).status).toBe(400);
    expect((await ask(path, { to: 'team', id: crypto.randomUUID() })).status).toBe(404);
    expect((await ask(path, { to: 'agent' })).status).toBe(400);
    // The queue assigns the visitor to anybody but the previous agent.
    expect((await ask(path, { to: 'queue' })).body).toMatchObject({ assignee: { id: 'maya' } });
  });

  test('snoozing, resolving, reopening and labels are as at the desk, and twice is like once', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    await elena.sendText('Hello');
    const on = (what: string, sent?: unknown) =>
      ask(`/conversations/${elena.id}/${what}`, sent, { method: 'POST' });
    const until = new Date(clock.now().getTime() + 60_000).toISOString();
    expect((await on('snooze', { until })).body).toMatchObject({
      state: 'snoozed',
      snoozedUntil: until,
    });
    expect((await on('snooze', { until: null })).body).toMatchObject({ state: 'waiting' });
    for (const wrong of [
      '2026-06-12T09:00:00Z',
      '2199-01-01T00:00:00Z',
      'tomorrow',
      '0000-01-01T00:00:00Z',
    ]) {
      expect([wrong, (await on('snooze', { until: wrong })).status]).toEqual([wrong, 400]);
    }
    expect((await on('resolve')).body).toMatchObject({ state: 'resolved', waitingSince: null });
    expect((await on('resolve')).status).toBe(200);
    expect((await on('snooze', { until })).status).toBe(409);
    expect((await on('reopen')).body).toMatchObject({ state: 'waiting' });
    expect((await on('reopen')).status).toBe(200);
    expect((await on('labels', { labelId: crypto.randomUUID(), on: true })).status).toBe(404);
    expect(await auditOf(store.db, 'conversation-resolved')).toHaveLength(1);
    expect(await auditOf(store.db, 'conversation-reopened')).toHaveLength(1);
    expect(await auditOf(store.db, 'conversation-snoozed')).toHaveLength(2);
    const { body } = await ask('/desk');
    expect(await api.deviations('getDesk', 200, body)).toEqual([]);
    expect(body.agents).toMatchObject([{ id: 'maya', name: 'Maya Okafor' }]);
  });
});

describe('nobody else gets in', () => {
  test('a key that may write and not read is not told whom it serves', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    await elena.sendText('Hello');
    const writer = await api.keyFor(henrik, 'Resolver', 'messages:write');
    const told = await api.ask(writer, `/api/v1/conversations/${elena.id}/resolve`, {
      method: 'POST',
    });
    expect(told.status).toBe(200);
    expect(await api.deviations('resolveConversation', 200, told.body)).toEqual([]);
    expect(JSON.stringify(told.body)).not.toContain(VISITORS.elena);
  });

  test('a visitor’s cookie and an agent’s session open none of it', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    const { setCookie } = await rememberBrowser(store.db, clock, TEST_ORIGIN);
    const services = teamServices(store.db);
    await employ(store.db, services, 'ines');
    const session = await cookieOf(store.db, services, 'ines');
    for (const cookie of [setCookie.split(';')[0] ?? '', session]) {
      for (const { path, method } of CONVERSATION_OPERATIONS) {
        clock.advance(2000);
        const sent = method === 'POST' ? '{}' : undefined;
        const headers = { Cookie: cookie, Origin: 'https://shop.example' };
        const address = path.replace('{id}', elena.id);
        const { status, text } = await api.ask(undefined, address, { sent, headers });
        expect([address, status]).toEqual([address, 401]);
        expect(text).not.toContain(VISITORS.elena);
      }
    }
    expect(await store.db.select().from(visitorMessages)).toEqual([]);
  });

  test('an id that is guessed, erased or no id is answered 404, whatever is asked of it', async () => {
    const bodies: Readonly<Record<string, unknown>> = {
      sendMessage: { clientId: crypto.randomUUID(), text: 'Hello' },
      writeNote: { clientId: crypto.randomUUID(), text: 'Hello' },
      labelConversation: { labelId: crypto.randomUUID(), on: true },
      assignConversation: { to: 'queue' },
      snoozeConversation: { until: null },
    };
    const wrong = [`conv_1700000000000_${'a'.repeat(26)}`, 'conv_1', '%00', '..%2F', "'"];
    for (const { id, path, method } of CONVERSATION_OPERATIONS) {
      if (!path.includes('{id}')) continue;
      for (const guess of wrong) {
        const address = path.replace('{id}', guess).replace('/api/v1', '');
        const { status } = await ask(address, bodies[id], { method });
        expect([id, guess, status]).toEqual([id, guess, 404]);
      }
    }
  });

  test('a key that is revoked opens nothing from that moment on, and says when it was used', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    expect((await ask(`/conversations/${elena.id}`)).status).toBe(200);
    const [known] = await readApiKeys(store.db);
    expect(known?.lastUsedAt).toBe(clock.now().toISOString());
    await revokeApiKey(desk, tracedBy(henrik), known?.id ?? '');
    // Revocation works at once in every process, because keys are not cached.
    const path = `/conversations/${elena.id}/messages`;
    const late = await ask(path, { clientId: crypto.randomUUID(), text: 'Too late' });
    expect(late.status).toBe(401);
    expect((await ask('/events')).status).toBe(401);
    expect(await store.db.select().from(visitorMessages)).toEqual([]);
  });

  test('more than the key may ask in a minute waits as long as Retry-After says', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    for (let count = 0; count < 600; count += 1) await ask(`/conversations/${elena.id}`);
    const { status, headers } = await ask(`/conversations/${elena.id}`);
    expect(status).toBe(429);
    clock.advance(Number(headers.get('Retry-After')) * 1000);
    expect((await ask(`/conversations/${elena.id}`)).status).toBe(200);
  });
});

describe('what happens', () => {
  test('has one number, in order, with what was said as it is now', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    await elena.sendText('Hello');
    const answer = await elena.answer(maya, 'Wrong window');
    const note = { clientId: crypto.randomUUID(), text: 'Careful' };
    await ask(`/conversations/${elena.id}/notes`, note);
    const viewer = { kind: 'member', member: maya } as const;
    await unsendMessage(desk, tracedBy(maya), viewer, elena.id, answer.number);
    await ask(`/conversations/${elena.id}/resolve`, undefined, { method: 'POST' });
    await elena.sendText('One more thing');
    const seen = await follow(0, key, 3);
    expect(typesOf(seen)).toEqual([
      'conversation.started',
      'conversation.assigned',
      'message.sent',
      'message.sent',
      'note.written',
      'message.removed',
      'conversation.resolved',
      'message.sent',
      'conversation.reopened',
    ]);
    expect(seen.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(seen[2]).toMatchObject({ subject: elena.id, message: { number: 1, text: 'Hello' } });
    // An unsent message no longer appears in the events.
    expect(seen[3]).toMatchObject({ message: { number: 2, text: '', isRemoved: true } });
    expect(seen[4]).toMatchObject({ note: { text: 'Careful', author: { program: 'CRM' } } });
    expect(JSON.stringify(seen)).not.toContain('Wrong window');
    expect((await follow(8)).map(({ number }) => number)).toEqual([9]);
  });

  test('with somebody who was erased leaves their ids and the word that it is gone', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    await elena.sendText('My secret');
    const appContext = { ...desk, closeConversations() {} };
    await change(appContext, NOBODY, (tx, after) =>
      eraseVisitor(tx, after, appContext, VISITORS.elena),
    );
    const seen = await follow();
    expect(seen.at(-1)).toMatchObject({ type: 'conversation.deleted', subject: elena.id });
    expect(seen.find(({ type }) => type === 'message.sent')).toMatchObject({ message: null });
    expect(JSON.stringify(seen)).not.toMatch(/secret|northfold/);
  });

  test('is told as far as the scopes of the key go; the numbers of the rest are left out', async () => {
    await order(createOrderContext(store.db, clock));
    const orders = await api.keyFor(henrik, 'Books', 'orders:read');
    const talk = await api.keyFor(henrik, 'Talk', 'conversations:read');
    const [all, theirs, said] = [await follow(), await follow(0, orders), await follow(0, talk)];
    expect(new Set(typesOf(theirs))).toEqual(new Set(['order.changed']));
    expect(theirs[0]).toMatchObject({ subject: expect.stringMatching(/^E-/), orderEvent: 1 });
    expect(typesOf(said)).not.toContain('order.changed');
    expect(theirs.length + said.length).toBe(all.length);
    const notes = await api.keyFor(henrik, 'Bot', 'notes:write');
    expect((await api.ask(notes, '/api/v1/events')).status).toBe(403);
  });

  test('beyond what is kept, or after what there is, is answered 410 with where to begin again', async () => {
    const elena = await visit(store.db, VISITORS.elena, clock);
    await elena.sendText('Hello');
    const newest = (await follow()).length;
    const late = await ask(`/events?after=${newest + 1}`);
    expect([late.status, late.body.detail]).toEqual([
      410,
      expect.stringContaining(`after=${newest}.`),
    ]);
    expect(await api.deviations('listEvents', 410, late.body)).toEqual([]);
    await store.db.execute('delete from events where number <= 2');
    expect((await ask('/events?after=1')).status).toBe(410);
    expect((await ask('/events?after=2')).status).toBe(200);
  });
});
