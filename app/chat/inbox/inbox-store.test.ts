import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import type { LiveSocket } from '../client/live-connection.ts';
import type { WritingEvent } from '../protocol/events.ts';
import type { Figures } from '../protocol/inbox-figures.ts';
import type { InboxEntry } from '../protocol/views.ts';
import { DEFAULT_QUERY } from './inbox-query.ts';
import { IDLE_AFTER_MS, InboxStore, watchFront } from './inbox-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';

  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

function watch() {
  const page = new Page();
  const told: boolean[] = [];
  const front = watchFront(page, (isInFront) => told.push(isInFront));
  return { page, told, front };
}

test('a tab in sight is in front, a hidden one is not, and each is told once', () => {
  const { page, told } = watch();
  page.dispatchEvent(new Event('keydown'));
  page.turn('hidden');
  page.turn('hidden');
  page.turn('visible');
  expect(told).toEqual([true, false, true]);
});

test('a tab that nobody touches is in front of nobody, until somebody does', () => {
  const { page, told, front } = watch();
  vi.advanceTimersByTime(IDLE_AFTER_MS - 1);
  page.dispatchEvent(new Event('pointermove'));
  vi.advanceTimersByTime(IDLE_AFTER_MS - 1);
  expect(front.isInFront).toBe(true);
  vi.advanceTimersByTime(1);
  expect(front.isInFront).toBe(false);
  page.dispatchEvent(new Event('keydown'));
  expect(told).toEqual([true, false, true]);
});

test('nothing is told after it stopped', () => {
  const { page, told, front } = watch();
  front.stop();
  page.turn('hidden');
  vi.advanceTimersByTime(IDLE_AFTER_MS);
  expect(told).toEqual([true]);
});

const MAYA = { id: 'maya', name: 'Maya Okafor' };
const LEO = { id: 'leo', name: 'Leo Marchetti' };

const entryOf = (visitorId: string, agentId: string | null) =>
  ({
    visitorId,
    agentId,
    conversationId: `conv_${visitorId}`,
    email: `${visitorId}@northfold.example`,
    messageCount: 1,
  }) as InboxEntry;

/** The dashboard of the manager Ines with three visitors, the first of them open. */
function openDesk() {
  const entries = [entryOf('elena', MAYA.id), entryOf('priya', LEO.id), entryOf('noor', null)];
  const opened = { entry: entries[0] as InboxEntry, conversationId: 'conv_elena' };
  const posted: unknown[] = [];
  const answers: Record<string, object> = {
    '/agentchat/many': { done: entries.map(({ visitorId }) => visitorId), refused: [] },
  };
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') posted.push([url, JSON.parse(body as string)]);
    return Response.json(answers[url] ?? { ...opened, entries: [], hasMore: false });
  });
  const store = new InboxStore({
    clock: systemClock,
    agentId: 'ines',
    scopes: ['mine', 'all'],
    query: { ...DEFAULT_QUERY, scope: 'all' },
    list: { entries, hasMore: false, end: null } as never,
    figures: {} as Figures,
    opened,
    onSignedOut: () => undefined,
    onRoleChanged: () => undefined,
  });
  let emit: ((event: WritingEvent) => void) | undefined;
  store.hints.subscribe({
    on: (name: string, listener: never) => {
      if (name === 'writing') emit = listener;
    },
  } as unknown as LiveSocket);
  const write = (by: typeof MAYA, visitorId: string, isOver = false) =>
    emit?.({ visitorId, conversationId: `conv_${visitorId}`, by, isNote: false, isOver });
  const asked = () => store.getState().takeOver?.writers.map(({ name }) => name) ?? null;
  return { store, posted, write, asked };
}

const TAKEN = ['/agentchat/visitors/elena/take', { fromAgentId: MAYA.id }];
const REOPENED = ['/agentchat/conversations/conv_elena/completed', { isCompleted: false }];

test('reopening a conversation whose agent is writing asks first, and reopens it after the answer', async () => {
  const { store, posted, write, asked } = openDesk();
  write(MAYA, 'elena');
  await store.visitor.takeAndReopen();
  expect([asked(), posted]).toEqual([['Maya Okafor'], []]);
  await store.confirmTakeOver();
  expect([asked(), posted]).toEqual([null, [TAKEN, REOPENED]]);
});

test('without anybody who writes, and after Cancel, nothing is asked and nothing is left to confirm', async () => {
  const { store, posted, write, asked } = openDesk();
  // Leo reads along, but Maya is the agent.
  write(LEO, 'elena');
  await store.visitor.takeAndReopen();
  expect([asked(), posted]).toEqual([null, [TAKEN, REOPENED]]);
  write(MAYA, 'elena');
  await store.visitor.take();
  store.dropTakeOver();
  await store.confirmTakeOver();
  expect(posted).toHaveLength(2);
});

test('assigning several visitors to oneself asks first, naming each agent who is writing to one of them', async () => {
  const { store, posted, write, asked } = openDesk();
  store.selection.begin();
  store.selection.all();
  write(MAYA, 'elena');
  write(LEO, 'priya');
  await store.selection.act({ kind: 'take' });
  expect([asked(), posted]).toEqual([['Maya Okafor', 'Leo Marchetti'], []]);
  write(LEO, 'priya', true);
  expect(asked()).toEqual(['Maya Okafor']);
  await store.confirmTakeOver();
  expect(asked()).toBeNull();
  expect(posted).toMatchObject([['/agentchat/many', { action: { kind: 'take' } }]]);
});

test('the question goes when nobody writes any more, and other actions on several visitors ask nothing', async () => {
  const { store, posted, write, asked } = openDesk();
  store.selection.begin();
  store.selection.all();
  write(MAYA, 'elena');
  await store.selection.act({ kind: 'take' });
  write(MAYA, 'elena', true);
  expect([asked(), posted]).toEqual([null, []]);
  write(MAYA, 'elena');
  expect(asked()).toBeNull();
  await store.selection.act({ kind: 'assign', to: { kind: 'queue' } });
  expect(asked()).toBeNull();
  expect(posted).toMatchObject([['/agentchat/many', { action: { kind: 'assign' } }]]);
});
