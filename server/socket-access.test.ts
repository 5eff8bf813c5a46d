import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import type { ClientEvents, ServerEvents } from '../app/chat/protocol/events.ts';
import type { MentionView } from '../app/chat/protocol/mentions.ts';
import type {
  ConversationView,
  InboxEntry,
  MessageView,
  NoteView,
} from '../app/chat/protocol/views.ts';
import { visitors } from '../app/chat/server/tables.server.ts';
import { profiles } from '../app/accounts/server/tables.server.ts';
import { VISITORS } from '../tests/support/cast.ts';
import { useDatabaseOnce } from '../tests/support/database.ts';
import { openLiveServer, type Connected, type LiveServer } from '../tests/support/live-server.ts';
import { cookieOf, employ, teamServices } from '../tests/support/team.ts';
import { openVisitor, type TestVisitor } from '../tests/support/visitor.ts';

/**
 * All roles in relation to Elena's conversation, which is assigned to Maya. The last three are not
 * admitted; Leo is an agent of other visitors.
 */
const PEOPLE = [
  'elena, whose conversation it is',
  'maya, its agent',
  'leo, another agent',
  'sam of support',
  'ines, a manager',
  'henrik, an admin',
  'priya, another visitor',
  'nobody',
  'a waiting account',
  'a suspended account',
] as const;
type Person = (typeof PEOPLE)[number];

const [ELENA, MAYA, , SAM, INES, HENRIK] = PEOPLE;
const BOTH = [ELENA, MAYA] as const;
/** Managers and admins see all conversations. */
const ALL = [MAYA, INES, HENRIK] as const;

const ADMITTED: readonly Person[] = PEOPLE.slice(0, 7);

/** The listeners of each event about this conversation. An event without a row does not compile. */
const HEARD_BY: Readonly<Record<keyof ServerEvents, readonly Person[]>> = {
  message: [ELENA, ...ALL],
  removed: [ELENA, ...ALL],
  conversation: [ELENA],
  entry: [MAYA],
  unassigned: [MAYA],
  place: [ELENA],
  unattended: [INES, HENRIK],
  // Members who take visitors from the queue hear about arrivals and departures, not about
  // messages.
  changed: [SAM, INES, HENRIK],
  note: ALL,
  person: ALL,
  mentioned: [MAYA],
  desk: [INES, HENRIK],
  orders: ALL,
  read: [MAYA],
  seen: [ELENA, ...ALL],
  presence: ALL,
  typing: [ELENA, ...ALL],
  // Only for the team, whoever types.
  writing: ALL,
  // For everybody on a process that shuts down; `realtime.test.ts` tests it.
  comeBack: [],
  // The same on a process that may have missed an event.
  catchUp: [],
};

/**
 * The people whose client events have an effect. Managers and admins may read the conversation but
 * not write in it.
 */
const SAID_BY: Readonly<Record<keyof ClientEvents, readonly Person[]>> = {
  typing: BOTH,
  // Readers may write a note; the assigned agent may reply.
  writing: ALL,
  // Concerns only the sender and is not stored; visitors have no dashboard.
  front: [MAYA, 'leo, another agent', SAM, INES, HENRIK],
};

const store = useDatabaseOnce();
const connected = new Map<Person, Connected>();
let server: LiveServer;
let elena: TestVisitor;
let priya: TestVisitor;
let mayaId: string;
const memberIds = new Map<Person, string>();

beforeAll(async () => {
  const { db } = store;
  const services = teamServices(db);
  server = await openLiveServer(db, services);
  const accounts = {
    [MAYA]: 'maya',
    'leo, another agent': 'leo',
    'sam of support': 'sam',
    'ines, a manager': 'ines',
    'henrik, an admin': 'henrik',
  } as const;
  const cookies = new Map<Person, string>([['nobody', '']]);
  for (const [person, name] of Object.entries(accounts) as [Person, 'maya'][]) {
    memberIds.set(person, (await employ(db, services, name)).id);
    cookies.set(person, await cookieOf(db, services, name));
  }
  mayaId = memberIds.get(MAYA) ?? '';
  elena = await openVisitor(db, VISITORS.elena);
  priya = await openVisitor(db, VISITORS.priya);
  await db.update(visitors).set({ agentId: mayaId }).where(eq(visitors.email, VISITORS.elena));
  const leoId = memberIds.get('leo, another agent') ?? null;
  await db.update(visitors).set({ agentId: leoId }).where(eq(visitors.email, VISITORS.priya));

  for (const person of PEOPLE) {
    if (person === ELENA) continue;
    if (person === 'priya, another visitor') {
      connected.set(person, await server.connect(priya.hello, priya.cookie));
    } else if (person === 'a waiting account' || person === 'a suspended account') {
      const status = person === 'a waiting account' ? 'waiting' : 'suspended';
      const cookie = await cookieOf(db, services, 'sam');
      const sam = eq(profiles.id, memberIds.get('sam of support') ?? '');
      await db.update(profiles).set({ status }).where(sam);
      connected.set(person, await server.connect({ as: 'agent' }, cookie));
      await db.update(profiles).set({ status: 'active' }).where(sam);
    } else {
      connected.set(person, await server.connect({ as: 'agent' }, cookies.get(person) ?? ''));
    }
  }
  // Connects last, so that her presence is announced to the others.
  connected.set(ELENA, await server.connect(elena.hello, elena.cookie));
});
afterAll(() => server.close());

const heardBy = (person: Person, event: string) =>
  (connected.get(person)?.heard ?? []).filter(
    (one) =>
      one.event === event &&
      // 'desk' and 'orders' have no data.
      (one.data as { conversationId?: string } | undefined)?.conversationId !== priya.id,
  );

test('only those of the table are let in, and a visitor only into their own conversation', async () => {
  const admitted = PEOPLE.filter((person) => connected.get(person)?.outcome === 'connected');
  expect(admitted).toEqual(ADMITTED);
  for (const cookie of [priya.cookie, '']) {
    expect((await server.connect(elena.hello, cookie)).outcome).toBe('refused');
  }
});

describe('what clients say', () => {
  test('typing counts from those of its row alone', async () => {
    const emitAs = (person: Person) =>
      connected.get(person)?.socket.emit('typing', { conversationId: elena.id });
    for (const person of ADMITTED) if (!SAID_BY.typing.includes(person)) emitAs(person);
    for (const round of [1, 2]) {
      for (const person of SAID_BY.typing) emitAs(person);
      await expect.poll(() => heardBy(MAYA, 'typing').length).toBe(round);
      await expect.poll(() => heardBy(ELENA, 'typing').length).toBe(round);
    }
  });

  test('writing counts from those of its row alone: a note of whoever reads, an answer of the agent’s', async () => {
    const emitAs = (person: Person, isNote: boolean) =>
      connected
        .get(person)
        ?.socket.emit('writing', { conversationId: elena.id, isNote, isOver: false });
    for (const person of ADMITTED) {
      if (!SAID_BY.writing.includes(person)) emitAs(person, true);
      if (person !== MAYA) emitAs(person, false);
    }
    for (const person of SAID_BY.writing) emitAs(person, true);
    emitAs(MAYA, false);
    const expected = [
      ...SAID_BY.writing.map((person) => [memberIds.get(person), true]),
      [mayaId, false],
    ];
    const heard = () =>
      heardBy(MAYA, 'writing').map(({ data }) => {
        const { by, isNote } = data as { by: { id: string; name: string }; isNote: boolean };
        return [by.id, isNote];
      });
    await expect.poll(() => heard().length).toBe(expected.length);
    expect(heard()).toEqual(expect.arrayContaining(expected));
    expect(heardBy(MAYA, 'writing')[0]?.data).toMatchObject({ conversationId: elena.id });
    expect(heardBy(ELENA, 'writing')).toEqual([]);
  });

  test('being in front counts from those of its row alone, each for themselves', async () => {
    const isInFront = (id: string) => server.realtime.isInFront(id);
    const emitAs = (person: Person, isHere: boolean) =>
      connected.get(person)?.socket.emit('front', { isInFront: isHere });
    const idOf = (person: Person) => memberIds.get(person) ?? '';
    for (const person of ADMITTED) if (!SAID_BY.front.includes(person)) emitAs(person, true);
    for (const person of SAID_BY.front) {
      expect(await isInFront(idOf(person))).toBe(false);
      emitAs(person, true);
      await expect.poll(() => isInFront(idOf(person))).toBe(true);
    }
    // The event of a visitor's browser was ignored.
    expect(await Promise.all(['', 'undefined'].map(isInFront))).toEqual([false, false]);
    for (const person of SAID_BY.front) {
      emitAs(person, false);
      await expect.poll(() => isInFront(idOf(person))).toBe(false);
    }
  });
});

describe('what the server says', () => {
  test('is said', async () => {
    const { chat } = server.realtime;
    const about = { visitorId: 'visitor-1', conversationId: elena.id };
    chat.messageSaved({ ...about, message: {} as MessageView }, mayaId, performance.now());
    chat.messageRemoved({ ...about, message: {} as MessageView }, mayaId);
    chat.conversationChanged({ id: elena.id } as ConversationView);
    chat.entryChanged({} as InboxEntry, mayaId);
    chat.visitorUnassigned('visitor-1', mayaId);
    chat.noteSaved({ visitorId: 'visitor-1', note: {} as NoteView }, mayaId);
    chat.personChanged('visitor-1', mayaId);
    chat.mentioned({} as MentionView, mayaId);
    chat.deskChanged();
    chat.ordersChanged([mayaId]);
    chat.readByAgent({ ...about, number: 1 }, mayaId);
    chat.seenByAgent(elena.id, 1);
    chat.seenByVisitor(elena.id, 1, mayaId);
    chat.visitorUnattended({ ...about, email: VISITORS.elena });
    server.realtime.notifyQueuePositions([[elena.id]]);
    // Sent last and to everybody: a client that has received it has received all earlier events.
    for (const id of memberIds.values()) chat.visitorUnassigned('last', id);
    for (const id of [elena.id, priya.id]) chat.conversationChanged({ id } as ConversationView);
    const isLast = ({ data }: { data: unknown }) => {
      const { visitorId, id } = (data ?? {}) as { visitorId?: string; id?: string };
      return visitorId === 'last' || id === priya.id;
    };
    for (const person of ADMITTED) {
      const heardAll = () =>
        person === ELENA
          ? heardBy(ELENA, 'conversation').length === 2
          : connected.get(person)?.heard.some(isLast);
      await expect.poll(heardAll).toBe(true);
    }
    for (const { heard } of connected.values()) {
      const ours = heard.filter((one) => !isLast(one));
      (heard as { event: string }[]).splice(0, heard.length, ...ours);
    }
    expect(heardBy(MAYA, 'message')).toHaveLength(1);
  });

  test.each(Object.entries(HEARD_BY))('%s is heard by those of its row alone', (event, row) => {
    const heard = PEOPLE.filter((person) => heardBy(person, event).length > 0);
    expect(heard).toEqual(row);
  });

  const ALWAYS_HEARD = Object.keys(HEARD_BY)
    .filter((event) => event !== 'comeBack' && event !== 'catchUp')
    .sort();

  test('nothing is heard besides', () => {
    const events = [...connected.values()].flatMap(({ heard }) => heard.map(({ event }) => event));
    expect([...new Set(events)].sort()).toEqual(ALWAYS_HEARD);
  });
});
