import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { VISITORS } from '../../../tests/support/cast.ts';
import {
  hostOf,
  hire,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../tests/support/database.ts';
import type { Member } from '../../team/members/member.ts';
import { setAcceptsChats } from '../../team/members/availability.server.ts';
import { accessToVisitor, viewsOf, type Viewer } from '../../conversation/access.server.ts';
import { setCompleted } from '../../conversation/end/complete-conversation.server.ts';
import { drainQueue } from '../../conversation/hold/drain-queue.server.ts';
import type { MessageEvent, ReadEvent } from '../../conversation/wire/events.ts';
import { markReadByMember, markReadByVisitor } from '../../conversation/say/mark-read.server.ts';
import {
  ENTRIES_PER_PAGE,
  readInbox,
  readInboxEntry,
} from '../../conversation/read/read-inbox.server.ts';
import { readUnread } from '../../conversation/read/read-unread.server.ts';
import { newConversationId } from '../../conversation/wire/rules.ts';
import { sendMessage } from '../../conversation/say/send-message.server.ts';
import { visitors } from '../../conversation/tables.server.ts';
import { startConversation } from '../../conversation/say/start-conversation.server.ts';
import { transferVisitor } from '../../conversation/hold/transfer-visitor.server.ts';
import type { InboxEntry, InboxView } from '../../conversation/wire/views.ts';
import { takeVisitor } from '../../conversation/hold/take-visitor.server.ts';
import { applySeen } from './inbox-entries.ts';
import {
  applyMessageToLists,
  applyReadToLists,
  knownEntry,
  pageOf,
  putInLists,
  putPage,
  removeFromLists,
  type Lists,
  type ListsUpdate,
} from './inbox-views.ts';
import { unreadIn } from './unread-total.ts';

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

/** Somebody's lists that only ever hear hints, and ask for what they cannot work out. */
class Listener {
  readonly #member: Member;
  readonly #views: readonly InboxView[];
  readonly #entriesPerPage: number;
  #counted = 0;
  lists: Lists = { mine: { entries: [], hasMore: false } };

  constructor(member: Member, entriesPerPage = ENTRIES_PER_PAGE) {
    this.#member = member;
    this.#views = viewsOf(member);
    this.#entriesPerPage = entriesPerPage;
  }

  async load(): Promise<void> {
    this.lists = await this.fresh();
    await this.#recount();
  }

  get isPaged(): boolean {
    return this.#entriesPerPage < ENTRIES_PER_PAGE;
  }

  get unread(): number {
    return unreadIn(this.lists.mine, this.#counted);
  }

  /** What all entries of the own list say together, on whichever page they stand. */
  async freshUnread(): Promise<number> {
    const all = await readInbox(store.db, { agentId: this.#member.id });
    return all.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  }

  async #recount(): Promise<void> {
    if (this.lists.mine.hasMore) this.#counted = await readUnread(store.db, this.#member.id);
  }

  /** What the server would answer now. */
  async fresh(): Promise<Lists> {
    let lists: Lists = { mine: { entries: [], hasMore: false } };
    for (const view of this.#views) {
      const entriesPerPage = this.#entriesPerPage;
      const page = { agentId: this.#member.id, view, entriesPerPage };
      const entries = await readInbox(store.db, page);
      lists = putPage(lists, view, pageOf(view, entries, entriesPerPage), true);
    }
    return lists;
  }

  async hear({ name, to, event }: { name: string; to: string | null; event: unknown }) {
    const isMine = to === this.#member.id;
    const seesAll = this.#views.includes('all');
    const watches = this.#views.includes('queue');
    const { visitorId } = event as { visitorId: string };
    if (name === 'entry' && isMine) this.#put(event as InboxEntry);
    if ((name === 'entry' || name === 'waits') && watches) {
      const isKnown = knownEntry(this.lists, visitorId) !== undefined;
      if (name === 'waits' || isKnown || seesAll) await this.#refresh(visitorId);
    }
    if (name === 'unassigned' && isMine) {
      this.lists = removeFromLists(this.lists, visitorId, 'mine');
    }
    if (name === 'message' && (isMine || seesAll || (to === null && watches))) {
      await this.#take(applyMessageToLists(this.lists, event as MessageEvent, seesAll));
    }
    if (name === 'read' && isMine) {
      await this.#take(applyReadToLists(this.lists, event as ReadEvent));
    }
    if (isMine || name === 'message') await this.#recount();
  }

  async #take(update: ListsUpdate): Promise<void> {
    this.lists = update.lists;
    if (update.staleVisitorId) await this.#refresh(update.staleVisitorId);
  }

  async #refresh(visitorId: string): Promise<void> {
    const mayRead = await accessToVisitor(store.db, this.#member, visitorId);
    const entry = mayRead && (await readInboxEntry(store.db, visitorId, this.#member.id));
    if (entry) this.#put(entry);
    else this.lists = removeFromLists(this.lists, visitorId);
  }

  #put(entry: InboxEntry): void {
    this.lists = putInLists(this.lists, entry, this.#member.id);
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
          for (const listener of world.listeners) await listener.hear(told);
        }
      }
      // Whoever missed a hint wakes up and loads the list anew, as after every reconnect.
      for (const listener of world.listeners) {
        if (isDeaf) await listener.load();
        expect(listener.unread).toBe(await listener.freshUnread());
      }
      for (const listener of world.listeners.filter(({ isPaged }) => !isPaged)) {
        expect(ignoringSeen(listener.lists)).toEqual(ignoringSeen(await listener.fresh()));
      }
    }),
    propertyRuns(25),
  );
}, 120_000);

/** Seen marks name a conversation, not a visitor, and have a test of their own. */
function ignoringSeen(lists: Lists) {
  return Object.entries(lists).map(([view, { entries }]) => [
    view,
    entries.map(({ visitorReadNumber: _, ...entry }) => entry),
  ]);
}

test('a seen mark only moves forward', () => {
  const entry = { visitorId: 'v', conversationId: 'c', visitorReadNumber: 3 } as InboxEntry;
  expect(applySeen([entry], 'c', 2)[0]?.visitorReadNumber).toBe(3);
  expect(applySeen([entry], 'c', 5)[0]?.visitorReadNumber).toBe(5);
  expect(applySeen([entry], 'another', 9)[0]?.visitorReadNumber).toBe(3);
});

/**
 * Two agents, one who takes from the queue, a manager, and three visitors with a browser each.
 * Each of the team looks at whole lists on one device, at pages of one visitor on another.
 */
async function makeWorld(run: number) {
  // The list is one page long; visitors of earlier runs would fill it.
  await store.db.delete(visitors);
  const clock = new TestClock();
  const { publisher, events } = recordingPublisher();
  const agents = await Promise.all((['maya', 'leo'] as const).map((name) => hireOnce(name)));
  const sam = await hireOnce('sam');
  const team = [...agents, sam, await hireOnce('ines')];
  for (const { id } of agents) await setAcceptsChats(store.db, id, true);
  const listeners = team.flatMap((member) => [new Listener(member), new Listener(member, 1)]);
  const browsers = await Promise.all(WHO.map(() => openBrowser(store.db, clock)));
  const current: (string | undefined)[] = [];

  async function act(kind: Act, who: number): Promise<void> {
    const name = WHO[who] ?? 'elena';
    const browserId = browsers[who] ?? '';
    const email = `run${run}.${VISITORS[name]}`;
    if (kind === 'start' || !current[who]) {
      const id = newConversationId(clock.now());
      current[who] = id;
      const start = { id, browserId, email, topic: 'Sales Inquiry', service: null } as const;
      await startConversation(hostOf(store.db, clock, publisher), start);
      return;
    }
    const conversationId = current[who];
    if (kind === 'leave' || kind === 'queue') {
      // Nobody is given anybody while both are away; what waits then is the queue.
      for (const { id } of agents) await setAcceptsChats(store.db, id, kind === 'queue');
      if (kind === 'queue') await drainQueue(hostOf(store.db, clock, publisher));
      return;
    }
    const mine = await Promise.all(
      [...agents, sam].map(async (agent) => {
        const inbox = await readInbox(store.db, { agentId: agent.id });
        return inbox.some((entry) => entry.email === email) ? agent : undefined;
      }),
    );
    const agent = mine.find((found) => found !== undefined);
    const all = await readInbox(store.db, { agentId: sam.id, view: 'all' });
    const entry = all.find((one) => one.email === email);
    const send = {
      conversationId,
      clientId: crypto.randomUUID(),
      text: `${kind} ${clock.now().getTime()}`,
    };
    const visitor: Viewer = { kind: 'browser', browserId };
    if (kind === 'say') await sendMessage(hostOf(store.db, clock, publisher), visitor, send);
    if (!agent) {
      const isWaiting = entry !== undefined && !entry.isCompleted;
      if (kind === 'take' && isWaiting) {
        await takeVisitor(hostOf(store.db, clock, publisher), sam, entry.visitorId, null);
      }
      return;
    }
    if (kind === 'answer') {
      await sendMessage(
        hostOf(store.db, clock, publisher),
        { kind: 'member', member: agent },
        send,
      );
    }
    if (kind === 'resolve') {
      await setCompleted(
        hostOf(store.db, clock, publisher),
        agent,
        conversationId,
        !entry?.isCompleted,
      );
    }
    if (kind === 'transfer') {
      const other = agents.find(({ id }) => id !== agent.id) ?? agent;
      await transferVisitor(hostOf(store.db, clock, publisher), agent, {
        visitorId: entry?.visitorId ?? '',
        toAgentId: other.id,
      });
    }
    if (kind === 'see')
      await markReadByVisitor(hostOf(store.db, clock, publisher), conversationId, 99);
    if (kind === 'read')
      await markReadByMember(hostOf(store.db, clock, publisher), agent, conversationId, 99);
  }

  return { clock, events, listeners, act };
}

const hired = new Map<string, Member>();

async function hireOnce(name: 'maya' | 'leo' | 'sam' | 'ines'): Promise<Member> {
  const member = hired.get(name) ?? (await hire(store.db, name));
  hired.set(name, member);
  return member;
}
