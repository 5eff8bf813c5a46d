import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VISITORS } from '../../../tests/support/cast.ts';
import {
  hire,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../tests/support/database.ts';
import type { Member } from '../../team/member.ts';
import type { Viewer } from '../access.server.ts';
import { setCompleted } from '../complete-conversation.server.ts';
import type { MessageEvent, ReadEvent } from '../events.ts';
import { markReadByMember, markReadByVisitor } from '../mark-read.server.ts';
import { readInbox, readInboxEntry } from '../read-inbox.server.ts';
import { newConversationId } from '../rules.ts';
import { sendMessage } from '../send-message.server.ts';
import { visitors } from '../tables.server.ts';
import { startConversation } from '../start-conversation.server.ts';
import { transferVisitor } from '../transfer-visitor.server.ts';
import type { InboxEntry } from '../views.ts';
import { applyMessage, applyRead, applySeen, putEntry, removeEntry } from './inbox-entries.ts';

const store = useDatabase();

const WHO = ['elena', 'priya', 'daniel'] as const;

const ACTS = ['start', 'say', 'say', 'answer', 'resolve', 'transfer', 'see', 'read'] as const;

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

/** An agent's list that only ever hears hints, and asks for what it cannot work out. */
class Listener {
  readonly #agentId: string;
  entries: readonly InboxEntry[] = [];

  constructor(agentId: string) {
    this.#agentId = agentId;
  }

  async load(): Promise<void> {
    this.entries = await readInbox(store.db, { agentId: this.#agentId });
  }

  async hear(name: string, event: unknown): Promise<void> {
    if (name === 'entry') this.entries = putEntry(this.entries, event as InboxEntry);
    if (name === 'unassigned') {
      this.entries = removeEntry(this.entries, (event as { visitorId: string }).visitorId);
    }
    if (name === 'message')
      await this.#take(applyMessage(this.entries, event as MessageEvent, this.#agentId));
    if (name === 'read') await this.#take(applyRead(this.entries, event as ReadEvent));
  }

  async #take(update: { entries: readonly InboxEntry[]; staleVisitorId?: string }): Promise<void> {
    this.entries = update.entries;
    if (!update.staleVisitorId) return;
    const entry = await readInboxEntry(store.db, update.staleVisitorId, this.#agentId);
    if (entry) this.entries = putEntry(this.entries, entry);
  }
}

test('an old list and the events since equal a fresh list, whatever happened', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      run += 1;
      const world = await makeWorld(run);
      let isDeaf = false;
      let heard = 0;
      for (const step of sequence) {
        world.clock.advance(1000);
        if (step.kind === 'lose') isDeaf = true;
        else if (step.kind === 'repeat') heard = Math.max(0, heard - 2);
        else await world.act(step.act, step.who);
        for (; heard < world.events.length; heard += 1) {
          const told = world.events[heard];
          if (!told || isDeaf) continue;
          await world.listeners[told.to ?? '']?.hear(told.name, told.event);
        }
      }
      // Whoever missed a hint wakes up and loads the list anew, as after every reconnect.
      if (isDeaf)
        await Promise.all(Object.values(world.listeners).map((listener) => listener.load()));
      for (const [agentId, listener] of Object.entries(world.listeners)) {
        const fresh = await readInbox(store.db, { agentId });
        expect(ignoringSeen(listener.entries)).toEqual(ignoringSeen(fresh));
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);

/** Seen marks name a conversation, not a visitor, and have a test of their own. */
function ignoringSeen(entries: readonly InboxEntry[]) {
  return entries.map(({ visitorReadNumber: _, ...entry }) => entry);
}

test('a seen mark only moves forward', () => {
  const entry = { visitorId: 'v', conversationId: 'c', visitorReadNumber: 3 } as InboxEntry;
  expect(applySeen([entry], 'c', 2)[0]?.visitorReadNumber).toBe(3);
  expect(applySeen([entry], 'c', 5)[0]?.visitorReadNumber).toBe(5);
  expect(applySeen([entry], 'another', 9)[0]?.visitorReadNumber).toBe(3);
});

/** Two agents and three visitors, each with a browser. */
async function makeWorld(run: number) {
  // The list is one page long; visitors of earlier runs would fill it.
  await store.db.delete(visitors);
  const clock = new TestClock();
  const { publisher, events } = recordingPublisher();
  const agents = await Promise.all((['maya', 'leo'] as const).map((name) => hireOnce(name)));
  const listeners: Record<string, Listener> = {};
  for (const { id } of agents) {
    listeners[id] = new Listener(id);
    await listeners[id].load();
  }
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
      await startConversation(store.db, clock, publisher, start);
      return;
    }
    const conversationId = current[who];
    const mine = await Promise.all(
      agents.map(async (agent) => {
        const inbox = await readInbox(store.db, { agentId: agent.id });
        return inbox.some((entry) => entry.email === email) ? agent : undefined;
      }),
    );
    const agent = mine.find((found) => found !== undefined);
    if (!agent) throw new Error(`${email} has no agent`);
    const entry = (await readInbox(store.db, { agentId: agent.id })).find(
      (one) => one.email === email,
    );
    const send = {
      conversationId,
      clientId: crypto.randomUUID(),
      text: `${kind} ${clock.now().getTime()}`,
    };
    const visitor: Viewer = { kind: 'browser', browserId };
    if (kind === 'say') await sendMessage(store.db, clock, publisher, visitor, send);
    if (kind === 'answer') {
      await sendMessage(store.db, clock, publisher, { kind: 'member', member: agent }, send);
    }
    if (kind === 'resolve') {
      await setCompleted(store.db, clock, publisher, agent, conversationId, !entry?.isCompleted);
    }
    if (kind === 'transfer') {
      const other = agents.find(({ id }) => id !== agent.id) ?? agent;
      await transferVisitor(store.db, clock, publisher, agent, entry?.visitorId ?? '', other.id);
    }
    if (kind === 'see') await markReadByVisitor(store.db, publisher, conversationId, 99);
    if (kind === 'read')
      await markReadByMember(store.db, clock, publisher, agent, conversationId, 99);
  }

  return { clock, events, listeners, act };
}

const hired = new Map<string, Member>();

async function hireOnce(name: 'maya' | 'leo'): Promise<Member> {
  const member = hired.get(name) ?? (await hire(store.db, name));
  hired.set(name, member);
  return member;
}
