import { change, type After } from '../../../platform/change/change.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  hire,
  createChatContext,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { auditOf, refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import {
  approveMember,
  changeRole,
  declineMember,
  restoreMember,
  suspendMember,
} from './manage-members.server.ts';
import { authSessions, authUsers, profiles } from '../tables.server.ts';

const store = useDatabase();
const clock = new TestClock();

const profileOf = async (id: string) =>
  (await store.db.select().from(profiles).where(eq(profiles.id, id)))[0];

const within = <T>(trace: Trace, work: (tx: Database, after: After) => Promise<T>) =>
  change(createChatContext(store.db, clock), trace, work);

describe('an admin', () => {
  test('approves a waiting account with the role of their choice', async () => {
    const trace = tracedBy(await hire(store.db, 'henrik'));
    await hire(store.db, 'maya', { status: 'waiting', requestedRole: 'admin' });
    await within(trace, (tx, after) => approveMember(tx, after, clock, trace, 'maya', 'support'));
    expect(await profileOf('maya')).toMatchObject({ status: 'active', role: 'support' });
    expect(await auditOf(store.db, 'approved')).toMatchObject([
      { actorId: 'henrik', subjectId: 'maya', detail: 'support', requestId: 'request-1' },
    ]);
    const again = within(trace, (tx, after) =>
      approveMember(tx, after, clock, trace, 'maya', 'admin'),
    );
    expect((await refusalOf(again)).status).toBe(409);
  });

  test('declines a waiting account, and no other', async () => {
    const trace = tracedBy(await hire(store.db, 'henrik'));
    await hire(store.db, 'maya', { status: 'waiting' });
    await hire(store.db, 'leo');
    await declineMember(createChatContext(store.db, clock), trace, 'maya');
    expect(await profileOf('maya')).toBeUndefined();
    const active = declineMember(createChatContext(store.db, clock), trace, 'leo');
    expect((await refusalOf(active)).status).toBe(409);
    expect(await store.db.select().from(authUsers)).toHaveLength(2);
  });

  test('suspends somebody and ends their sessions, and lets them back in', async () => {
    const trace = tracedBy(await hire(store.db, 'henrik'));
    await hire(store.db, 'maya');
    const expiresAt = new Date('2030-01-01');
    await store.db
      .insert(authSessions)
      .values({ id: 's1', token: 't1', userId: 'maya', expiresAt });
    await within(trace, (tx, after) => suspendMember(tx, after, clock, trace, 'maya'));
    expect(await profileOf('maya')).toMatchObject({ status: 'suspended' });
    expect(await store.db.select().from(authSessions)).toEqual([]);
    await within(trace, (tx, after) => restoreMember(tx, after, clock, trace, 'maya'));
    expect(await profileOf('maya')).toMatchObject({ status: 'active' });
  });

  test('can neither suspend nor demote themselves', async () => {
    const trace = tracedBy(await hire(store.db, 'henrik'));
    const suspension = within(trace, (tx, after) =>
      suspendMember(tx, after, clock, trace, 'henrik'),
    );
    expect((await refusalOf(suspension)).status).toBe(409);
    const demotion = within(trace, (tx, after) =>
      changeRole(tx, after, clock, trace, 'henrik', 'agent'),
    );
    expect((await refusalOf(demotion)).status).toBe(409);
  });

  test('of two who suspend each other at once one stays', async () => {
    const henrik = await hire(store.db, 'henrik');
    const ines = await hire(store.db, 'ines', { role: 'admin' });
    const outcomes = await Promise.allSettled([
      within(tracedBy(henrik), (tx, after) =>
        suspendMember(tx, after, clock, tracedBy(henrik), 'ines'),
      ),
      within(tracedBy(ines), (tx, after) =>
        suspendMember(tx, after, clock, tracedBy(ines), 'henrik'),
      ),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('writes down a changed role, and says when somebody stops being an agent', async () => {
    const trace = tracedBy(await hire(store.db, 'henrik'));
    await hire(store.db, 'maya');
    const give = (role: 'support' | 'manager') =>
      within(trace, (tx, after) => changeRole(tx, after, clock, trace, 'maya', role));
    expect(await give('support')).toBe(true);
    expect(await give('support')).toBe(false);
    expect(await give('manager')).toBe(false);
    expect(await auditOf(store.db, 'role-changed')).toMatchObject([
      { detail: 'agent → support' },
      { detail: 'support → manager' },
    ]);
  });
});

describe('somebody who is no admin any more', () => {
  test.each(['maya', 'ines'] as const)('as %s can change nobody', async (name) => {
    const trace = tracedBy({ ...(await hire(store.db, name)), role: 'admin' });
    await hire(store.db, 'leo');
    await hire(store.db, 'sam', { status: 'waiting' });
    const attempts = [
      () => within(trace, (tx, after) => suspendMember(tx, after, clock, trace, 'leo')),
      () => within(trace, (tx, after) => changeRole(tx, after, clock, trace, 'leo', 'admin')),
      () => within(trace, (tx, after) => approveMember(tx, after, clock, trace, 'sam', 'admin')),
      () => declineMember(createChatContext(store.db, clock), trace, 'sam'),
    ];
    for (const attempt of attempts) expect((await refusalOf(attempt())).status).toBe(403);
    expect(await profileOf('leo')).toMatchObject({ status: 'active', role: 'agent' });
  });
});
