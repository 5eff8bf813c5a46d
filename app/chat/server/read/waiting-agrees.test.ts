import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  hire,
  createChatContext,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { propertyRuns } from '../../../../tests/support/property-runs.ts';
import { NOBODY, tracedBy } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import {
  completeQuietConversations,
  reopenConversations,
  resolveVisitor,
} from '../resolution/complete-conversation.server.ts';
import { drainQueue } from '../assignment/drain-queue.server.ts';
import { rerouteWaiting } from '../assignment/reroute-waiting.server.ts';
import { snoozeVisitor, wakeSnoozed } from '../assignment/snooze-visitor.server.ts';
import { transferVisitor } from '../assignment/transfer-visitor.server.ts';
import { readQueuePositions } from '../assignment/queue.server.ts';
import { readReport } from '../reports/read-report.server.ts';
import { needNoAnswer } from '../messages/need-no-answer.server.ts';
import { unsendMessage } from '../messages/unsend-message.server.ts';
import { INBOX_VIEWS, type InboxView } from '../../protocol/entry-state.ts';
import type { InboxEntry, TransferTarget } from '../../protocol/views.ts';
import type { Viewer } from '../access.server.ts';
import { countViews } from './inbox-counts.server.ts';
import { listConversations } from './list-conversations.server.ts';
import { readBacklog } from './read-backlog.server.ts';
import { readAgents } from './read-desk.server.ts';
import { readInbox } from './read-inbox.server.ts';

const store = useDatabase();
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const EMAILS = [VISITORS.elena, VISITORS.priya, VISITORS.noor];

const ACTS = [
  'begin',
  'say',
  'answer',
  'take back the question',
  'take back the answer',
  'no answer needed',
  'resolve',
  'reopen',
  'undo resolve',
  'snooze',
  'wake',
  'to the queue',
  'to a colleague',
  'a minute passes',
  'two days pass',
  'the agent goes',
] as const;

type Act = readonly [(typeof ACTS)[number], visitor: number, chat: number];
type Chat = Awaited<ReturnType<typeof visit>>;

async function openDesk() {
  const clock = new TestClock();
  const there = { connectedUntil: new Date(Date.now() + 1000 * HOUR_MS) };
  const maya = await hire(store.db, 'maya', { ...there, capacity: 2 });
  const leo = await hire(store.db, 'leo', { ...there, capacity: 1 });
  const ines = await hire(store.db, 'ines');
  return { clock, maya, leo, ines, chats: EMAILS.map((): Chat[] => []) };
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

async function act(desk: Desk, [name, visitor, chat]: Act): Promise<void> {
  const { clock, maya, leo, ines, chats } = desk;
  clock.advance(1000);
  const theirs = chats[visitor]!;
  if (name === 'begin' || theirs.length === 0) {
    theirs.push(await visit(store.db, EMAILS[visitor]!, clock));
    return;
  }
  const one = theirs[chat % theirs.length]!;
  const appContext = createChatContext(store.db, clock, one.publisher);
  const holder = await holderOf(one);
  const who: Member = holder === leo.id ? leo : holder === maya.id ? maya : ines;
  const give = (to: TransferTarget) =>
    transferVisitor(appContext, tracedBy(ines), ines, { visitorId: one.visitorId, to });
  const until = (until: Date | null) => snoozeVisitor(appContext, who, one.id, until);
  const does: Record<(typeof ACTS)[number], () => Promise<unknown>> = {
    begin: async () => {},
    say: () => one.sendText('Is anybody there?'),
    answer: () => one.answer(who, 'Here I am'),
    'take back the question': () => unsend(appContext, one, one.viewer),
    'take back the answer': () => unsend(appContext, one, { kind: 'member', member: who }),
    'no answer needed': () => needNoAnswer(appContext, who, one.id, 1_000),
    resolve: () => resolveVisitor(appContext, who, one.id),
    reopen: () => reopenConversations(appContext, who, [one.id]),
    'undo resolve': async () => {
      const ids = await resolveVisitor(appContext, who, one.id);
      await reopenConversations(appContext, who, ids, { isUndo: true });
    },
    snooze: () => until(new Date(clock.now().getTime() + HOUR_MS)),
    wake: () => until(null),
    'to the queue': () => give({ kind: 'queue' }),
    'to a colleague': () => give({ kind: 'agent', id: who.id === maya.id ? leo.id : maya.id }),
    'a minute passes': async () => {
      clock.advance(MINUTE_MS);
      await rerouteWaiting(appContext);
      await drainQueue(appContext);
    },
    'two days pass': async () => {
      clock.advance(49 * HOUR_MS);
      await wakeSnoozed(appContext);
      await completeQuietConversations(appContext, 48 * HOUR_MS);
    },
    'the agent goes': () =>
      store.pool.query(`update profiles set connected_until = now() - interval '1 day'
        where id = '${maya.id}'`),
  };
  await does[name]().catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
  });
}

async function holderOf({ visitorId }: Chat): Promise<string | null> {
  const entries = await readInbox(store.db, { agentId: 'nobody', scope: 'all' });
  return entries.find((inboxEntry) => inboxEntry.visitorId === visitorId)?.agentId ?? null;
}

/**
 * Unsends the newest message of the chat, which fails if the message is not the viewer's or is older than
 * five minutes.
 */
async function unsend(
  appContext: ReturnType<typeof createChatContext>,
  { id }: Chat,
  viewer: Viewer,
) {
  const [record] = (await listConversations(store.db, {}, undefined, 100)).filter(
    (one) => one.id === id,
  );
  return unsendMessage(appContext, NOBODY, viewer, id, record?.lastNumber ?? 0);
}

/** Compares all parts of the product that show waiting, open, snoozed or resolved visitors. */
async function expectAgreement({ clock, maya, leo, ines }: Desk): Promise<void> {
  const { db } = store;
  const everybody = { agentId: ines.id, scope: 'all', entriesPerPage: 1000 } as const;
  const all = await readInbox(db, everybody);
  const shown: Partial<Record<InboxView, readonly InboxEntry[]>> = {};
  const counts = await countViews(db, ines.id, 'all');
  for (const view of INBOX_VIEWS) {
    shown[view] = await readInbox(db, { ...everybody, view });
    expect(shown[view]).toHaveLength(counts[view]);
  }
  const waiting = shown.waiting!;
  const ids = (entries: readonly { visitorId: string }[]) =>
    entries.map(({ visitorId }) => visitorId).sort();
  expect(ids(all.filter(({ state }) => state === 'waiting'))).toEqual(ids(waiting));
  expect(ids(all.filter(({ waitingSince }) => waitingSince !== null))).toEqual(ids(waiting));
  expect(counts.open + counts.snoozed + counts.resolved).toBe(all.length);

  // Every entry belongs to an agent or the queue and is counted there.
  const queue = await countViews(db, ines.id, 'queue');
  const [mayas, leos] = [
    await countViews(db, maya.id, 'mine'),
    await countViews(db, leo.id, 'mine'),
  ];
  for (const view of ['open', 'waiting', 'snoozed'] as const) {
    expect(mayas[view] + leos[view] + queue[view]).toBe(counts[view]);
  }
  expect(await readQueuePositions(db)).toHaveLength(queue.open + queue.snoozed);
  expect(await readBacklog(db)).toMatchObject({
    waitingVisitors: counts.waiting,
    queuedVisitors: queue.open + queue.snoozed,
  });
  const agents = new Map((await readAgents(db)).map((agent) => [agent.id, agent]));
  expect(agents.get(maya.id)?.openChats).toBe(mayas.open + mayas.snoozed);
  expect(agents.get(leo.id)?.openChats).toBe(leos.open + leos.snoozed);

  const today = clock.now().toISOString().slice(0, 10);
  const report = await readReport(
    db,
    clock,
    { preset: 'custom', from: today, to: today },
    { timeZone: 'UTC', hours: undefined },
  );
  const since = waiting.map((inboxEntry) => Date.parse(inboxEntry.waitingSince!));
  expect(report.waitingNow).toEqual({
    count: counts.waiting,
    longestSeconds: since.length > 0 ? (clock.now().getTime() - Math.min(...since)) / 1000 : null,
  });

  // The API returns conversations, whose visitor data must match the inbox.
  const records = await listConversations(db, {}, undefined, 1000);
  for (const inboxEntry of all) {
    const theirs = records.filter(({ visitor }) => visitor.id === inboxEntry.visitorId);
    const waits = theirs.flatMap(({ waitingSince }) => waitingSince ?? []).sort();
    expect(waits[0] ?? null).toBe(inboxEntry.waitingSince);
    expect(theirs.map(({ state }) => state)).toContain(inboxEntry.state);
  }
  for (const view of INBOX_VIEWS) {
    const listed = await listConversations(db, { view }, undefined, 1000);
    const states = view === 'open' ? ['waiting', 'open'] : [view];
    expect(listed).toEqual(records.filter(({ state }) => states.includes(state)));
  }
}

test('list, counts, queue, load, reports, metrics and API say the same of who waits, whatever was done', async () => {
  const attempt = fc.tuple(fc.constantFrom(...ACTS), fc.nat(2), fc.nat(2));
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 4, maxLength: 25 }), async (acts) => {
      await store.pool.query('truncate visitors, visitor_browsers, profiles, auth_users cascade');
      const desk = await openDesk();
      for (const one of acts) {
        await act(desk, one);
        await expect(expectAgreement(desk)).resolves.toBeUndefined();
      }
    }),
    propertyRuns(8),
  );
}, 120_000);
