import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  hire,
  createChatContext,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { readLabels, saveLabel } from '../contacts/manage-labels.server.ts';
import { visitorLabels } from '../contacts/tables.server.ts';
import { markReadByMember } from '../messages/mark-read.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { visitors } from '../tables.server.ts';
import type { ManyAction } from '../../protocol/many.ts';
import { actOnMany } from './act-on-many.server.ts';

const store = useDatabase();
const HOUR_MS = 60 * 60_000;

async function desk() {
  const clock = new TestClock();
  const maya = await hire(store.db, 'maya');
  const elena = await visit(store.db, VISITORS.elena, clock);
  const astrid = await visit(store.db, VISITORS.astrid, clock);
  const leo = await hire(store.db, 'leo');
  const ines = await hire(store.db, 'ines');
  const priya = await visit(store.db, VISITORS.priya, clock);
  for (const one of [elena, astrid, priya]) await one.sendText('Hello');
  const appContext = createChatContext(store.db, clock, elena.publisher);
  const all = [elena, astrid, priya].map(({ visitorId }) => visitorId);
  const act = async (member: Member, action: ManyAction, ids: readonly string[] = all) => {
    const rows = await store.db.select().from(visitors);
    const seen = ids.map((id) => ({
      id,
      agentId: rows.find((row) => row.id === id)?.agentId ?? null,
    }));
    return actOnMany(appContext, tracedBy(member), member, seen, action);
  };
  const stateOf = async (visitorId: string) =>
    (await store.db.select().from(visitors).where(eq(visitors.id, visitorId)))[0];
  return { appContext, clock, maya, leo, ines, elena, astrid, priya, act, stateOf };
}

describe('what is done with several visitors', () => {
  test('is done with those who are one’s own, and said of each of the others', async () => {
    const { maya, ines, elena, astrid, priya, act, stateOf } = await desk();
    const outcome = await act(maya, { kind: 'resolve' });
    expect(outcome.done).toEqual([elena.visitorId, astrid.visitorId]);
    // An agent is not told who holds another agent's visitor.
    expect(outcome.refused).toEqual([
      { visitorId: priya.visitorId, why: "This conversation isn't available." },
    ]);
    expect(outcome.completed).toEqual([elena.id, astrid.id]);
    expect(await stateOf(elena.visitorId)).toMatchObject({ state: 'resolved' });
    expect(await stateOf(priya.visitorId)).toMatchObject({ state: 'waiting' });
    expect((await act(ines, { kind: 'resolve' }, [priya.visitorId])).refused).toEqual([
      {
        visitorId: priya.visitorId,
        why: 'This visitor is assigned to Leo Marchetti. Take over first.',
      },
    ]);
  });

  test('is refused for whoever went to a colleague, who is named to whoever had them', async () => {
    const { appContext, maya, leo, ines, elena, astrid, act } = await desk();
    const seen = [elena, astrid].map(({ visitorId: id }) => ({ id, agentId: maya.id }));
    await markReadByMember(appContext, maya, elena.id, 1);
    await act(ines, { kind: 'assign', to: { kind: 'agent', id: leo.id } });
    const resolve = { kind: 'resolve' } as const;
    expect((await actOnMany(appContext, tracedBy(maya), maya, seen, resolve)).refused).toEqual([
      { visitorId: elena.visitorId, why: 'This visitor is now assigned to Leo Marchetti.' },
      { visitorId: astrid.visitorId, why: 'This visitor is no longer assigned to you.' },
    ]);
    // A missing visitor gives the same message as a visitor they never had.
    const nobody = { id: crypto.randomUUID(), agentId: maya.id };
    expect((await actOnMany(appContext, tracedBy(maya), maya, [nobody], resolve)).refused).toEqual([
      { visitorId: nobody.id, why: 'This visitor is no longer assigned to you.' },
    ]);
  });

  test('is taken back as it stood, and twice is once', async () => {
    const { maya, elena, astrid, act, stateOf } = await desk();
    const own = [elena.visitorId, astrid.visitorId];
    const before = await stateOf(elena.visitorId);
    const { completed } = await act(maya, { kind: 'resolve' }, own);
    expect((await act(maya, { kind: 'resolve' }, [...own, ...own])).completed).toEqual([]);
    const undo = { kind: 'reopen', completed } as const;
    expect(await act(maya, undo, own)).toMatchObject({ done: own, refused: [] });
    await act(maya, undo, own);
    expect(await stateOf(elena.visitorId)).toEqual(before);
  });

  test('opens nothing again of somebody who is not among them', async () => {
    const { maya, leo, elena, priya, act, stateOf } = await desk();
    const { completed } = await act(leo, { kind: 'resolve' }, [priya.visitorId]);
    await act(maya, { kind: 'reopen', completed }, [elena.visitorId]);
    expect(await stateOf(priya.visitorId)).toMatchObject({ state: 'resolved' });
  });

  test('can be snoozing, and a time that is past is refused for each', async () => {
    const { clock, maya, elena, astrid, act, stateOf } = await desk();
    const own = [elena.visitorId, astrid.visitorId];
    const until = (ms: number) => new Date(clock.now().getTime() + ms);
    await act(maya, { kind: 'snooze', until: until(HOUR_MS) }, own);
    expect(await stateOf(elena.visitorId)).toMatchObject({ state: 'snoozed' });
    await act(maya, { kind: 'snooze', until: null }, own);
    expect(await stateOf(elena.visitorId)).toMatchObject({ state: 'waiting' });
    const past = await act(maya, { kind: 'snooze', until: until(-1) }, own);
    expect(past).toMatchObject({ done: [], refused: [{}, {}] });
  });

  test('can be giving them to somebody, by whoever may', async () => {
    const { maya, leo, ines, elena, priya, act, stateOf } = await desk();
    const given = await act(maya, { kind: 'assign', to: { kind: 'agent', id: leo.id } });
    expect(given.refused).toMatchObject([{ visitorId: priya.visitorId }]);
    expect(await stateOf(elena.visitorId)).toMatchObject({ agentId: 'leo' });
    await act(ines, { kind: 'take' });
    for (const id of [elena.visitorId, priya.visitorId]) {
      expect(await stateOf(id)).toMatchObject({ agentId: 'ines' });
    }
    // The selection still showed Ines as the agent. The second request is refused and takes nothing.
    await act(ines, { kind: 'assign', to: { kind: 'agent', id: maya.id } }, [elena.visitorId]);
    const appContext = createChatContext(store.db, new TestClock());
    const seen = [{ id: elena.visitorId, agentId: 'leo' }];
    const late = await actOnMany(appContext, tracedBy(ines), ines, seen, { kind: 'take' });
    expect(late.refused).toEqual([
      { visitorId: elena.visitorId, why: 'This visitor is now assigned to Maya Okafor.' },
    ]);
  });

  test('can be a label, put on and taken off', async () => {
    const { ines, act } = await desk();
    const appContext = createChatContext(store.db, new TestClock());
    await saveLabel(appContext, tracedBy(ines), { name: 'VIP', colour: 'green' });
    const labelId = (await readLabels(store.db))[0]?.id ?? '';
    await act(ines, { kind: 'label', labelId, isOn: true });
    await act(ines, { kind: 'label', labelId, isOn: true });
    expect(await store.db.select().from(visitorLabels)).toHaveLength(3);
    await act(ines, { kind: 'label', labelId, isOn: false });
    expect(await store.db.select().from(visitorLabels)).toEqual([]);
    const gone = await act(ines, { kind: 'label', labelId: crypto.randomUUID(), isOn: true });
    expect(gone.refused).toHaveLength(3);
  });

  test('gives the places that become free away once, to all for whom there is room then', async () => {
    const { clock, maya, leo, elena, astrid, priya, stateOf } = await desk();
    await store.db.update(profiles).set({ capacity: 2 }).where(eq(profiles.id, maya.id));
    await store.db.update(profiles).set({ capacity: 1 }).where(eq(profiles.id, leo.id));
    await store.db.update(profiles).set({ acceptsChats: false }).where(eq(profiles.id, 'ines'));
    const queued = [];
    for (const email of [VISITORS.noor, VISITORS.kofi, VISITORS.walter]) {
      const one = await visit(store.db, email, clock);
      await one.sendText('Is anybody there?');
      clock.advance(1000);
      queued.push(one);
    }
    expect(await stateOf(queued[0]?.visitorId ?? '')).toMatchObject({ agentId: null });
    let transactions = 0;
    const counted = new Proxy(store.db, {
      get(db, name) {
        if (name === 'transaction') transactions += 1;
        return Reflect.get(db, name, db);
      },
    });
    const appContext = createChatContext(counted, clock, elena.publisher);
    const seen = [elena, astrid].map(({ visitorId: id }) => ({ id, agentId: maya.id }));
    await actOnMany(appContext, tracedBy(maya), maya, seen, { kind: 'resolve' });
    // Two visitors are resolved, two are assigned to Maya, and she has no capacity for the third.
    expect(transactions).toBe(5);
    const holders = await Promise.all(queued.map(({ visitorId }) => stateOf(visitorId)));
    expect(holders.map((row) => row?.agentId)).toEqual([maya.id, maya.id, null]);
    expect(await stateOf(priya.visitorId)).toMatchObject({ agentId: leo.id });
  });

  test('is nothing for visitors who do not exist', async () => {
    const { ines, act } = await desk();
    const strange = crypto.randomUUID();
    for (const action of [
      { kind: 'resolve' },
      { kind: 'take' },
      { kind: 'assign', to: { kind: 'queue' } },
    ] as const) {
      expect(await act(ines, action, [strange])).toMatchObject({
        done: [],
        refused: [{ visitorId: strange }],
      });
    }
  });
});
