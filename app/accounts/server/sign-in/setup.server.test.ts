import { describe, expect, test } from 'vitest';
import { useDatabase } from '../../../../tests/support/database.ts';
import { CAST } from '../../../../tests/support/cast.ts';
import { employ, NOBODY, refusalOf, teamServices } from '../../../../tests/support/team.ts';
import { completeSetup, offerSetup, type Setup } from './setup.server.ts';
import { signUp } from './sign-up.server.ts';
import { profiles } from '../tables.server.ts';

const store = useDatabase();

const FORM: Omit<Setup, 'token'> = {
  firstName: 'Henrik',
  lastName: 'Dahl',
  email: CAST.henrik.email,
  password: CAST.henrik.password,
  confirmation: CAST.henrik.password,
};

const complete = (token: string, services = teamServices(store.db), form = FORM) =>
  completeSetup(services, NOBODY, { ...form, token });

const admins = async () =>
  (await store.db.select().from(profiles)).filter(({ role }) => role === 'admin');

describe('a new installation', () => {
  test('gives its first admin account to whoever has the link from the log', async () => {
    const { clock } = teamServices(store.db);
    await complete((await offerSetup(store.db, clock)) ?? '');
    expect(await admins()).toMatchObject([{ email: CAST.henrik.email, status: 'active' }]);
    expect(await offerSetup(store.db, clock)).toBeUndefined();
  });

  test('cannot be taken over by whoever finds it first', async () => {
    const services = teamServices(store.db);
    await offerSetup(store.db, services.clock);
    for (const guess of ['', 'A'.repeat(43), "' or true --"]) {
      expect((await refusalOf(complete(guess))).status).toBe(410);
    }
    await signUp(services, NOBODY, { ...FORM, role: 'admin' });
    expect(await admins()).toEqual([]);
  });

  test('has links of several processes, of which the first one used is the last', async () => {
    const { clock } = teamServices(store.db);
    const links = [await offerSetup(store.db, clock), await offerSetup(store.db, clock)];
    const outcomes = await Promise.allSettled(
      links.map((token, index) =>
        complete(token ?? '', teamServices(store.db), {
          ...FORM,
          email: `admin${index}@embarka.example`,
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await admins()).toHaveLength(1);
  });

  test('has a link that ends after a week', async () => {
    const services = teamServices(store.db);
    const token = (await offerSetup(store.db, services.clock)) ?? '';
    services.clock.advance(7 * 24 * 3_600_000 + 1);
    expect((await refusalOf(complete(token, services))).status).toBe(410);
  });

  test('with an admin made by the operator meanwhile refuses the link', async () => {
    const services = teamServices(store.db);
    const token = (await offerSetup(store.db, services.clock)) ?? '';
    await employ(store.db, services, 'henrik');
    expect(
      (await refusalOf(complete(token, services, { ...FORM, email: 'eve@embarka.example' })))
        .status,
    ).toBe(410);
  });

  test('keeps the link when the form is refused', async () => {
    const { clock } = teamServices(store.db);
    const token = (await offerSetup(store.db, clock)) ?? '';
    const bad = { ...FORM, password: 'dragon', confirmation: 'dragon' };
    expect((await refusalOf(complete(token, teamServices(store.db), bad))).field).toBe('password');
    await complete(token);
  });
});
