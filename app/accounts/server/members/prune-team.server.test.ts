import { expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { pruneTeam } from './prune-team.server.ts';
import { accountTokens, authSessions, invitations } from '../tables.server.ts';

const store = useDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;

test('what is over goes, what still works stays', async () => {
  const { db } = store;
  const clock = new TestClock();
  const at = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
  await db.delete(accountTokens);
  await db.delete(invitations);
  await hire(db, 'maya');
  const token = { purpose: 'reset-password' as const, userId: 'maya', createdAt: at(-1) };
  await db.insert(accountTokens).values([
    { ...token, tokenHash: 'over', expiresAt: at(-1.01) },
    { ...token, tokenHash: 'can be disowned', expiresAt: at(-0.99) },
    { ...token, tokenHash: 'works', expiresAt: at(0.01) },
  ]);
  const session = { userId: 'maya', createdAt: at(-5), provedAt: at(-5) };
  await db.insert(authSessions).values([
    { ...session, id: 'over', token: 'a', expiresAt: at(-0.01) },
    { ...session, id: 'too long', token: 'b', createdAt: at(-90.01), expiresAt: at(10) },
    { ...session, id: 'awaits a factor', token: 'd', provedAt: null, expiresAt: at(10) },
    { ...session, id: 'works', token: 'c', expiresAt: at(10) },
  ]);
  const invitation = { role: 'agent' as const, invitedBy: 'maya', createdAt: at(-40) };
  await db.insert(invitations).values([
    { ...invitation, email: 'a@b.example', tokenHash: 'over', expiresAt: at(-31) },
    { ...invitation, email: 'b@b.example', tokenHash: 'can be sent again', expiresAt: at(-29) },
  ]);

  await Promise.all([pruneTeam(db, clock), pruneTeam(db, clock)]);
  expect(await db.select({ is: accountTokens.tokenHash }).from(accountTokens)).toEqual([
    { is: 'can be disowned' },
    { is: 'works' },
  ]);
  expect(await db.select({ is: authSessions.id }).from(authSessions)).toEqual([{ is: 'works' }]);
  expect(await db.select({ is: invitations.tokenHash }).from(invitations)).toEqual([
    { is: 'can be sent again' },
  ]);
});
