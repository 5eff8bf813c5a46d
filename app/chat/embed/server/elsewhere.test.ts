import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  hire,
  createChatContext,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { auditOf, NOBODY, refusalOf, TEST_ORIGIN } from '../../../../tests/support/team.ts';
import { topic } from '../../../../tests/support/topics.ts';
import { isConfirmed } from '../../server/email-verification/is-confirmed.server.ts';
import { eraseVisitor } from '../../server/privacy/erase-visitor.server.ts';
import { exportVisitor } from '../../server/privacy/export-visitor.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { readInbox } from '../../server/read/read-inbox.server.ts';
import {
  startConversation,
  type StartedElsewhere,
} from '../../server/messages/start-conversation.server.ts';
import { conversations, visitors } from '../../server/tables.server.ts';
import { newConversationId } from '../../protocol/rules.ts';
import {
  createEmbedSecret,
  readEmbeddingSites,
  removeEmbedSecret,
} from './embed-secrets.server.ts';
import { readArrival } from './read-arrival.server.ts';
import { conversationHosts, embedSecrets, usedSignatures } from './tables.server.ts';
import { forgetSignatures, NOT_SIGNED, verifyIdentity } from './verify-identity.server.ts';

const store = useDatabase();
const HARBOUR = 'https://www.harbour.example';
const PIER = 'https://pier.example';
const ELENA = { sub: '4711', email: VISITORS.elena, name: 'Elena Ruiz' };
const MINUTE = 60_000;

let clock: TestClock;
let appContext: ReturnType<typeof createTestAppContext>;
let secret = '';

function createTestAppContext() {
  const { publisher } = recordingPublisher();
  const settings = { widgetOrigins: [HARBOUR, PIER], origin: TEST_ORIGIN };
  const section = { title: 'Graphics & Design' };
  const catalogue = { findSection: (id: string) => (id === 'graphics' ? section : undefined) };
  return { ...createChatContext(store.db, clock, publisher), settings, catalogue };
}

beforeEach(async () => {
  clock = new TestClock();
  appContext = createTestAppContext();
  secret = await createEmbedSecret(appContext, NOBODY, HARBOUR);
});

interface Token {
  readonly claims?: Record<string, unknown>;
  readonly iss?: string;
  readonly aud?: string;
  readonly key?: string;
  readonly algorithm?: string;
  /** `from` and `until` are in minutes from now. */
  readonly from?: number;
  readonly until?: number;
}

function sign({ claims = ELENA, iss = HARBOUR, aud = TEST_ORIGIN, ...more }: Token = {}) {
  const { key = secret, algorithm = 'HS256', from = 0, until = 10 } = more;
  const at = (minutes: number) => Math.floor((clock.now().getTime() + minutes * MINUTE) / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt(at(from))
    .setExpirationTime(at(until))
    .sign(new TextEncoder().encode(key));
}

async function start(browserId: string, cameFrom: StartedElsewhere | undefined, email?: string) {
  const id = newConversationId(clock.now());
  const conversation = await startConversation(appContext, {
    id,
    browserId,
    email: email ?? cameFrom?.identity?.email ?? VISITORS.elena,
    topic: topic('Sales Inquiry'),
    service: null,
    cameFrom,
  });
  return conversation.id;
}

const identityOf = async (agentId: string) => (await readInbox(store.db, { agentId }))[0]?.identity;

describe('What a site signs', () => {
  test('is who its visitor is, as the team reads it, and no proof that they read the mail', async () => {
    const maya = await hire(store.db, 'maya');
    const browserId = await openBrowser(store.db, clock);
    const arrival = { host: HARBOUR, section: 'graphics', identity: await sign() };
    await start(browserId, await readArrival(appContext, arrival));

    expect(await identityOf(maya.id)).toMatchObject({
      isConfirmed: false,
      cameFrom: { site: 'www.harbour.example', section: 'Graphics & Design', subject: '4711' },
    });
    const [visitor] = await store.db.select().from(visitors);
    expect(visitor?.email).toBe(VISITORS.elena);
    expect(await isConfirmed(store.db, browserId, visitor?.id ?? '')).toBe(false);
  });

  test('is not needed: without it there is the site alone', async () => {
    const maya = await hire(store.db, 'maya');
    const cameFrom = await readArrival(appContext, { host: PIER, section: 'no-such-section' });
    await start(await openBrowser(store.db, clock), cameFrom);
    expect(await identityOf(maya.id)).toMatchObject({
      cameFrom: { site: 'pier.example', section: null, subject: null },
    });
  });

  test.each<[string, Token | string]>([
    ['nothing', ''],
    ['no token', 'abc.def.ghi'],
    ['no token, at length', 'x'.repeat(4000)],
    ['signed with another secret', { key: 'x'.repeat(43) }],
    ['signed with nothing', { key: '0' }],
    ['signed by another algorithm', { algorithm: 'HS512' }],
    ['signed as another site', { iss: PIER }],
    ['signed for another shop', { aud: 'https://elsewhere.example' }],
    ['over', { from: -20, until: -2 }],
    ['good for longer than an hour', { until: 61 }],
    ['made in the future', { from: 5 }],
    ['without an id', { claims: { email: VISITORS.elena } }],
    ['with an id that nobody sees', { claims: { ...ELENA, sub: '\u200b' } }],
    ['with an id without end', { claims: { ...ELENA, sub: '4'.repeat(201) } }],
    ['with an id that is no text', { claims: { ...ELENA, sub: 4711 } }],
    ['without an address', { claims: { sub: '4711' } }],
    ['with what is no address', { claims: { ...ELENA, email: 'elena' } }],
    ['with somebody’s address in brackets', { claims: { ...ELENA, email: `<${ELENA.email}>` } }],
  ])('is refused when it is %s', async (_, token) => {
    const text = typeof token === 'string' ? token : await sign(token).catch(() => 'unsigned');
    const refusal = await refusalOf(verifyIdentity(appContext, HARBOUR, text));
    expect([refusal.status, refusal.field, refusal.message]).toEqual([400, 'email', NOT_SIGNED]);
  });

  test('is refused when it says itself that it needs no signature', async () => {
    const token = new UnsecuredJWT(ELENA)
      .setIssuer(HARBOUR)
      .setAudience(TEST_ORIGIN)
      .setIssuedAt(clock.now())
      .setExpirationTime(new Date(clock.now().getTime() + MINUTE))
      .encode();
    expect((await refusalOf(verifyIdentity(appContext, HARBOUR, token))).status).toBe(400);
  });

  test('is refused on another site, with and without a secret of its own', async () => {
    const token = await sign();
    expect((await refusalOf(verifyIdentity(appContext, PIER, token))).status).toBe(400);
    const ofPier = await createEmbedSecret(appContext, NOBODY, PIER);
    expect((await refusalOf(verifyIdentity(appContext, PIER, token))).status).toBe(400);
    const forged = await sign({ key: ofPier });
    expect((await refusalOf(verifyIdentity(appContext, HARBOUR, forged))).status).toBe(400);
  });

  test('is refused once it is over, also on a page that stayed open', async () => {
    const token = await sign({ until: 10 });
    clock.advance(9 * MINUTE);
    expect(await verifyIdentity(appContext, HARBOUR, token)).toMatchObject({ subject: '4711' });
    clock.advance(3 * MINUTE);
    expect((await refusalOf(verifyIdentity(appContext, HARBOUR, token))).status).toBe(400);
  });

  test('counts for the browser that showed it first, as often as that starts a chat, and for no other', async () => {
    const [elenas, strangers] = [
      await openBrowser(store.db, clock),
      await openBrowser(store.db, clock),
    ];
    const cameFrom = await readArrival(appContext, { host: HARBOUR, identity: await sign() });
    await start(elenas, cameFrom);
    await start(elenas, cameFrom);
    const refusal = await refusalOf(start(strangers, cameFrom));
    expect([refusal.status, refusal.field]).toEqual([400, 'email']);
    expect(await store.db.$count(conversations)).toBe(2);
  });

  test('counts for one of two browsers that show it at once', async () => {
    const browsers = [await openBrowser(store.db, clock), await openBrowser(store.db, clock)];
    const cameFrom = await readArrival(appContext, { host: HARBOUR, identity: await sign() });
    const outcomes = await Promise.allSettled(browsers.map((each) => start(each, cameFrom)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('is noted until it is over, and no longer', async () => {
    const cameFrom = await readArrival(appContext, { host: HARBOUR, identity: await sign() });
    await start(await openBrowser(store.db, clock), cameFrom);
    await forgetSignatures(store.db, clock);
    expect(await store.db.$count(usedSignatures)).toBe(1);
    clock.advance(12 * MINUTE);
    await forgetSignatures(store.db, clock);
    expect(await store.db.$count(usedSignatures)).toBe(0);
  });

  test('is said no more while a stranger has a chat open who typed the address', async () => {
    const maya = await hire(store.db, 'maya');
    const cameFrom = await readArrival(appContext, { host: HARBOUR, identity: await sign() });
    await start(await openBrowser(store.db, clock), cameFrom);
    await start(await openBrowser(store.db, clock), undefined, VISITORS.elena);
    expect((await identityOf(maya.id))?.cameFrom?.subject ?? null).toBeNull();
  });
});

describe('The secret of a site', () => {
  test('is told once, lies sealed, and is in the audit log without itself', async () => {
    const [row] = await store.db.select().from(embedSecrets);
    expect(row?.sealed).not.toContain(secret);
    const [entry] = await auditOf(store.db, 'host-secret-made');
    expect(entry).toMatchObject({ subject: HARBOUR });
    expect(JSON.stringify(entry)).not.toContain(secret);
    expect(await readEmbeddingSites(appContext)).toEqual([
      { origin: HARBOUR, isListed: true, secretSince: clock.now().toISOString() },
      { origin: PIER, isListed: true, secretSince: null },
    ]);
    const without = { ...appContext, settings: { ...appContext.settings, widgetOrigins: [PIER] } };
    expect(
      (await readEmbeddingSites(without)).map(({ origin, isListed }) => [origin, isListed]),
    ).toEqual([
      [PIER, true],
      [HARBOUR, false],
    ]);
  });

  test('that was replaced or taken away signs nothing any more', async () => {
    const token = await sign();
    const next = await createEmbedSecret(appContext, NOBODY, HARBOUR);
    expect((await refusalOf(verifyIdentity(appContext, HARBOUR, token))).status).toBe(400);
    const signed = await sign({ key: next });
    expect(await verifyIdentity(appContext, HARBOUR, signed)).toMatchObject({ subject: '4711' });
    await removeEmbedSecret(appContext, NOBODY, HARBOUR);
    await removeEmbedSecret(appContext, NOBODY, HARBOUR);
    expect((await refusalOf(verifyIdentity(appContext, HARBOUR, signed))).status).toBe(400);
    expect(await auditOf(store.db, 'host-secret-removed')).toHaveLength(1);
  });

  test('is made for no site that is not listed', async () => {
    const refusal = await refusalOf(createEmbedSecret(appContext, NOBODY, 'https://evil.example'));
    expect(refusal.status).toBe(409);
  });
});

describe('A site that is not listed, or no longer', () => {
  test.each(['https://evil.example', 'null', '*', `${HARBOUR}/`, 'HTTPS://www.harbour.example'])(
    'starts no conversation: %s',
    async (origin) => {
      const refusal = await refusalOf(readArrival(appContext, { host: origin }));
      expect([refusal.status, refusal.message]).toEqual([403, expect.stringMatching(/window/)]);
    },
  );
});

describe('Where a conversation was begun', () => {
  test('is in what a person is given of themselves, and goes when they are erased', async () => {
    const cameFrom = await readArrival(appContext, { host: HARBOUR, identity: await sign() });
    await start(await openBrowser(store.db, clock), cameFrom);
    const held = await exportVisitor(store.db, VISITORS.elena);
    expect(held.conversations[0]?.startedOn).toEqual([
      { site: HARBOUR, section: null, calledThere: '4711' },
    ]);
    const erasing = { ...appContext, closeConversations: () => undefined };
    await change(appContext, NOBODY, (tx, after) =>
      eraseVisitor(tx, after, erasing, VISITORS.elena),
    );
    expect(await store.db.$count(conversationHosts)).toBe(0);
    expect(await store.db.$count(usedSignatures)).toBe(0);
  });
});
