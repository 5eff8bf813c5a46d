import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { Adapter } from 'socket.io-adapter';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CAST, VISITORS } from '../tests/support/cast.ts';
import { testMetrics } from '../tests/support/metrics.ts';
import { createChatContext, recordingPublisher, useDatabase } from '../tests/support/database.ts';
import { cookieOf, employ, teamServices, type TestServices } from '../tests/support/team.ts';
import type { ServerEvents } from '../app/chat/protocol/events.ts';
import { visitors } from '../app/chat/server/tables.server.ts';
import type { MentionView } from '../app/chat/protocol/mentions.ts';
import type {
  ConversationView,
  InboxEntry,
  MessageView,
  NoteView,
} from '../app/chat/protocol/views.ts';
import { newConversationId } from '../app/chat/protocol/rules.ts';
import { startConversation } from '../app/chat/server/messages/start-conversation.server.ts';
import { rememberBrowser } from '../app/chat/server/messages/visitor-browser.server.ts';
import { createLog } from '../app/platform/log.server.ts';
import { readSettings } from '../app/platform/settings.server.ts';
import { endSessions } from '../app/accounts/server/sessions/sessions.server.ts';
import { profiles } from '../app/accounts/server/tables.server.ts';
import type { OtherSockets } from './ask-processes.ts';
import { room } from './live-rooms.ts';
import { openRealtime, type Realtime } from './realtime.ts';
import { topic } from '../tests/support/topics.ts';

const store = useDatabase();

/** The listeners of each server event. A new event without a row fails the first test. */
const HEARD_BY = {
  message: ['visitor', 'agent', 'manager'],
  removed: ['visitor', 'agent', 'manager'],
  conversation: ['visitor'],
  entry: ['agent'],
  unassigned: ['agent'],
  place: ['visitor'],
  unattended: ['manager'],
  changed: ['manager', 'support'],
  note: ['agent', 'manager'],
  desk: ['manager'],
  orders: ['agent', 'manager'],
  person: ['agent', 'manager'],
  mentioned: ['agent'],
  read: ['agent'],
  seen: ['visitor', 'agent', 'manager'],
  presence: ['agent', 'manager'],
  typing: ['visitor', 'agent', 'manager'],
  writing: ['agent', 'manager'],
  // For everybody on a process that shuts down; tested below.
  comeBack: [],
  // For everybody on a process that may have missed an event; tested below.
  catchUp: [],
} as const satisfies Record<keyof ServerEvents, readonly Side[]>;

const SIDES = ['visitor', 'agent', 'manager', 'support'] as const;
type Side = (typeof SIDES)[number];

/** The events that clients may send, with the required permission. */
const SAID_WITH = {
  typing: 'write',
  writing: 'a session of the team that reads it',
  front: 'a session of the team',
} as const;

let http: HttpServer;
let realtime: Realtime;
let watched: ReturnType<typeof testMetrics>;
let services: TestServices;
let origin: string;
const sockets: Socket[] = [];

beforeEach(async () => {
  services = teamServices(store.db);
  watched = testMetrics();
  await open();
});

async function open(others?: OtherSockets): Promise<void> {
  http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  realtime = openRealtime(http, {
    secondFactorFor: () => 'nobody',
    db: store.db,
    auth: services.auth,
    settings: readSettings({ PUBLIC_ORIGIN: origin }),
    log: createLog('silent'),
    metrics: watched.metrics,
    others,
    onAgentsConnected: () => {},
    onQueueChanged: () => {},
  });
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await realtime.close();
});

function connect(auth: object, cookie: string, from = origin): Socket {
  const socket = io(origin, {
    path: '/live',
    transports: ['websocket'],
    auth,
    forceNew: true,
    reconnection: false,
    extraHeaders: { Cookie: cookie, Origin: from },
  });
  sockets.push(socket);
  return socket;
}

const connected = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('connected'));
    socket.on('connect_error', (error) => resolve(error.message));
  });

async function visitor(email: string) {
  const { clock } = services;
  const { browserId, setCookie } = await rememberBrowser(store.db, clock, origin);
  const id = newConversationId(clock.now());
  const start = { id, browserId, email, topic: topic('Sales Inquiry'), service: null } as const;
  await startConversation(
    createChatContext(store.db, clock, recordingPublisher().publisher),
    start,
  );
  return { id, cookie: setCookie.split(';')[0] ?? '' };
}

describe('a socket', () => {
  test('that comes in a crowd is asked about together with the others', async () => {
    const visitors = [];
    for (let n = 0; n < 30; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as they came
      visitors.push(await visitor(`visitor-${n}@visitors.example`));
    }
    const query = vi.spyOn(store.pool, 'query');
    const answers = await Promise.all([
      ...visitors.map(({ id, cookie }) =>
        connected(connect({ as: 'visitor', conversationId: id }, cookie)),
      ),
      connected(connect({ as: 'visitor', conversationId: visitors[0]!.id }, visitors[1]!.cookie)),
    ]);
    expect(answers.slice(0, -1)).toEqual(visitors.map(() => 'connected'));
    expect(answers.at(-1)).toBe('refused');
    await vi.waitFor(() => expect(query).toHaveBeenCalled());
    // Separate requests would need at least four queries each; on a busy machine the requests do
    // not all arrive together.
    expect(query.mock.calls.length).toBeLessThan(3 * visitors.length);
  });

  test('closing one tab leaves a visitor online who has another conversation open', async () => {
    await employ(store.db, services, 'maya');
    const first = await visitor(VISITORS.elena);
    const second = await visitor(VISITORS.elena);
    const agent = connect({ as: 'agent' }, await cookieOf(store.db, services, 'maya'));
    await connected(agent);
    const told: boolean[] = [];
    agent.on('presence', ({ isOnline }: { isOnline: boolean }) => told.push(isOnline));
    const tabs = [first, second].map(({ id, cookie }) =>
      connect({ as: 'visitor', conversationId: id }, cookie),
    );
    await Promise.all(tabs.map(connected));
    await vi.waitFor(() => expect(told).toHaveLength(2));
    tabs[0]?.disconnect();
    await vi.waitFor(() => expect(told).toHaveLength(3));
    expect(told).toEqual([true, true, true]);
    tabs[1]?.disconnect();
    await vi.waitFor(() => expect(told.at(-1)).toBe(false));
  });

  test('hears only the events of the table', () => {
    const source = readFileSync(new URL('../app/chat/protocol/events.ts', import.meta.url), 'utf8');
    const namesIn = (name: string) => {
      const body = new RegExp(`interface ${name} \\{(.*?)\\n\\}`, 's').exec(source)?.[1] ?? '';
      return [...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, event]) => event);
    };
    expect(new Set(namesIn('ServerEvents'))).toEqual(new Set(Object.keys(HEARD_BY)));
    expect(namesIn('ClientEvents')).toEqual(Object.keys(SAID_WITH));
    const server = readFileSync(new URL('./realtime.ts', import.meta.url), 'utf8');
    const handled = [...server.matchAll(/socket\.on\('(\w+)'/g)].map(([, event]) => event);
    expect(handled.filter((event) => event !== 'disconnect')).toEqual(Object.keys(SAID_WITH));
  });

  test('hears what concerns it, and strangers hear nothing', async () => {
    const maya = await employ(store.db, services, 'maya');
    const elena = await visitor(VISITORS.elena);
    await employ(store.db, services, 'leo');
    await employ(store.db, services, 'henrik');
    const priya = await visitor(VISITORS.priya);
    // Her agent is not connected, so that nobody hears of her.
    await store.db
      .update(visitors)
      .set({ agentId: (await employ(store.db, services, 'sam')).id })
      .where(eq(visitors.email, VISITORS.priya));
    const heard = Object.fromEntries(SIDES.map((side) => [side, new Set<string>()])) as Record<
      Side,
      Set<string>
    >;
    const overheard: string[] = [];
    const listen = async (socket: Socket, receive: (event: string) => void) => {
      socket.onAny(receive);
      await connected(socket);
      return socket;
    };
    const asElena = { as: 'visitor', conversationId: elena.id };
    const asPriya = { as: 'visitor', conversationId: priya.id };
    const agentSocket = connect({ as: 'agent' }, await cookieOf(store.db, services, 'maya'));
    await listen(agentSocket, (event) => heard.agent.add(event));
    const stranger = connect({ as: 'agent' }, await cookieOf(store.db, services, 'leo'));
    await listen(stranger, (event) => overheard.push(`leo: ${event}`));
    const manager = connect({ as: 'agent' }, await cookieOf(store.db, services, 'henrik'));
    await listen(manager, (event) => heard.manager.add(event));
    const other = connect(asPriya, priya.cookie);
    await listen(other, (event) => overheard.push(`another visitor: ${event}`));
    const visitorSocket = connect(asElena, elena.cookie);
    await listen(visitorSocket, (event) => heard.visitor.add(event));

    await employ(store.db, services, 'ines');
    await store.db
      .update(profiles)
      .set({ role: 'support' })
      .where(eq(profiles.email, CAST.ines.email));
    const support = connect({ as: 'agent' }, await cookieOf(store.db, services, 'ines'));
    await listen(support, (event) => heard.support.add(event));

    const { chat } = realtime;
    const about = { visitorId: 'visitor-1', conversationId: elena.id };
    chat.messageSaved({ ...about, message: {} as MessageView }, maya.id, performance.now());
    chat.messageRemoved({ ...about, message: {} as MessageView }, maya.id);
    chat.conversationChanged({ id: elena.id } as ConversationView);
    chat.entryChanged({} as InboxEntry, maya.id);
    chat.visitorUnassigned('visitor-1', maya.id);
    chat.visitorWaits('visitor-1');
    chat.noteSaved({ visitorId: 'visitor-1', note: {} as NoteView }, maya.id);
    chat.personChanged('visitor-1', maya.id);
    chat.mentioned({} as MentionView, maya.id);
    chat.deskChanged();
    chat.ordersChanged([maya.id]);
    chat.readByAgent({ ...about, number: 1 }, maya.id);
    chat.seenByAgent(elena.id, 1);
    chat.seenByVisitor(elena.id, 1, maya.id);
    chat.visitorUnattended({ ...about, email: VISITORS.elena });
    realtime.notifyQueuePositions([[elena.id]]);
    visitorSocket.emit('typing', { conversationId: elena.id });
    agentSocket.emit('typing', { conversationId: elena.id });
    const writing = { conversationId: elena.id, isNote: false, isOver: false };
    agentSocket.emit('writing', writing);
    visitorSocket.emit('writing', writing);

    for (const side of SIDES) {
      const expected = Object.entries(HEARD_BY).filter(([, sides]) =>
        sides.includes(side as never),
      );
      await expect.poll(() => heard[side]).toEqual(new Set(expected.map(([event]) => event)));
    }
    expect(overheard).toEqual([]);
  });

  test('of those who take from the queue hears what is said in it, and others do not', async () => {
    await employ(store.db, services, 'maya');
    await employ(store.db, services, 'sam');
    const heard: string[] = [];
    for (const name of ['maya', 'sam'] as const) {
      const socket = connect({ as: 'agent' }, await cookieOf(store.db, services, name));
      socket.onAny((event) => heard.push(`${name}: ${event}`));
      await connected(socket);
    }
    const about = { visitorId: 'visitor-1', conversationId: 'conversation-1' };
    realtime.chat.messageSaved({ ...about, message: {} as MessageView }, null, performance.now());
    realtime.chat.noteSaved({ visitorId: 'visitor-1', note: {} as NoteView }, null);
    realtime.chat.visitorWaits('visitor-1');
    await expect.poll(() => heard).toEqual(['sam: message', 'sam: note', 'sam: changed']);
  });

  test('of a stranger, of another’s conversation or from another site is refused', async () => {
    await employ(store.db, services, 'maya');
    const agentCookie = await cookieOf(store.db, services, 'maya');
    const elena = await visitor(VISITORS.elena);
    const priya = await visitor(VISITORS.priya);
    const asElena = { as: 'visitor', conversationId: elena.id };
    expect(await connected(connect(asElena, elena.cookie))).toBe('connected');
    expect(await connected(connect({ as: 'agent' }, agentCookie))).toBe('connected');
    expect(await connected(connect(asElena, priya.cookie))).toBe('refused');
    expect(await connected(connect(asElena, ''))).toBe('refused');
    expect(await connected(connect({ as: 'agent' }, elena.cookie))).toBe('refused');
    expect(await connected(connect({ as: 'admin' }, agentCookie))).toBe('refused');
    expect(await connected(connect({ __proto__: { as: 'agent' } }, agentCookie))).toBe('refused');
    const foreign = connect({ as: 'agent' }, agentCookie, 'https://evil.example');
    expect(await connected(foreign)).not.toBe('connected');
  });

  test('of a waiting or suspended account is refused', async () => {
    await employ(store.db, services, 'maya');
    const cookie = await cookieOf(store.db, services, 'maya');
    for (const status of ['waiting', 'suspended'] as const) {
      await store.db.update(profiles).set({ status });
      expect(await connected(connect({ as: 'agent' }, cookie))).toBe('refused');
    }
  });

  test('is closed with its session’s end and hears nothing afterwards', async () => {
    const maya = await employ(store.db, services, 'maya');
    const socket = connect({ as: 'agent' }, await cookieOf(store.db, services, 'maya'));
    await connected(socket);
    const heard: unknown[] = [];
    socket.onAny((...event) => heard.push(event));
    const closed = once(socket as never, 'disconnect', { signal: AbortSignal.timeout(20_000) });
    await endSessions(store.db, maya.id);
    realtime.closeMember(maya.id);
    await closed;
    realtime.chat.visitorUnassigned('visitor-1', maya.id);
    const again = connect({ as: 'agent' }, await cookieOf(store.db, services, 'maya'));
    const next = once(again as never, 'unassigned');
    await connected(again);
    realtime.chat.visitorUnassigned('visitor-2', maya.id);
    expect(await next).toEqual([{ visitorId: 'visitor-2' }]);
    expect(heard).toEqual([]);
  });

  test('whose session ends during the handshake is closed at once', async () => {
    const maya = await employ(store.db, services, 'maya');
    const cookie = await cookieOf(store.db, services, 'maya');
    const query = store.pool.query.bind(store.pool) as (...asked: unknown[]) => Promise<unknown>;
    const queryAndEnd = (...asked: unknown[]): unknown =>
      query(...asked).then(async (found) => {
        await endSessions(store.db, maya.id);
        return found;
      });
    vi.spyOn(store.pool, 'query').mockImplementationOnce(queryAndEnd);
    // No event reaches the server: it authorizes the socket again as soon as the socket can be
    // closed.
    const socket = connect({ as: 'agent' }, cookie);
    await once(socket as never, 'disconnect', { signal: AbortSignal.timeout(5000) });
    expect(socket.connected).toBe(false);
  });

  test('names the message that is typed as it will be published', async () => {
    await employ(store.db, services, 'maya');
    const agent = connect({ as: 'agent' }, await cookieOf(store.db, services, 'maya'));
    await connected(agent);
    const elena = await visitor(VISITORS.elena);
    const socket = connect({ as: 'visitor', conversationId: elena.id }, elena.cookie);
    await connected(socket);
    const clientId = 'ABCDEF01-2345-4678-89AB-CDEF01234567';
    const typed = once(agent as never, 'typing');
    socket.emit('typing', { conversationId: elena.id, clientId });
    expect(await typed).toEqual([
      { conversationId: elena.id, clientId: clientId.toLowerCase(), isAgent: false },
    ]);
  });

  test('of a visitor cannot type into another’s conversation', async () => {
    await employ(store.db, services, 'maya');
    const agent = connect({ as: 'agent' }, await cookieOf(store.db, services, 'maya'));
    await connected(agent);
    const elena = await visitor(VISITORS.elena);
    const priya = await visitor(VISITORS.priya);
    const socket = connect({ as: 'visitor', conversationId: elena.id }, elena.cookie);
    await connected(socket);
    const typed: unknown[] = [];
    agent.on('typing', (event) => typed.push(event));
    const own = once(agent as never, 'typing');
    for (const event of [{ conversationId: priya.id }, { conversationId: 7 }, null, undefined]) {
      socket.emit('typing', event);
    }
    socket.emit('typing', { conversationId: elena.id });
    await own;
    expect(typed).toEqual([{ conversationId: elena.id, isAgent: false }]);
  });
});

describe('a process that ends', () => {
  test('asks its clients to come back and waits until they have left', async () => {
    await employ(store.db, services, 'maya');
    const elena = await visitor(VISITORS.elena);
    const clients = [
      connect({ as: 'visitor', conversationId: elena.id }, elena.cookie),
      connect({ as: 'agent' }, await cookieOf(store.db, services, 'maya')),
    ];
    const asked: number[] = [];
    for (const client of clients) {
      client.on('comeBack', ({ withinMs }: { withinMs: number }) => {
        asked.push(withinMs);
        client.disconnect();
      });
    }
    await expect.poll(() => clients.every((client) => client.connected)).toBe(true);
    await realtime.sendAway();
    expect(asked).toEqual([1000, 1000]);
    expect(await watched.valueOf('embarka_sockets{kind="visitor"}')).toBe(0);
  });
});

describe('a process that may have missed something', () => {
  let miss: (rooms: readonly string[]) => void;

  beforeEach(async () => {
    await realtime.close();
    await open({
      adapter: Adapter,
      isAnybodyIn: () => Promise.reject(new Error('Redis is away')),
      onMissed(listener) {
        miss = listener;
      },
    });
  });

  test('has all its clients ask, once for what happens in one moment, or those in a room', async () => {
    await employ(store.db, services, 'maya');
    const elena = await visitor(VISITORS.elena);
    const clients = [
      connect({ as: 'visitor', conversationId: elena.id }, elena.cookie),
      connect({ as: 'agent' }, await cookieOf(store.db, services, 'maya')),
    ];
    const asked = clients.map((client) => {
      const told: unknown[] = [];
      client.on('catchUp', (event) => told.push(event));
      return told;
    });
    await expect.poll(() => clients.every((client) => client.connected)).toBe(true);
    miss([room.conversation(elena.id)]);
    await expect.poll(() => asked).toEqual([[{ withinMs: 1000 }], []]);
    for (let time = 0; time < 3; time += 1) miss([]);
    const both = [[{ withinMs: 1000 }, { withinMs: 1000 }], [{ withinMs: 1000 }]];
    await expect.poll(() => asked, { timeout: 20_000 }).toEqual(both);
    miss([]);
    await expect.poll(() => asked[1], { timeout: 20_000 }).toHaveLength(2);
    expect(asked[0]).toHaveLength(3);
  });

  test('takes for nobody whom it cannot ask about', async () => {
    const elena = await visitor(VISITORS.elena);
    expect(await realtime.isAnybodyIn([elena.id])).toBe(false);
    await connected(connect({ as: 'visitor', conversationId: elena.id }, elena.cookie));
    expect(await realtime.isAnybodyIn([elena.id])).toBe(true);
  });
});

test('open sockets and deliveries are counted', async () => {
  const maya = await employ(store.db, services, 'maya');
  const elena = await visitor(VISITORS.elena);
  const socket = connect({ as: 'agent' }, await cookieOf(store.db, services, 'maya'));
  await connected(socket);
  const message = { number: 1, createdAt: new Date().toISOString() } as MessageView;
  const event = { visitorId: 'visitor-1', conversationId: elena.id, message };
  realtime.chat.messageSaved(event, maya.id, performance.now());
  await new Promise((resolve) => socket.once('message', resolve));
  expect(await watched.valueOf('embarka_sockets{kind="agent"}')).toBe(1);
  expect(await watched.valueOf('embarka_message_delivery_seconds_count')).toBe(1);
  expect(await watched.valueOf('embarka_message_publish_seconds_count')).toBe(1);
});
