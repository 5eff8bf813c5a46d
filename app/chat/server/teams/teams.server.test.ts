import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { auditOf, refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import type { Actor } from '../../../accounts/protocol/program.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { drainQueue } from '../assignment/drain-queue.server.ts';
import { transferVisitor } from '../assignment/transfer-visitor.server.ts';
import { readConversation } from '../read/read-conversation.server.ts';
import { visitors } from '../tables.server.ts';
import type { TransferTarget } from '../../protocol/views.ts';
import { readTeams, readTeamTargets } from './read-teams.server.ts';
import { deleteTeam, saveTeam, type TeamForm } from './save-team.server.ts';
import { topic } from '../../../../tests/support/topics.ts';

const store = useDatabase();
const there = { connectedUntil: new Date('2100-01-01T00:00:00Z') };
const SALES: TeamForm = { name: 'Sales', topics: [topic('sales')], hours: '', memberIds: ['leo'] };

const save = (
  member: Member,
  form: Partial<TeamForm> = {},
  over?: { id: string; version: string },
) =>
  saveTeam(
    createChatContext(store.db, new TestClock()),
    tracedBy(member),
    member,
    { ...SALES, ...form },
    over,
  );

const holderOf = async (id: string) => (await readConversation(store.db, id))?.agentName ?? null;

describe('keeping teams', () => {
  test('is for managers and admins, and stands in the audit log', async () => {
    const maya = await hire(store.db, 'maya');
    const ines = await hire(store.db, 'ines');
    await hire(store.db, 'leo');
    expect(await refusalOf(save(maya))).toMatchObject({ status: 403 });
    await save(ines, { hours: 'mon-fri 9:00-17:30', memberIds: ['leo', 'maya', 'nobody'] });
    const [team] = await readTeams(store.db);
    expect(team).toMatchObject({
      name: 'Sales',
      topics: ['sales'],
      hours: 'Mon-Fri 09:00-17:30',
    });
    expect(team?.memberIds.toSorted()).toEqual(['leo', 'maya']);
    await save(ines, { name: 'Billing', memberIds: [] }, team);
    expect(await readTeams(store.db)).toMatchObject([
      { name: 'Billing', hours: null, memberIds: [] },
    ]);
    const removing = (member: Member) =>
      deleteTeam(
        createChatContext(store.db, new TestClock()),
        tracedBy(member),
        member,
        team?.id ?? '',
      );
    expect(await refusalOf(removing(maya))).toMatchObject({ status: 403 });
    await removing(ines);
    await removing(ines);
    expect(await readTeams(store.db)).toEqual([]);
    for (const action of ['team-created', 'team-changed', 'team-deleted']) {
      expect(await auditOf(store.db, action)).toHaveLength(1);
    }
  });

  test('refuses a name that is taken, none at all, and hours that cannot be read', async () => {
    const ines = await hire(store.db, 'ines');
    await save(ines);
    expect(await refusalOf(save(ines, { name: ' sales ' }))).toMatchObject({
      status: 409,
      field: 'name',
    });
    expect(await refusalOf(save(ines, { name: ' ' }))).toMatchObject({
      status: 400,
      field: 'name',
    });
    expect(await refusalOf(save(ines, { name: 'Late', hours: 'evenings' }))).toMatchObject({
      status: 400,
      field: 'hours',
    });
    const both = await Promise.allSettled([
      save(ines, { name: 'Art' }),
      save(ines, { name: 'ART' }),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('of two who change a team at once the second is told', async () => {
    const ines = await hire(store.db, 'ines');
    await save(ines);
    const [team] = await readTeams(store.db);
    const clock = new TestClock();
    clock.advance(1000);
    const change = (name: string) =>
      saveTeam(createChatContext(store.db, clock), tracedBy(ines), ines, { ...SALES, name }, team);
    await change('Sales and quotes');
    expect(await refusalOf(change('Sales, Europe'))).toMatchObject({ status: 409 });
    expect(await readTeams(store.db)).toMatchObject([{ name: 'Sales and quotes' }]);
  });
});

describe('a conversation', () => {
  test('goes to the team of its topic first, to others when all of it are full, and then waits', async () => {
    const ines = await hire(store.db, 'ines');
    await hire(store.db, 'maya', { ...there, capacity: 1 });
    await hire(store.db, 'leo', { ...there, capacity: 2 });
    await save(ines);
    const names: (string | null)[] = [];
    for (const email of Object.values(VISITORS).slice(0, 4)) {
      names.push((await visit(store.db, email)).conversation.agentName);
    }
    expect(names).toEqual(['Leo Marchetti', 'Leo Marchetti', 'Maya Okafor', null]);
  });

  test('of another topic, or outside the team’s hours, goes as if there were no team', async () => {
    const ines = await hire(store.db, 'ines');
    await hire(store.db, 'leo', { ...there, lastAssignedAt: new Date() });
    await hire(store.db, 'maya', there);
    await save(ines, { topics: [topic('general')] });
    expect((await visit(store.db, VISITORS.elena)).conversation.agentName).toBe('Maya Okafor');
    // The test clock starts at 6:00 on a Friday in New York.
    await save(ines, { name: 'Weekend', hours: 'Sat-Sun 09:00-17:00' });
    await save(ines, { name: 'Afternoon', hours: 'Fri 12:00-18:00' });
    await store.db.delete(visitors);
    expect((await visit(store.db, VISITORS.priya)).conversation.agentName).toBe('Leo Marchetti');
    await store.db.delete(visitors);
    await save(ines, { name: 'Early', hours: 'Fri 05:00-07:00', memberIds: ['leo'] });
    expect((await visit(store.db, VISITORS.noor)).conversation.agentName).toBe('Leo Marchetti');
  });

  test('goes to somebody who is there before a team of which nobody is', async () => {
    const ines = await hire(store.db, 'ines');
    await hire(store.db, 'leo');
    await hire(store.db, 'maya', there);
    await save(ines);
    expect((await visit(store.db, VISITORS.elena)).conversation.agentName).toBe('Maya Okafor');
  });
});

describe('handing over', () => {
  async function held() {
    const ines = await hire(store.db, 'ines');
    const maya = await hire(store.db, 'maya', there);
    const elena = await visit(store.db, VISITORS.elena);
    elena.events.length = 0;
    const hand = (to: TransferTarget, by: Actor = maya) => {
      const chat = createChatContext(store.db, elena.clock, elena.publisher);
      const trace = 'program' in by ? by.trace : tracedBy(by);
      const note = 'Knows what she wants.';
      return transferVisitor(chat, trace, by, { visitorId: elena.visitorId, to, note });
    };
    const toTeam = async () => {
      await save(ines, { memberIds: ['leo', 'sam', 'maya'], topics: [] });
      const [team] = await readTeams(store.db);
      return { kind: 'team', id: team?.id ?? '' } as const;
    };
    return { ines, maya, elena, hand, toTeam };
  }

  test('to a team gives the visitor to whoever of it is there and has room, and is written down', async () => {
    const { elena, hand, toTeam } = await held();
    await hire(store.db, 'leo', { ...there, capacity: 1 });
    await hire(store.db, 'sam', there);
    await visit(store.db, VISITORS.priya);
    await hand(await toTeam());
    expect(await holderOf(elena.id)).toBe('Sam Whitlock');
    expect(elena.events.map(({ name, to }) => [name, to])).toEqual([
      ['unassigned', 'maya'],
      ['entry', 'sam'],
      ['conversation', elena.id],
    ]);
    expect(await auditOf(store.db, 'visitor-handed-over')).toMatchObject([
      { actorId: 'maya', detail: 'Maya Okafor → Sales (Sam Whitlock)' },
    ]);
  });

  test('to a team is done once when a program repeats it, while a member means a colleague', async () => {
    const { ines, elena, hand, toTeam } = await held();
    await hire(store.db, 'leo', there);
    const team = await toTeam();
    const program = { program: 'Desk', trace: tracedBy(ines) };
    await hand(team, program);
    await hand(team, program);
    expect(await holderOf(elena.id)).toBe('Maya Okafor');
    await hand(team);
    expect(await holderOf(elena.id)).toBe('Leo Marchetti');
    await hand(team, program);
    expect(await holderOf(elena.id)).toBe('Leo Marchetti');
    expect(await auditOf(store.db, 'visitor-handed-over')).toHaveLength(1);
  });

  test('to a team of which nobody else accepts chats is refused, and such a team is not offered', async () => {
    const { elena, maya, hand, toTeam } = await held();
    await hire(store.db, 'leo', { ...there, acceptsChats: false });
    const team = await toTeam();
    expect(await readTeamTargets(store.db, maya.id)).toEqual([]);
    expect(await refusalOf(hand(team))).toMatchObject({ status: 400 });
    expect(await holderOf(elena.id)).toBe('Maya Okafor');
    const gone = { kind: 'team', id: '00000000-0000-4000-8000-000000000000' } as const;
    expect(await refusalOf(hand(gone))).toMatchObject({ status: 404 });
  });

  test('back to the queue gives the visitor to anybody but whoever had them', async () => {
    const { elena, hand } = await held();
    await hand({ kind: 'queue' });
    expect(await holderOf(elena.id)).toBeNull();
    expect(elena.events.map(({ name }) => name)).toEqual([
      'unassigned',
      'waits',
      'conversation',
      'queue',
    ]);
    await store.db.update(profiles).set({ lastAssignedAt: null });
    await hire(store.db, 'leo', there);
    await drainQueue(createChatContext(store.db, elena.clock));
    expect(await holderOf(elena.id)).toBe('Leo Marchetti');
  });

  test('back to the queue is one step where somebody has room: the visitor never waits', async () => {
    const { elena, hand } = await held();
    await hire(store.db, 'leo', there);
    await hand({ kind: 'queue' });
    expect(elena.events.map(({ name, to }) => [name, to])).toEqual([
      ['unassigned', 'maya'],
      ['entry', 'leo'],
      ['conversation', elena.id],
    ]);
    expect(await auditOf(store.db, 'visitor-handed-over')).toMatchObject([
      { detail: 'Maya Okafor → queue (Leo Marchetti)' },
    ]);
  });

  test('is for whoever has the visitor, and for managers', async () => {
    const { elena, ines, hand } = await held();
    const leo = await hire(store.db, 'leo', there);
    expect(await refusalOf(hand({ kind: 'queue' }, leo))).toMatchObject({ status: 404 });
    expect(await holderOf(elena.id)).toBe('Maya Okafor');
    await hand({ kind: 'queue' }, ines);
    expect(await holderOf(elena.id)).toBe('Leo Marchetti');
  });
});
