import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CAST } from '../../../tests/support/cast.ts';
import { useDatabase } from '../../../tests/support/database.ts';
import { contextOf, createTestAppContext } from '../../../tests/support/app-context.ts';
import { CLIENT, OpenIdPeer, type PeerPerson } from '../../../tests/support/openid-peer.ts';
import {
  auditOf,
  cookieOf,
  employ,
  teamServices,
  TEST_ORIGIN,
} from '../../../tests/support/team.ts';
import type { AppContext } from '../../app-context.ts';
import { readSettings } from '../../platform/settings.server.ts';
import { findMember } from '../server/members/find-member.server.ts';
import type { Member } from '../protocol/member.ts';
import { openIdFlows, openIdIdentities, profiles, totpFactors } from '../server/tables.server.ts';
import { action as account, loader as accountPage } from './account.tsx';
import { loader as loginPage } from './login.tsx';
import { loader as callback } from './openid-callback.tsx';
import { handle } from '../../../tests/support/request.ts';
import { action as confirm, loader as confirmPage } from './team-confirm.tsx';

const store = useDatabase();

let peer: OpenIdPeer;
let other: OpenIdPeer;
let services: ReturnType<typeof teamServices>;
let appContext: AppContext;
let closed: readonly string[];

beforeAll(async () => {
  peer = await OpenIdPeer.start();
  other = await OpenIdPeer.start();
});
afterAll(() => Promise.all([peer.close(), other.close()]));

beforeEach(() => {
  peer.isAway = false;
  peer.lies = {};
  services = teamServices(store.db);
  closed = services.closed;
  setUp({});
});

function setUp(env: Record<string, string>): void {
  const settings = readSettings({
    PUBLIC_ORIGIN: TEST_ORIGIN,
    OPENID_ISSUER: peer.issuer,
    OPENID_CLIENT_ID: CLIENT.id,
    OPENID_CLIENT_SECRET: CLIENT.secret,
    OPENID_NAME: 'Harbour',
    ...env,
  });
  appContext = { ...createTestAppContext(store.db, services), settings };
}

const NORA: PeerPerson = {
  sub: 'nora-1',
  email: 'nora.lindqvist@embarka.example',
  email_verified: true,
  name: 'Nora Lindqvist',
};
/** Maya has a different email address at the provider. */
const MAYA: PeerPerson = { ...NORA, sub: 'maya-1', email: CAST.maya.email };

/** The endpoint that leads to the provider. */
const start = ({ request }: { readonly request: Request }) => handle(appContext, request);

class Browser {
  readonly #cookies = new Map<string, string>();

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  take(header: string): void {
    for (const pair of header.split('; ')) {
      const [name = '', ...value] = pair.split('=');
      this.#cookies.set(name, value.join('='));
    }
  }

  async get(loader: unknown, path: string): Promise<Shown> {
    return this.#ask(loader, new Request(TEST_ORIGIN + path, { headers: this.#headers }));
  }

  async post(action: unknown, path: string, form: Record<string, string>): Promise<Shown> {
    const body = new URLSearchParams(form);
    const request = new Request(TEST_ORIGIN + path, {
      method: 'POST',
      body,
      headers: this.#headers,
    });
    return this.#ask(action, request);
  }

  get #headers(): Record<string, string> {
    return { Cookie: this.cookie, Origin: TEST_ORIGIN };
  }

  async #ask(handler: unknown, request: Request): Promise<Shown> {
    const call = handler as (args: object) => Promise<unknown>;
    const answer = await call({ context: contextOf(appContext), request, params: {} }).catch(
      (thrown: unknown) => thrown,
    );
    if (answer instanceof Response) {
      for (const header of answer.headers.getSetCookie()) this.take(header.split(';')[0] ?? '');
      return { to: answer.headers.get('Location') ?? '', message: '', status: answer.status };
    }
    if (answer instanceof Error) throw answer;
    const found = answer as { data?: { message?: string }; init?: { status?: number } };
    return { to: '', message: found.data?.message ?? '', status: found.init?.status ?? 200 };
  }

  /** The browser goes to the provider, signs in there as `person` and returns. */
  async goThrough(person: PeerPerson, path = '/login/openid', at = peer): Promise<Shown> {
    const { to } = await this.get(start, path);
    return this.followCallback(at.grant(to, person));
  }

  followCallback(back: URL): Promise<Shown> {
    return this.get(callback, back.pathname + back.search);
  }

  async who(): Promise<string | undefined> {
    const headers = new Headers({ Cookie: this.cookie });
    return (await findMember(store.db, services.auth, headers))?.member.email;
  }
}

interface Shown {
  readonly to: string;
  readonly message: string;
  readonly status: number;
}

const profileOf = async (email: string) =>
  (await store.db.select().from(profiles).where(eq(profiles.email, email)))[0];

async function connected(): Promise<{ readonly browser: Browser; readonly maya: Member }> {
  const maya = await employ(store.db, services, 'maya');
  const browser = new Browser();
  browser.take(await cookieOf(store.db, services, 'maya'));
  const { to } = await browser.post(account, '/team/account', { intent: 'connect-provider' });
  expect((await browser.followCallback(peer.grant(to, MAYA))).to).toBe('/team/account?connected');
  return { browser, maya };
}

describe('somebody nobody knows', () => {
  test('waits for an admin as whoever signs up, and is in once approved', async () => {
    const browser = new Browser();
    const answer = await browser.goThrough(NORA);
    expect(answer).toMatchObject({ status: 403 });
    expect(answer.message).toContain('waiting for approval');
    expect(await profileOf(NORA.email ?? '')).toMatchObject({
      fullName: 'Nora Lindqvist',
      status: 'waiting',
    });
    await store.db.update(profiles).set({ status: 'active' });
    expect((await browser.goThrough(NORA, '/login/openid?next=/team')).to).toBe('/team');
    expect(await browser.who()).toBe(NORA.email);
    expect(await auditOf(store.db, 'signed-in')).toMatchObject([{ detail: 'Harbour' }]);
  });

  test('joins at once with the role of their group, where the operator set so', async () => {
    setUp({ OPENID_NEW_ACCOUNTS: 'join', OPENID_ROLES: 'desk-leads=manager, desk=support' });
    const browser = new Browser();
    const answer = await browser.goThrough({ ...NORA, groups: ['desk', 'desk-leads'] });
    expect(answer.to).toBe('/agentchat');
    expect(await profileOf(NORA.email ?? '')).toMatchObject({ role: 'manager', status: 'active' });
  });

  test('is not let in without a role, an address, or a verified one', async () => {
    setUp({ OPENID_NEW_ACCOUNTS: 'join', OPENID_ROLES: 'desk=support' });
    const { email: _, ...nameless } = NORA;
    const desk = { groups: ['desk'] };
    const refusals = [
      { ...NORA, groups: ['cooks'] },
      { ...NORA, ...desk, email_verified: false },
      { ...nameless, ...desk },
    ];
    for (const person of refusals) {
      expect(await new Browser().goThrough(person)).toMatchObject({ status: 403 });
    }
    // The userinfo endpoint determines the verified address, not the claims in the ID token.
    peer.lies = { claims: { email: 'boss@embarka.example' } };
    expect(await new Browser().goThrough({ ...NORA, ...desk })).toMatchObject({ status: 403 });
    expect(await store.db.$count(profiles)).toBe(0);
  });

  test.each([
    ['nobody', 'everybody'],
    ['approval', 'invited'],
  ])('gets no account where new ones are for %s and sign-up is for %s', async (news, signUp) => {
    setUp({ OPENID_NEW_ACCOUNTS: news, SIGN_UP: signUp });
    const answer = await new Browser().goThrough(NORA);
    expect(answer.message).toContain('by invitation only');
    expect(await store.db.$count(profiles)).toBe(0);
  });
});

describe('somebody who has an account', () => {
  test('is not who the provider says they are by their address alone', async () => {
    await employ(store.db, services, 'maya');
    const stranger = new Browser();
    const answer = await stranger.goThrough(MAYA);
    expect(answer).toMatchObject({ status: 409 });
    expect(answer.message).toContain('then connect Harbour under Your account');
    expect(await stranger.who()).toBeUndefined();
    expect(await store.db.$count(openIdIdentities)).toBe(0);
  });

  test('connects it once, with a fresh proof, and signs in by it from then on', async () => {
    const { browser, maya } = await connected();
    expect(services.mail.sent.at(-1)?.subject).toBe(
      'Sign-in with Harbour was added to your Embarka account',
    );
    const elsewhere = new Browser();
    expect((await elsewhere.goThrough(MAYA)).to).toBe('/agentchat');
    expect(await elsewhere.who()).toBe(CAST.maya.email);
    // The provider's subject identifies her, even if her email address at the provider changes.
    expect((await new Browser().goThrough({ sub: 'maya-1' })).to).toBe('/agentchat');

    services.clock.advance(6 * 60_000);
    const stale = await browser.post(account, '/team/account', { intent: 'connect-provider' });
    expect(stale.message).toContain("Confirm it's you");
    expect((await browser.get(accountPage, '/team/account')).status).toBe(200);
    expect(await auditOf(store.db, 'provider-connected')).toMatchObject([{ subjectId: maya.id }]);
  });

  test('cannot connect what somebody else has connected', async () => {
    await connected();
    await employ(store.db, services, 'leo');
    const leo = new Browser();
    leo.take(await cookieOf(store.db, services, 'leo'));
    const { to } = await leo.post(account, '/team/account', { intent: 'connect-provider' });
    const answer = await leo.followCallback(peer.grant(to, MAYA));
    expect(answer).toMatchObject({ status: 409 });
  });

  test('disconnects it, and is somebody nobody knows there', async () => {
    const { browser } = await connected();
    const named = { issuer: peer.issuer, subject: 'maya-1' };
    const answer = await browser.post(account, '/team/account', {
      intent: 'disconnect-provider',
      ...named,
    });
    expect(answer.message).toBe('Account disconnected. You can no longer sign in with it.');
    expect((await new Browser().goThrough(MAYA)).status).toBe(409);
  });

  test('is asked for their second factor, unless the provider asked for one that counts', async () => {
    const { maya } = await connected();
    const now = services.clock.now();
    await store.db
      .insert(totpFactors)
      .values({ userId: maya.id, secret: 'A'.repeat(32), createdAt: now, confirmedAt: now });
    const browser = new Browser();
    expect((await browser.goThrough({ ...MAYA, amr: ['pwd', 'mfa'] })).to).toBe(
      '/login/factor?next=%2Fagentchat',
    );
    expect(await browser.who()).toBeUndefined();
    setUp({ OPENID_TRUSTED_FACTORS: 'mfa' });
    expect((await browser.goThrough({ ...MAYA, amr: ['pwd'] })).to).toContain('/login/factor');
    expect((await browser.goThrough({ ...MAYA, amr: ['pwd', 'mfa'] })).to).toBe('/agentchat');
    expect(await browser.who()).toBe(CAST.maya.email);
  });

  test('who is suspended stays out', async () => {
    await connected();
    await store.db.update(profiles).set({ status: 'suspended' });
    const browser = new Browser();
    expect((await browser.goThrough(MAYA)).message).toBe('Your account is suspended.');
    expect(await browser.who()).toBeUndefined();
  });
});

describe('the role the provider says', () => {
  test('is taken at each sign-in, and closes what was open with the other', async () => {
    const { maya } = await connected();
    setUp({ OPENID_ROLES: 'leads=manager, *=agent' });
    await new Browser().goThrough({ ...MAYA, groups: ['leads'] });
    expect((await profileOf(CAST.maya.email))?.role).toBe('manager');
    expect(closed).toContain(`member ${maya.id}`);
    await new Browser().goThrough({ ...MAYA, groups: [] });
    expect((await profileOf(CAST.maya.email))?.role).toBe('agent');
    expect(await auditOf(store.db, 'role-changed')).toHaveLength(2);
  });

  test('leaves the last admin one, and not the one before', async () => {
    await connected();
    setUp({ OPENID_ROLES: '*=agent' });
    await employ(store.db, services, 'henrik');
    await store.db.update(profiles).set({ role: 'admin' });
    await new Browser().goThrough(MAYA);
    expect((await profileOf(CAST.maya.email))?.role).toBe('agent');
    await store.db.update(profiles).set({ role: 'admin' });
    await store.db
      .update(profiles)
      .set({ status: 'suspended' })
      .where(eq(profiles.email, CAST.henrik.email));
    // An admin begins with the setup guide.
    expect((await new Browser().goThrough(MAYA)).to).toBe('/team/setup');
    expect((await profileOf(CAST.maya.email))?.role).toBe('admin');
    expect(await auditOf(store.db, 'role-kept')).toHaveLength(1);
  });
});

describe('a proof', () => {
  test('is as old as what was given at the provider', async () => {
    await connected();
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    const browser = new Browser();
    await browser.goThrough({ ...MAYA, auth_time: hourAgo });
    const answer = await browser.post(account, '/team/account', { intent: 'connect-provider' });
    expect(answer.message).toContain("Confirm it's you");
  });

  test('is given anew at the provider, which has to ask for it', async () => {
    const { browser } = await connected();
    services.clock.advance(6 * 60_000);
    await browser.get(confirmPage, '/team/confirm');
    const prove = async (authTime: number) => {
      const form = { intent: 'provider' };
      const { to } = await browser.post(confirm, '/team/confirm?next=/team/account', form);
      expect(new URL(to).searchParams.get('prompt')).toBe('login');
      expect(new URL(to).searchParams.get('max_age')).toBe('0');
      return browser.followCallback(peer.grant(to, { ...MAYA, auth_time: authTime }));
    };
    const now = Math.floor(Date.now() / 1000);
    expect(await prove(now - 3600)).toMatchObject({ status: 403 });
    expect((await prove(now)).to).toBe('/team/account');
    const answer = await browser.post(account, '/team/account', { intent: 'connect-provider' });
    expect(answer.to).toContain(peer.issuer);
  });
});

describe('whoever attacks the way back', () => {
  const refused = async (browser: Browser, back: URL) => {
    const answer = await browser.followCallback(back);
    expect(answer.to).toBe('');
    expect(await browser.who()).toBeUndefined();
    return answer;
  };

  async function sent(browser = new Browser(), person = MAYA) {
    const { to } = await browser.get(start, '/login/openid');
    return { browser, to, back: peer.grant(to, person) };
  }

  beforeEach(async () => {
    await connected();
  });

  test('uses no state twice, and none without its browser', async () => {
    const { browser, back, to } = await sent();
    expect((await refused(new Browser(), back)).message).toContain('started in another browser');
    const attacker = await sent();
    expect((await refused(attacker.browser, back)).status).toBe(400);
    expect((await browser.followCallback(back)).to).toBe('/agentchat');
    expect((await browser.followCallback(peer.grant(to, MAYA))).status).toBe(400);
    expect(await store.db.$count(openIdFlows)).toBe(1);
  });

  test('puts in no code of another sign-in: it belongs to another secret of PKCE', async () => {
    const { browser, back } = await sent();
    const injected = new URL(back);
    injected.searchParams.set('code', (await sent()).back.searchParams.get('code') ?? '');
    expect((await refused(browser, injected)).message).toContain("couldn't verify the response");
  });

  test('answers for no other issuer, in the address or in the token', async () => {
    const mixedUp = await sent();
    mixedUp.back.searchParams.set('iss', other.issuer);
    expect((await refused(mixedUp.browser, mixedUp.back)).status).toBe(403);
    const silent = await sent();
    silent.back.searchParams.delete('iss');
    expect((await refused(silent.browser, silent.back)).status).toBe(403);
    peer.lies = { claims: { iss: other.issuer } };
    const lied = await sent();
    expect((await refused(lied.browser, lied.back)).status).toBe(403);
  });

  test.each([
    ['without a signature', { alg: 'none' }],
    ['signed with a secret of two', { alg: 'HS256' }],
    ['signed by somebody else', { isForged: true }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['that is over', { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
  ] as const)('makes nobody believe a token %s', async (_, lies) => {
    const { browser, back } = await sent();
    peer.lies = lies;
    expect((await refused(browser, back)).message).toContain("couldn't verify the response");
  });

  test('whose clock is half a minute off is no attacker', async () => {
    const { browser, back } = await sent();
    peer.lies = { claims: { exp: Math.floor(Date.now() / 1000) - 30 } };
    expect((await browser.followCallback(back)).to).toBe('/agentchat');
  });

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'leads nobody on to %s',
    async (next) => {
      const browser = new Browser();
      const path = `/login/openid?next=${encodeURIComponent(next)}`;
      expect((await browser.goThrough(MAYA, path)).to).toBe('/agentchat');
    },
  );

  test('is nobody known with the same address and subject at another issuer', async () => {
    setUp({ OPENID_ISSUER: other.issuer });
    const browser = new Browser();
    expect((await browser.goThrough(MAYA, '/login/openid', other)).status).toBe(409);
    expect(await browser.who()).toBeUndefined();
  });

  test('has no use of what was begun before the provider was changed', async () => {
    const { browser, back } = await sent();
    setUp({ OPENID_ISSUER: other.issuer });
    expect((await refused(browser, back)).status).toBe(400);
  });

  test('connects nothing with a session that is not the one that asked', async () => {
    const browser = new Browser();
    browser.take(await cookieOf(store.db, services, 'maya'));
    const { to } = await browser.post(account, '/team/account', { intent: 'connect-provider' });
    browser.take(await cookieOf(store.db, services, 'maya'));
    const answer = await browser.followCallback(peer.grant(to, { ...MAYA, sub: 'of an attacker' }));
    expect(answer.status).toBe(403);
    expect(await store.db.$count(openIdIdentities)).toBe(1);
  });
});

test('a provider that is away is said, and the password still opens', async () => {
  setUp({ OPENID_CLIENT_ID: 'not-asked-before' });
  peer.isAway = true;
  const browser = new Browser();
  const { to } = await browser.get(start, '/login/openid?next=/team');
  expect(to).toBe('/login?notice=provider-away&next=%2Fteam');
  expect((await browser.get(loginPage, to)).status).toBe(200);
  await employ(store.db, services, 'maya');
  browser.take(await cookieOf(store.db, services, 'maya'));
  expect(await browser.who()).toBe(CAST.maya.email);
});
