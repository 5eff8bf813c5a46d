import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import {
  employ,
  NOBODY,
  refusalOf,
  teamServices,
  tracedBy,
} from '../../../../tests/support/team.ts';
import {
  acceptInvitation,
  findInvitation,
  invite,
  readInvitations,
  revokeInvitation,
} from './invitations.server.ts';
import { changeRole, suspendMember } from './manage-members.server.ts';
import { takeRoleOfProvider } from '../openid/follow-role.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { auditLog } from '../../../platform/tables.server.ts';
import { signIn } from '../sessions/sign-in.server.ts';
import { signUp } from '../sign-in/sign-up.server.ts';
import { authUsers, profiles } from '../tables.server.ts';

const store = useDatabase();
const GUEST = 'noor.haddad@embarka.example';
const PASSWORD = 'lantern-tide-41';

async function withAdmin() {
  const services = teamServices(store.db);
  const henrik = await employ(store.db, services, 'henrik');
  const ask = (email = GUEST, role: 'manager' | 'agent' = 'manager') =>
    invite(services, tracedBy(henrik), email, role);
  const accept = (token: string) =>
    acceptInvitation(services, NOBODY, {
      token,
      firstName: 'Noor',
      lastName: 'Haddad',
      password: PASSWORD,
      confirmation: PASSWORD,
    });
  const profile = async () =>
    (await store.db.select().from(profiles).where(eq(profiles.email, GUEST)))[0];
  return { services, henrik, ask, accept, profile };
}

describe('an invitation', () => {
  test('makes an approved, verified account with the role it names', async () => {
    const { services, ask, accept, profile } = await withAdmin();
    await ask();
    const token = services.mail.lastToken;
    expect(await findInvitation(store.db, services.clock, token)).toEqual({
      email: GUEST,
      role: 'manager',
    });
    await accept(token);
    expect(await profile()).toMatchObject({ status: 'active', role: 'manager' });
    const credentials = { email: GUEST, password: PASSWORD };
    await signIn(store.db, services, NOBODY, new Headers(), credentials);
  });

  test('works once, also when raced', async () => {
    const { services, ask, accept } = await withAdmin();
    await ask();
    const token = services.mail.lastToken;
    const outcomes = await Promise.allSettled([accept(token), accept(token)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('ends after seven days', async () => {
    const { services, ask, accept } = await withAdmin();
    await ask();
    services.clock.advance(7 * 24 * 3_600_000 + 1);
    expect((await refusalOf(accept(services.mail.lastToken))).status).toBe(410);
    expect(await readInvitations(store.db, services.clock)).toMatchObject([{ isExpired: true }]);
  });

  test('can be withdrawn', async () => {
    const { services, henrik, ask, accept } = await withAdmin();
    await ask();
    const [invitation] = await readInvitations(store.db, services.clock);
    await revokeInvitation(services, tracedBy(henrik), invitation?.id ?? '');
    expect((await refusalOf(accept(services.mail.lastToken))).status).toBe(410);
  });

  test('sent again replaces the link and the role', async () => {
    const { services, ask, accept, profile } = await withAdmin();
    await ask();
    const older = services.mail.lastToken;
    await ask(GUEST, 'agent');
    expect((await refusalOf(accept(older))).status).toBe(410);
    await accept(services.mail.lastToken);
    expect(await profile()).toMatchObject({ role: 'agent' });
  });

  test('wins over a stranger who signed up with the same address meanwhile', async () => {
    const { services, ask, accept, profile } = await withAdmin();
    await ask();
    const token = services.mail.lastToken;
    await signUp(services, NOBODY, {
      firstName: 'Eve',
      lastName: 'Stranger',
      email: GUEST,
      role: 'admin',
      password: 'planted-words-1',
      confirmation: 'planted-words-1',
    });
    await accept(token);
    expect(await profile()).toMatchObject({ fullName: 'Noor Haddad', status: 'active' });
    const planted = { email: GUEST, password: 'planted-words-1' };
    expect(
      (await refusalOf(signIn(store.db, services, NOBODY, new Headers(), planted))).status,
    ).toBe(401);
  });

  test('is refused for an address that has an account', async () => {
    const { henrik, ask } = await withAdmin();
    expect((await refusalOf(ask(henrik.email))).status).toBe(409);
  });

  test('ends when its sender is suspended, demoted here or by the provider, or deleted', async () => {
    const { services, henrik, accept } = await withAdmin();
    const ways: [
      name: string,
      end: (tx: Database, after: After, id: string) => Promise<unknown>,
    ][] = [
      [
        'suspended',
        (tx, after, id) => suspendMember(tx, after, services.clock, tracedBy(henrik), id),
      ],
      [
        'demoted',
        (tx, after, id) => changeRole(tx, after, services.clock, tracedBy(henrik), id, 'manager'),
      ],
      [
        'by provider',
        (tx, after, id) => takeRoleOfProvider(tx, after, services.clock, id, 'agent'),
      ],
      ['deleted', (tx, _, id) => tx.delete(authUsers).where(eq(authUsers.id, id))],
    ];
    await invite(services, tracedBy(henrik), 'other@embarka.example', 'agent');
    for (const [name, end] of ways) {
      const ines = await hire(store.db, 'ines', { role: 'admin' });
      await invite(services, tracedBy(ines), GUEST, 'admin');
      await change(services, NOBODY, (tx, after) => end(tx, after, ines.id));
      expect([name, (await refusalOf(accept(services.mail.lastToken))).status]).toEqual([
        name,
        410,
      ]);
      expect((await refusalOf(invite(services, tracedBy(ines), GUEST, 'admin'))).status).toBe(403);
      await store.db.delete(authUsers).where(eq(authUsers.id, ines.id));
    }
    const remaining = await readInvitations(store.db, services.clock);
    expect(remaining.map(({ email }) => email)).toEqual(['other@embarka.example']);
    const revoked = await store.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'invitation-revoked'));
    expect(revoked.map(({ subject }) => subject)).toEqual([GUEST, GUEST, GUEST]);
  });
});
