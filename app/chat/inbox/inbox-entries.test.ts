import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { VISITORS } from '../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../tests/support/database.ts';
import { tracedBy } from '../../../tests/support/team.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import { setAcceptsChats } from '../../accounts/server/members/availability.server.ts';
import { accessToVisitor, scopesOf, type Viewer } from '../server/access.server.ts';
import {
  reopenConversations,
  resolveVisitor,
} from '../server/resolution/complete-conversation.server.ts';
import { drainQueue } from '../server/assignment/drain-queue.server.ts';
import type { MessageEvent, ReadEvent } from '../protocol/events.ts';
import { markReadByMember, markReadByVisitor } from '../server/messages/mark-read.server.ts';
import { ENTRIES_PER_PAGE, readInbox, readInboxEntry } from '../server/read/read-inbox.server.ts';
import { readUnread, countViews } from '../server/read/inbox-counts.server.ts';
import { newConversationId } from '../protocol/rules.ts';
import { sendMessage } from '../server/messages/send-message.server.ts';
import { visitors } from '../server/tables.server.ts';
import { startConversation } from '../server/messages/start-conversation.server.ts';
import { transferVisitor } from '../server/assignment/transfer-visitor.server.ts';
import { snoozeVisitor, wakeSnoozed } from '../server/assignment/snooze-visitor.server.ts';
import { takeVisitor } from '../server/assignment/give-visitor.server.ts';
import { needNoAnswer } from '../server/messages/need-no-answer.server.ts';
import type { InboxEntry } from '../protocol/views.ts';
import {
  applyRead,
  applySeen,
  applyMessageToList,
  pageOf,
  putInList,
  putPage,
  removeFromList,
  type ViewList,
} from './inbox-entries.ts';
import type { InboxQuery } from './inbox-query.ts';
import { topic } from '../../../tests/support/topics.ts';

const store = useDatabase();

const WHO = ['elena', 'priya', 'daniel'] as const;

const ACTS = [
  'start',
  'say',
  'say',
  'answer',
  'resolve',
  'transfer',
  'see',
  'read',
  'leave',
  'queue',
  'take',
  'snooze',
  'wake',
  'no answer',
] as const;

type Act = (typeof ACTS)[number];

type Step =
  | { readonly kind: 'act'; readonly act: Act; readonly who: number }
  | { readonly kind: 'lose' }
  | { readonly kind: 'repeat' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('act' as const),
        act: fc.constantFrom(...ACTS),
        who: fc.nat(WHO.length - 1),
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'lose' }, { kind: 'repeat' }) },
  ),
  { minLength: 5, maxLength: 25 },
);

/** Keeps a list from hints alone and asks the server only when a hint is not enough. */
class Listener {
  readonly #member: Member;
  readonly #query: InboxQuery;
  list: ViewList = { entries: [], hasMore: false };

  constructor(member: Member, query: InboxQuery) {
    this.#member = member;
    this.#query = query;
  }

  async load(): Promise<void> {
    this.list = await this.fresh();
  }

  async fresh(): Promise<ViewList> {
    const entries = await readInbox(store.db, { agentId: this.#member.id, ...this.#query });
    return pageOf(this.#query, entries, ENTRIES_PER_PAGE);
  }

  async counted(): Promise<number> {
    const { scope, view } = this.#query;
    return (await countViews(store.db, this.#member.id, scope))[view];
  }

  async receive({ name, to, event }: { name: string; to: string | null; event: unknown }) {
    const { scope } = this.#query;
    const scopes = scopesOf(this.#member);
    const isMine = to === this.#member.id;
    const { visitorId } = event as { visitorId: string };
    if (name === 'entry' && isMine) this.#put(event as InboxEntry);
    if ((name === 'entry' || name === 'waits') && scopes.includes('queue')) {
      const isShown = scope === 'all' || (scope === 'queue' && name === 'waits');
      if (isShown || this.#knows(visitorId)) await this.#refresh(visitorId);
    }
    if (name === 'unassigned' && isMine && scope === 'mine') {
      this.list = removeFromList(this.list, visitorId);
    }
    const hears = isMine || scopes.includes('all') || (to === null && scopes.includes('queue'));
    if (name === 'message' && hears) await this.#take(event as MessageEvent);
    if (name === 'read' && isMine) {
      const { entries, staleVisitorId } = applyRead(this.list.entries, event as ReadEvent);
      this.list = { ...this.list, entries };
      if (staleVisitorId) await this.#refresh(staleVisitorId);
    }
  }

  #knows(visitorId: string): boolean {
    return this.list.entries.some((inboxEntry) => inboxEntry.visitorId === visitorId);
  }

  async #take(event: MessageEvent): Promise<void> {
    const isKnown = this.#knows(event.visitorId);
    const update = applyMessageToList(this.list, this.#query, event, this.#member.id);
    this.list = update.list;
    if (!isKnown || update.staleVisitorId) await this.#refresh(event.visitorId);
  }

  async #refresh(visitorId: string): Promise<void> {
    const mayRead = await accessToVisitor(store.db, this.#member, visitorId);
    const inboxEntry = mayRead && (await readInboxEntry(store.db, visitorId, this.#member.id));
    if (inboxEntry) this.#put(inboxEntry);
    else this.list = removeFromList(this.list, visitorId);
  }

  #put(inboxEntry: InboxEntry): void {
    this.list = putInList(this.list, this.#query, inboxEntry, this.#member.id);
  }
}

test('an old list and the events since equal a fresh list, whatever happened', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(WHO.length), async (sequence, before) => {
      run += 1;
      const world = await makeWorld(run);
      for (let who = 0; who < before; who += 1) {
        for (const act of ['start', 'say'] as const) {
          world.clock.advance(1000);
          await world.act(act, who);
        }
      }
      for (const listener of world.listeners) await listener.load();
      const oldest = world.events.length;
      let isDeaf = false;
      let heard = oldest;
      for (const step of sequence) {
        world.clock.advance(1000);
        if (step.kind === 'lose') isDeaf = true;
        else if (step.kind === 'repeat') heard = Math.max(oldest, heard - 2);
        else await world.act(step.act, step.who);
        for (; heard < world.events.length; heard += 1) {
          const told = world.events[heard];
          if (!told || isDeaf) continue;
          for (const listener of world.listeners) await listener.receive(told);
        }
      }
      for (const listener of world.listeners) {
        // A client that missed a hint reloads the list, as after every reconnect.
        if (isDeaf) await listener.load();
        const fresh = await listener.fresh();
        expect(ignoringSeen(listener.list)).toEqual(ignoringSeen(fresh));
        expect(await listener.counted()).toBe(fresh.entries.length);
      }
      for (const { id } of world.team) {
        const all = await readInbox(store.db, { agentId: id });
        const unread = all
          .filter(({ state }) => state !== 'resolved')
          .reduce((sum, { unreadCount }) => sum + unreadCount, 0);
        expect(await readUnread(store.db, id)).toBe(unread);
      }
    }),
    propertyRuns(10),
  );
}, 120_000);

/** Seen marks name a conversation, not a visitor, and have their own test. */
function ignoringSeen({ entries }: ViewList) {
  return entries.map(({ visitorReadNumber: _, version: _version, ...entry }) => entry);
}

test('an entry that arrives after a later one changes nothing', async () => {
  const world = await makeWorld(0);
  const [maya] = world.team;
  if (!maya) throw new Error('Maya is not hired');
  await world.act('start', 0);
  await world.act('say', 0);
  world.clock.advance(1000);
  const read = async () => (await readInbox(store.db, { agentId: maya.id, scope: 'all' }))[0];
  const waiting = await read();
  await world.act('snooze', 0);
  const snoozed = await read();
  if (!waiting || !snoozed) throw new Error('The visitor has no entry');
  expect([waiting.state, snoozed.state]).toEqual(['waiting', 'snoozed']);
  expect(snoozed.messageCount).toBe(waiting.messageCount);
  const query = { scope: 'all', view: 'snoozed', order: 'newest' } as const;
  const later = { entries: [snoozed], hasMore: false };
  const earlier = { entries: [waiting], hasMore: false };
  expect(putInList(later, query, waiting, maya.id).entries).toEqual([snoozed]);
  expect(putInList(earlier, query, snoozed, maya.id).entries).toEqual([snoozed]);
  expect(putPage(later, query, earlier, false).entries).toEqual([snoozed]);
});

test('a seen mark only moves forward', () => {
  const inboxEntry = { visitorId: 'v', conversationId: 'c', visitorReadNumber: 3 } as InboxEntry;
  expect(applySeen([inboxEntry], 'c', 2)[0]?.visitorReadNumber).toBe(3);
  expect(applySeen([inboxEntry], 'c', 5)[0]?.visitorReadNumber).toBe(5);
  expect(applySeen([inboxEntry], 'another', 9)[0]?.visitorReadNumber).toBe(3);
});

async function makeWorld(run: number) {
  // The list has one page, which visitors of earlier runs would fill.
  await store.db.delete(visitors);
  const clock = new TestClock();
  const { publisher, events } = recordingPublisher();
  const agents = await Promise.all((['maya', 'leo'] as const).map((name) => hireOnce(name)));
  const sam = await hireOnce('sam');
  const team = [...agents, sam, await hireOnce('ines')];
  for (const { id } of agents) await setAcceptsChats(store.db, id, true);
  const lists = [
    ['maya', 'mine', 'open', 'newest'],
    ['maya', 'mine', 'waiting', 'longest-waiting'],
    ['leo', 'mine', 'snoozed', 'newest'],
    ['leo', 'mine', 'resolved', 'newest'],
    ['sam', 'mine', 'open', 'longest-waiting'],
    ['sam', 'queue', 'open', 'longest-waiting'],
    ['ines', 'all', 'open', 'longest-waiting'],
    ['ines', 'all', 'waiting', 'newest'],
    ['ines', 'all', 'resolved', 'newest'],
  ] as const;
  const listeners = lists.flatMap(([name, scope, view, order]) =>
    team.filter(({ id }) => id === name).map((who) => new Listener(who, { scope, view, order })),
  );
  const browsers = await Promise.all(WHO.map(() => openBrowser(store.db, clock)));
  const current: (string | undefined)[] = [];

  async function act(kind: Act, who: number): Promise<void> {
    const name = WHO[who] ?? 'elena';
    const browserId = browsers[who] ?? '';
    const email = `run${run}.${VISITORS[name]}`;
    if (kind === 'start' || !current[who]) {
      const id = newConversationId(clock.now());
      current[who] = id;
      const start = { id, browserId, email, topic: topic('Sales Inquiry'), service: null } as const;
      await startConversation(createChatContext(store.db, clock, publisher), start);
      return;
    }
    const conversationId = current[who];
    if (kind === 'leave' || kind === 'queue') {
      // While both agents are away, new conversations stay in the queue.
      for (const { id } of agents) await setAcceptsChats(store.db, id, kind === 'queue');
      if (kind === 'queue') await drainQueue(createChatContext(store.db, clock, publisher));
      return;
    }
    const mine = await Promise.all(
      [...agents, sam].map(async (agent) => {
        const inbox = await readInbox(store.db, { agentId: agent.id });
        return inbox.some((inboxEntry) => inboxEntry.email === email) ? agent : undefined;
      }),
    );
    const agent = mine.find((found) => found !== undefined);
    const all = await readInbox(store.db, { agentId: sam.id, scope: 'all' });
    const inboxEntry = all.find((one) => one.email === email);
    const send = {
      conversationId,
      clientId: crypto.randomUUID(),
      text: `${kind} ${clock.now().getTime()}`,
    };
    const visitor: Viewer = { kind: 'browser', browserId };
    if (kind === 'say')
      await sendMessage(createChatContext(store.db, clock, publisher), visitor, send);
    if (!agent) {
      const isWaiting = inboxEntry !== undefined && inboxEntry.state !== 'resolved';
      if (kind === 'take' && isWaiting) {
        await takeVisitor(
          createChatContext(store.db, clock, publisher),
          sam,
          inboxEntry.visitorId,
          null,
        );
      }
      return;
    }
    if (kind === 'answer') {
      await sendMessage(
        createChatContext(store.db, clock, publisher),
        { kind: 'member', member: agent },
        send,
      );
    }
    const appContext = createChatContext(store.db, clock, publisher);
    if (kind === 'resolve') {
      if (inboxEntry?.state === 'resolved')
        await reopenConversations(appContext, agent, [conversationId]);
      else await resolveVisitor(appContext, agent, conversationId);
    }
    if (kind === 'snooze' && inboxEntry?.state !== 'resolved') {
      await snoozeVisitor(
        appContext,
        agent,
        conversationId,
        new Date(clock.now().getTime() + 60_000),
      );
    }
    if (kind === 'wake') {
      clock.advance(60_000);
      await wakeSnoozed(appContext);
    }
    if (kind === 'no answer') await needNoAnswer(appContext, agent, conversationId, 99);
    if (kind === 'transfer') {
      const other = agents.find(({ id }) => id !== agent.id) ?? agent;
      await transferVisitor(createChatContext(store.db, clock, publisher), tracedBy(agent), agent, {
        visitorId: inboxEntry?.visitorId ?? '',
        to: { kind: 'agent', id: other.id },
      });
    }
    if (kind === 'see')
      await markReadByVisitor(createChatContext(store.db, clock, publisher), conversationId, 99);
    if (kind === 'read')
      await markReadByMember(
        createChatContext(store.db, clock, publisher),
        agent,
        conversationId,
        99,
      );
  }

  return { clock, events, listeners, team, act };
}

const hired = new Map<string, Member>();
// Each test begins with an empty database.
beforeEach(() => hired.clear());

async function hireOnce(name: 'maya' | 'leo' | 'sam' | 'ines'): Promise<Member> {
  const member = hired.get(name) ?? (await hire(store.db, name));
  hired.set(name, member);
  return member;
}
