import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { auditOf, NOBODY, refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { markReadByMember } from '../messages/mark-read.server.ts';
import { readUnread } from '../read/inbox-counts.server.ts';
import { readColleagues } from '../read/read-colleagues.server.ts';
import { readAgents, readAvailability } from '../read/read-desk.server.ts';
import { visitors } from '../tables.server.ts';
import { chooseToAnswer, followRole, giveRole } from './change-status.server.ts';
import { setAvailability, setCapacity } from './set-availability.server.ts';
import { transferVisitor } from './transfer-visitor.server.ts';

const store = useDatabase();
const clock = new TestClock();
const appContext = () => createChatContext(store.db, clock);

const choose = (by: Member, id: string, answers: boolean) =>
  chooseToAnswer(appContext(), tracedBy(by), id, answers);

async function agentOf(email: string): Promise<string | null | undefined> {
  const [row] = await store.db
    .select({ agentId: visitors.agentId })
    .from(visitors)
    .where(eq(visitors.email, email));
  return row?.agentId;
}

const stateNow = async () => (await readAvailability(store.db, clock, undefined)).state;

test('an admin who answers visitors is assigned those who wait and those who come, like an agent', async () => {
  const henrik = await hire(store.db, 'henrik', {
    connectedUntil: sql`clock_timestamp() + interval '1 hour'` as never,
  });
  await visit(store.db, VISITORS.elena, clock);
  expect(await agentOf(VISITORS.elena)).toBeNull();
  expect([await stateNow(), await readAgents(store.db), await readColleagues(store.db)]).toEqual([
    'unstaffed',
    [],
    [],
  ]);

  await choose(henrik, henrik.id, true);
  expect(await agentOf(VISITORS.elena)).toBe(henrik.id);
  await visit(store.db, VISITORS.priya, clock);
  expect(await agentOf(VISITORS.priya)).toBe(henrik.id);
  expect(await stateNow()).toBe('online');
  expect(await readAgents(store.db)).toMatchObject([{ id: henrik.id, state: 'online' }]);
  expect(await readColleagues(store.db)).toMatchObject([{ id: henrik.id }]);

  // Capacity and the switch 'Accept new chats' work as for an agent.
  await setCapacity(appContext(), henrik, henrik.id, 2);
  await visit(store.db, VISITORS.noor, clock);
  expect(await agentOf(VISITORS.noor)).toBeNull();
  await setAvailability(appContext(), henrik.id, false);
  expect(await stateNow()).toBe('unstaffed');
  expect(await auditOf(store.db, 'answering-started')).toMatchObject([
    { actorId: henrik.id, subjectId: henrik.id },
  ]);
});

test('whoever stops answering hands the visitors over, and a second press changes nothing', async () => {
  const ines = await hire(store.db, 'ines');
  await choose(ines, ines.id, true);
  await visit(store.db, VISITORS.elena, clock);
  expect(await agentOf(VISITORS.elena)).toBe(ines.id);
  await hire(store.db, 'leo');
  await choose(ines, ines.id, false);
  await choose(ines, ines.id, false);
  expect(await agentOf(VISITORS.elena)).toBe('leo');
  expect(await auditOf(store.db, 'answering-stopped')).toHaveLength(1);
  const back = transferVisitor(appContext(), tracedBy(ines), ines, {
    visitorId: (await store.db.select().from(visitors))[0]?.id ?? '',
    to: { kind: 'agent', id: ines.id },
  });
  expect((await refusalOf(back)).status).toBe(400);
  const limit = setCapacity(appContext(), ines, ines.id, 3);
  expect((await refusalOf(limit)).status).toBe(404);
});

test('the choice stays with another role that has it, and ends with one that has not', async () => {
  const henrik = await hire(store.db, 'henrik');
  const ines = await hire(store.db, 'ines');
  const context = { ...appContext(), closeMember: () => undefined };
  const become = (role: 'admin' | 'manager' | 'support' | 'agent') =>
    giveRole(context, tracedBy(henrik), ines.id, role);
  const choice = async () =>
    (await store.db.select().from(profiles).where(eq(profiles.id, ines.id)))[0]?.answersVisitors;
  await choose(henrik, ines.id, true);
  await visit(store.db, VISITORS.elena, clock);
  await become('admin');
  expect([await choice(), await agentOf(VISITORS.elena)]).toEqual([true, ines.id]);
  await followRole(context, NOBODY, ines.id, 'manager');
  expect([await choice(), await agentOf(VISITORS.elena)]).toEqual([true, ines.id]);
  await become('agent');
  expect([await choice(), await agentOf(VISITORS.elena)]).toEqual([false, ines.id]);
  await become('manager');
  expect([await choice(), await agentOf(VISITORS.elena)]).toEqual([false, null]);
  await choose(ines, ines.id, true);
  await followRole(context, NOBODY, ines.id, 'support');
  expect([await choice(), await agentOf(VISITORS.elena)]).toEqual([false, null]);
});

test('only the member and admins decide, and agents and support have no choice', async () => {
  const henrik = await hire(store.db, 'henrik');
  const ines = await hire(store.db, 'ines');
  const maya = await hire(store.db, 'maya');
  const sam = await hire(store.db, 'sam');
  const refusals = [
    await refusalOf(choose(maya, henrik.id, true)),
    await refusalOf(choose(maya, ines.id, true)),
    await refusalOf(choose(ines, henrik.id, true)),
    await refusalOf(choose(maya, maya.id, true)),
    await refusalOf(choose(henrik, maya.id, true)),
    await refusalOf(choose(henrik, sam.id, false)),
    await refusalOf(choose(henrik, 'nobody', true)),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 409, 409, 409, 409]);
  expect(await store.db.$count(profiles, eq(profiles.answersVisitors, true))).toBe(0);
});

test('while nobody answers visitors, the queue counts as unread for those who may take it', async () => {
  const henrik = await hire(store.db, 'henrik');
  const elena = await visit(store.db, VISITORS.elena, clock);
  await elena.sendText('How much is a logo?');
  await elena.sendText('And a banner?');
  expect(await readUnread(store.db, henrik.id)).toBe(2);
  await markReadByMember(appContext(), henrik, elena.id, 1);
  expect(await readUnread(store.db, henrik.id)).toBe(1);
  // An agent is responsible for the queue, even when away.
  const leo = await hire(store.db, 'leo', { acceptsChats: false });
  expect(await readUnread(store.db, henrik.id)).toBe(0);
  expect(await readUnread(store.db, leo.id)).toBe(0);
});
