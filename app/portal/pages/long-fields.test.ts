import { beforeEach, describe, expect, test } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { contextOf, createTestAppContext } from '../../../tests/support/app-context.ts';
import { cookieOf, employ, teamServices, TEST_ORIGIN } from '../../../tests/support/team.ts';
import type { AppContext } from '../../app-context.ts';
import { action as changeReplies } from '../../chat/pages/canned-replies.tsx';
import { action as signUp } from '../../accounts/pages/create-account.tsx';
import { action as askForReset } from '../../accounts/pages/forgot-password.tsx';
import { action as signIn } from '../../accounts/pages/login.tsx';
import { action as manageApi } from '../../api/pages/team-api.tsx';
import { action as manageTeam } from '../../accounts/pages/team.tsx';
import { action as manageVisitors } from '../../chat/pages/team-visitors.tsx';

// A field that is too long is rejected with an error at that field, and the rest of the form is kept.

const store = useDatabase();
let appContext: AppContext;
let cookie: string;

beforeEach(async () => {
  const services = teamServices(store.db);
  appContext = createTestAppContext(store.db, services);
  await employ(store.db, services, 'henrik');
  cookie = await cookieOf(store.db, services, 'henrik');
});

interface Answer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly init: { readonly status: number } | null;
}

async function send(
  action: (args: never) => Promise<unknown>,
  fields: Readonly<Record<string, string>>,
): Promise<{ status: number; answer: Readonly<Record<string, unknown>> }> {
  const request = new Request(`${TEST_ORIGIN}/form`, {
    method: 'POST',
    headers: { Origin: TEST_ORIGIN, Cookie: cookie },
    body: new URLSearchParams(fields),
  });
  const { data, init } = (await action({
    context: contextOf(appContext),
    request,
    params: {},
  } as never)) as Answer;
  return { status: init?.status ?? 200, answer: data };
}

const LONG = 'x'.repeat(20_000);
const SIGN_UP = {
  firstName: 'Eve',
  lastName: 'Frost',
  email: 'eve@embarka.example',
  role: 'agent',
  password: 'lantern-tide-41',
  confirmation: 'lantern-tide-41',
};
const SECRETS = ['password', 'confirmation'];

describe('a field of 20,000 characters is refused where it stands, and nothing typed is lost:', () => {
  test.each([
    ['first name at sign-up', signUp, SIGN_UP, 'firstName'],
    ['last name at sign-up', signUp, SIGN_UP, 'lastName'],
    ['address at sign-up', signUp, SIGN_UP, 'email'],
    ['password at sign-up', signUp, SIGN_UP, 'password'],
    ['address of a reset', askForReset, { email: '' }, 'email'],
    [
      'shortcut of a reply',
      changeReplies,
      { intent: 'save', shortcut: 'hello', text: 'Hello', for: 'me' },
      'shortcut',
    ],
    [
      'text of a reply',
      changeReplies,
      { intent: 'save', shortcut: 'hello', text: 'Hello', for: 'me' },
      'text',
    ],
    ['name of a key', manageApi, { intent: 'create-key', name: 'Blog' }, 'name'],
    [
      'address of an invitation',
      manageTeam,
      { intent: 'invite', email: '', role: 'agent' },
      'email',
    ],
  ] as const)('%s', async (_, action, fields: Readonly<Record<string, string>>, field) => {
    const { status, answer } = await send(action, { ...fields, [field]: LONG });
    expect([400, 413]).toContain(status);
    expect(answer).toMatchObject({ isDone: false, field });
    expect(answer.message).toMatch(/^[A-Z].{5,100}$/);
    const saved = Object.entries({ ...fields, [field]: LONG }).filter(
      ([name]) => !SECRETS.includes(name),
    );
    // The answer also includes lists without a selection as empty values, so empty values are ignored.
    const typed = Object.entries(answer.typed as Record<string, string>).filter(
      ([, text]) => text !== '',
    );
    expect(Object.fromEntries(typed)).toEqual(
      Object.fromEntries(saved.filter(([, text]) => text !== '')),
    );
  });

  test('note of a block', async () => {
    const { status, answer } = await send(manageVisitors, {
      intent: 'block',
      email: 'elena@northfold.example',
      note: LONG,
    });
    expect(status).toBe(413);
    expect(answer).toMatchObject({
      isDone: false,
      field: 'note',
      typed: { email: 'elena@northfold.example', note: LONG },
    });
  });

  test('address and password at sign-in', async () => {
    const long = await send(signIn, { email: LONG, password: 'lantern-tide-41' });
    expect(long.status).toBe(413);
    expect(long.answer).toMatchObject({ field: 'email', email: LONG });
    const other = await send(signIn, { email: 'henrik@embarka.example', password: LONG });
    expect(other.status).toBe(413);
    expect(other.answer).toMatchObject({ field: 'password', email: 'henrik@embarka.example' });
  });

  test('and of a reply that is changed it is said above, not in the form for a new one', async () => {
    const { status, answer } = await send(changeReplies, {
      intent: 'save',
      id: '00000000-0000-4000-8000-000000000000',
      shortcut: LONG,
      text: 'Hello',
    });
    expect(status).toBe(413);
    expect(answer.field).toBeUndefined();
    expect(answer.message).toMatch(/^[A-Z].{5,100}$/);
  });
});
