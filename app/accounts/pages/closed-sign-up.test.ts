import { expect, test } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { contextOf, createTestAppContext } from '../../../tests/support/app-context.ts';
import { employ, teamServices, TEST_ORIGIN, tracedBy } from '../../../tests/support/team.ts';
import { invite } from '../server/members/invitations.server.ts';
import { pendingSignUps, profiles } from '../server/tables.server.ts';
import { action, loader } from './create-account.tsx';
import { action as accept } from './invitation.tsx';
import { loader as login } from './login.tsx';

const store = useDatabase();

const FORM = {
  firstName: 'Nora',
  lastName: 'Lindqvist',
  email: 'nora.lindqvist@embarka.example',
  role: 'agent',
  password: 'tidal-quartz-52',
  confirmation: 'tidal-quartz-52',
};

type Handler = (args: never) => unknown;

function open(signUp: 'everybody' | 'invited') {
  const services = teamServices(store.db);
  const appContext = createTestAppContext(store.db, services);
  const context = contextOf({ ...appContext, settings: { ...appContext.settings, signUp } });
  const ask = (handler: Handler, path: string, form?: Record<string, string>) => {
    const body = form && { method: 'POST', body: new URLSearchParams(form) };
    const headers = { Origin: TEST_ORIGIN };
    const request = new Request(TEST_ORIGIN + path, { headers, ...body });
    return Promise.resolve(handler({ context, request, params: {} } as never));
  };
  return { services, ask };
}

test('where sign-up is for invited people the form takes nobody, and nothing leads to it', async () => {
  const { ask } = open('invited');
  expect(await ask(loader, '/create-account')).toEqual({ isOpen: false });
  expect(await ask(login, '/login')).toMatchObject({ isSignUpOpen: false });
  expect(await ask(action, '/create-account', FORM)).toMatchObject({
    data: { message: expect.stringContaining('by invitation only') as string },
    init: { status: 403 },
  });
  expect(await store.db.$count(pendingSignUps)).toBe(0);
});

test('and an invitation makes an account as ever', async () => {
  const { ask, services } = open('invited');
  const henrik = await employ(store.db, services, 'henrik');
  await invite(services, tracedBy(henrik), FORM.email, 'support');
  await ask(accept, `/invitation?token=${services.mail.lastToken}`, FORM);
  expect(await store.db.$count(profiles)).toBe(2);
});

test('where it is for everybody the form is what it was', async () => {
  const { ask } = open('everybody');
  expect(await ask(loader, '/create-account')).toEqual({ isOpen: true });
  await ask(action, '/create-account', FORM);
  expect(await store.db.$count(pendingSignUps)).toBe(1);
});
