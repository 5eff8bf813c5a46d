import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { WeeklyHours } from '../../../platform/weekly-hours.ts';
import { setAvailability, setCapacity } from './set-availability.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { accessToVisitor, scopesOf } from '../access.server.ts';
import { readConversation } from '../read/read-conversation.server.ts';
import { readQueuePositions } from './queue.server.ts';
import { readAgents, readAvailability, rememberAvailability } from '../read/read-desk.server.ts';
import { readThread } from '../read/read-thread.server.ts';
import { takeVisitor } from './give-visitor.server.ts';
import { transferVisitor } from './transfer-visitor.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;
const nobody = () => Promise.resolve(false);
const connected = { connectedUntil: new Date('2100-01-01T00:00:00Z') };

describe('the queue', () => {
  test('is seen and taken from by those who may, and by agents not at all', async () => {
    const sam = await hire(store.db, 'sam');
    const maya = await hire(store.db, 'maya', { acceptsChats: false });
    const ines = await hire(store.db, 'ines');
    const elena = await visit(store.db, VISITORS.elena);
    expect([sam, maya, ines].map(scopesOf)).toEqual([
      ['mine', 'queue'],
      ['mine'],
      ['mine', 'queue', 'all'],
    ]);
    expect(await accessToVisitor(store.db, sam, elena.visitorId)).toBe('read');
    expect(await accessToVisitor(store.db, maya, elena.visitorId)).toBeUndefined();
    const work = takeVisitor(
      createChatContext(store.db, elena.clock, elena.publisher),
      maya,
      elena.visitorId,
      null,
    );
    expect(await refusalOf(work)).toMatchObject({ status: 404 });
  });

  test('gives one visitor to one of two who take at once, and tells the other who has them', async () => {
    const sam = await hire(store.db, 'sam');
    const ines = await hire(store.db, 'ines');
    const elena = await visit(store.db, VISITORS.elena);
    const take = (member: typeof sam) =>
      takeVisitor(
        createChatContext(store.db, elena.clock, elena.publisher),
        member,
        elena.visitorId,
        null,
      );
    const outcomes = await Promise.allSettled([take(sam), take(ines)]);
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(lost).toHaveLength(1);
    const conversation = await readConversation(store.db, elena.id);
    expect(lost[0]?.reason).toMatchObject({
      status: 409,
      message: `This visitor is now assigned to ${conversation?.agentName}.`,
    });
    const winner = conversation?.agentName === sam.fullName ? sam : ines;
    await take(winner);
    expect(await accessToVisitor(store.db, winner, elena.visitorId)).toBe('write');
  });

  test('tells those who wait where they stand, also when somebody before them is taken', async () => {
    const sam = await hire(store.db, 'sam');
    const clock = new TestClock();
    const elena = await visit(store.db, VISITORS.elena, clock);
    clock.advance(1000);
    const priya = await visit(store.db, VISITORS.priya, clock);
    expect([elena, priya].map(({ conversation }) => conversation.queuePosition)).toEqual([1, 2]);
    elena.events.length = 0;
    await takeVisitor(
      createChatContext(store.db, clock, elena.publisher),
      sam,
      elena.visitorId,
      null,
    );
    expect(elena.events).toMatchObject([
      { name: 'entry', to: 'sam' },
      { name: 'conversation', event: { id: elena.id, agentName: 'Sam Whitlock' } },
      { name: 'queue' },
    ]);
    expect(await readQueuePositions(store.db)).toEqual([[priya.id]]);
    expect(await readConversation(store.db, priya.id)).toMatchObject({ queuePosition: 1 });
  });
});

describe('taking over', () => {
  test('is for managers, tells the former agent, and takes the thread from them', async () => {
    const maya = await hire(store.db, 'maya');
    const leo = await hire(store.db, 'leo', { acceptsChats: false });
    const ines = await hire(store.db, 'ines');
    const elena = await visit(store.db, VISITORS.elena);
    const take = (member: typeof maya, from: string) =>
      takeVisitor(
        createChatContext(store.db, elena.clock, elena.publisher),
        member,
        elena.visitorId,
        from,
      );
    expect(await refusalOf(take(leo, 'maya'))).toMatchObject({ status: 404 });
    // The request names Leo, but Maya has the visitor. A stale view takes nothing.
    expect(await refusalOf(take(ines, 'leo'))).toMatchObject({ status: 409 });
    elena.events.length = 0;
    await take(ines, 'maya');
    expect(elena.events.map(({ name, to }) => [name, to])).toEqual([
      ['unassigned', 'maya'],
      ['entry', 'ines'],
      ['conversation', elena.id],
    ]);
    expect(await accessToVisitor(store.db, maya, elena.visitorId)).toBeUndefined();
    expect(await accessToVisitor(store.db, ines, elena.visitorId)).toBe('write');
  });

  test('a note that goes with a transfer is there for the next agent', async () => {
    const maya = await hire(store.db, 'maya');
    const leo = await hire(store.db, 'leo', { acceptsChats: false });
    const elena = await visit(store.db, VISITORS.elena);
    await elena.sendText('Hello');
    await transferVisitor(
      createChatContext(store.db, elena.clock, elena.publisher),
      tracedBy(maya),
      maya,
      {
        visitorId: elena.visitorId,
        to: { kind: 'agent', id: 'leo' },
        note: ' Wants a discount. ',
      },
    );
    const thread = await readThread(store.db, leo, elena.visitorId, nobody);
    expect(thread?.notes).toMatchObject([{ authorName: 'Maya Okafor', text: 'Wants a discount.' }]);
  });
});

describe('capacity', () => {
  test('is not filled by a chat in which the agent had the last word a while ago', async () => {
    const maya = await hire(store.db, 'maya', { ...connected, capacity: 1 });
    const clock = new TestClock();
    const elena = await visit(store.db, VISITORS.elena, clock);
    await elena.sendText('Hello');
    expect(await readAgents(store.db)).toMatchObject([
      { id: 'maya', state: 'busy', activeChats: 1, openChats: 1, capacity: 1 },
    ]);
    await elena.answer(maya, 'Good morning');
    expect(await readAgents(store.db)).toMatchObject([
      { id: 'maya', state: 'online', activeChats: 0, openChats: 1 },
    ]);
    await elena.sendText('One more thing');
    expect(await readAgents(store.db)).toMatchObject([{ state: 'busy' }]);
  });

  test('is set by managers alone, within what the table allows', async () => {
    const maya = await hire(store.db, 'maya');
    const ines = await hire(store.db, 'ines');
    expect(
      await refusalOf(setCapacity(createChatContext(store.db, new TestClock()), maya, 'maya', 3)),
    ).toMatchObject({
      status: 403,
    });
    expect(
      await refusalOf(setCapacity(createChatContext(store.db, new TestClock()), ines, 'maya', 0)),
    ).toMatchObject({
      status: 400,
    });
    expect(
      await refusalOf(setCapacity(createChatContext(store.db, new TestClock()), ines, 'ines', 3)),
    ).toMatchObject({
      status: 404,
    });
    await setCapacity(createChatContext(store.db, new TestClock()), ines, 'maya', 3);
    await setCapacity(createChatContext(store.db, new TestClock()), ines, 'maya', null);
    expect(await readAgents(store.db)).toMatchObject([{ capacity: null, ownCapacity: null }]);
  });
});

describe('the availability visitors are told', () => {
  const state = async () => (await readAvailability(store.db, systemClock, undefined)).state;

  test('follows who accepts, who is there, and who has room', async () => {
    expect(await state()).toBe('unstaffed');
    await hire(store.db, 'maya', { capacity: 1 });
    expect(await state()).toBe('away');
    await store.db.update(profiles).set(connected);
    expect(await state()).toBe('online');
    await visit(store.db, VISITORS.elena, systemClock);
    expect(await state()).toBe('busy');
    await store.db.update(profiles).set({ acceptsChats: false }).where(eq(profiles.id, 'maya'));
    expect(await state()).toBe('unstaffed');
  });

  test('is closed outside the chat hours, and says when they begin', async () => {
    await hire(store.db, 'maya', connected);
    // The test clock starts at 10:00 UTC on Friday, 12 June.
    const hours = { timeZone: 'UTC', openings: [{ day: 5, from: 11 * 60, to: 12 * 60 }] };
    const clock = new TestClock();
    expect(await readAvailability(store.db, clock, hours)).toMatchObject({
      state: 'closed',
      opensAt: '2026-06-12T11:00:00.000Z',
    });
    clock.advance(60 * 60 * 1000);
    expect(await readAvailability(store.db, clock, hours)).toMatchObject({
      state: 'online',
      opensAt: null,
    });
  });

  test('measures waits from the first message to the first answer, once there are enough', async () => {
    const maya = await hire(store.db, 'maya', connected);
    const start = Date.now() - 24 * 60 * 60 * 1000;
    let now = start;
    const clock = { now: () => new Date(now) };
    const read = async () =>
      (await readAvailability(store.db, systemClock, undefined)).expectedMinutes;
    for (const email of Object.values(VISITORS).slice(0, 5)) {
      expect(await read()).toBeNull();
      const visitor = await visit(store.db, email, clock);
      await visitor.sendText('Hello');
      now += 3 * 60 * 1000;
      await visitor.answer(maya, 'Good morning');
      now += 60 * 60 * 1000;
      await visitor.answer(maya, 'Anything else?');
    }
    expect(await read()).toBe(3);
    // The expected waiting time holds only while somebody is online.
    await store.db.update(profiles).set({ connectedUntil: null });
    expect(await read()).toBeNull();
  });

  test('promises the usual three minutes while somebody answers, and to nobody else', async () => {
    const maya = await hire(store.db, 'maya', connected);
    let now = Math.floor(Date.now() / DAY_MS - 2) * DAY_MS + DAY_MS / 2;
    const clock = { now: () => new Date(now) };
    const thatDay = { day: clock.now().getUTCDay(), from: 0, to: 24 * 60 };
    for (let answered = 0; answered < 20; answered += 1) {
      const visitor = await visit(store.db, `visitor${answered}@northfold.example`, clock);
      await visitor.sendText('Hello');
      now += 3 * 60 * 1000;
      await visitor.answer(maya, 'Good morning');
    }
    // This is later than every cached measurement, because measurements are cached for minutes.
    now += 4 * DAY_MS;
    const read = (hours?: WeeklyHours) => readAvailability(store.db, clock, hours);
    const promised = { expectedMinutes: 3, usualMinutes: 3 };
    const nothing = { expectedMinutes: null, usualMinutes: null };
    expect(await read()).toMatchObject({ state: 'online', ...promised });
    const hours = { timeZone: 'UTC', openings: [thatDay] };
    expect(await read(hours)).toMatchObject({ state: 'closed', ...nothing });
    await store.db.update(profiles).set({ connectedUntil: null });
    expect(await read()).toMatchObject({ state: 'away', ...nothing });
    await store.db.update(profiles).set({ ...connected, acceptsChats: false });
    expect(await read()).toMatchObject({ state: 'unstaffed', ...nothing });
  });
});

describe('the availability that is kept ready', () => {
  const MAYAS_MORNING = { timeZone: 'UTC', openings: [{ day: 5, from: 11 * 60, to: 12 * 60 }] };
  const MINUTE = 60 * 1000;

  test('opens and closes on the minute, and not before', async () => {
    await hire(store.db, 'maya', connected);
    const clock = new TestClock();
    const cached = rememberAvailability(store.db, clock, () => MAYAS_MORNING);
    expect((await cached.read()).state).toBe('closed');
    clock.advance(60 * MINUTE - 1);
    expect((await cached.read()).state).toBe('closed');
    clock.advance(1);
    expect((await cached.read()).state).toBe('online');
    clock.advance(60 * MINUTE - 1);
    expect((await cached.read()).state).toBe('online');
    clock.advance(1);
    expect(await cached.read()).toMatchObject({
      state: 'closed',
      opensAt: '2026-06-19T11:00:00.000Z',
    });
  });

  test('closes in the middle of what would still be true otherwise', async () => {
    await hire(store.db, 'maya', connected);
    const clock = new TestClock();
    clock.advance(120 * MINUTE - 1_000);
    const cached = rememberAvailability(store.db, clock, () => MAYAS_MORNING);
    expect((await cached.read()).state).toBe('online');
    clock.advance(999);
    expect((await cached.read()).state).toBe('online');
    clock.advance(1);
    expect((await cached.read()).state).toBe('closed');
  });

  test('follows the last agent who goes, once that is told', async () => {
    const maya = await hire(store.db, 'maya', connected);
    const clock = new TestClock();
    const cached = rememberAvailability(store.db, clock, () => undefined);
    const appContext = createChatContext(store.db, clock);
    const told = {
      ...appContext,
      afterChange: { ...appContext.afterChange, committed: () => cached.forget() },
    };
    expect((await cached.read()).state).toBe('online');
    await setAvailability(told, maya.id, false);
    expect((await cached.read()).state).toBe('unstaffed');
    await setAvailability(told, maya.id, true);
    expect((await cached.read()).state).toBe('online');
  });

  test('finds by itself what nobody told, such as a lease that ended, after three seconds', async () => {
    await hire(store.db, 'maya', connected);
    const clock = new TestClock();
    const cached = rememberAvailability(store.db, clock, () => undefined);
    expect((await cached.read()).state).toBe('online');
    await store.db.update(profiles).set({ connectedUntil: null });
    clock.advance(2_999);
    expect((await cached.read()).state).toBe('online');
    clock.advance(1);
    expect((await cached.read()).state).toBe('away');
  });

  test('asks the database once for everybody who asks', async () => {
    const clock = new TestClock();
    const asked = vi.spyOn(store.db, 'execute');
    const cached = rememberAvailability(store.db, clock, () => undefined);
    await Promise.all(Array.from({ length: 50 }, () => cached.read()));
    const { length } = asked.mock.calls;
    for (let time = 0; time < 50; time += 1) await cached.read();
    expect(asked.mock.calls.length).toBe(length);
    expect(length).toBeLessThanOrEqual(3);
    asked.mockRestore();
  });
});
