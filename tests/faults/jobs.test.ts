import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimDueMails } from '../../app/chat/server/email/schedule-mail.server.ts';
import { writeNote } from '../../app/chat/server/messages/write-note.server.ts';
import { returnPayment } from '../../app/orders/server/payment/return-payment.server.ts';
import { payments } from '../../app/orders/server/tables.server.ts';
import type { Clock } from '../../app/platform/clock.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { conversations } from '../../app/chat/server/tables.server.ts';
import { jobsTable } from '../../app/platform/tables.server.ts';
import { decidePushes } from '../../app/notifications/server/push/decide-pushes.server.ts';
import { saveDevice } from '../../app/notifications/server/push/devices.server.ts';
import { claimDigests } from '../../app/notifications/server/push/digests.server.ts';
import { saveNotificationSettings } from '../../app/notifications/server/push/notification-settings.server.ts';
import { addEndpoint, sendTest } from '../../app/webhooks/server/manage-endpoints.server.ts';
import type { Member } from '../../app/accounts/protocol/member.ts';
import { authSessions, profiles } from '../../app/accounts/server/tables.server.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { createChatContext, openScratchDatabase } from '../support/database.ts';
import { makeCast } from '../support/make-cast.ts';
import { createOrderContext } from '../support/orders.ts';
import { browserKeys } from '../support/push.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { TestServer } from '../support/server.ts';
import { openSmtpPeer, type SmtpMood, type SmtpPeer } from '../support/smtp.ts';
import { NOBODY } from '../support/team.ts';
import { visit } from '../support/visit.ts';

const { FAULT_TEMPLATE = '', TEST_DATABASE_URL } = process.env;
const HOUR_MS = 60 * 60_000;
/** Longer than a process that died holds what it had taken. */
const LEASE_MS = 5 * 60_000;
/** One more kind is counted by the server, and fails here until it is in one of the two lists. */
const KINDS = ['digest', 'mail', 'mention', 'push', 'refund', 'visitor-mail', 'webhook'];
/** These need an order or a subscription at a provider, which nobody has here. */
const OTHER_KINDS = ['end-subscription', 'order-assignment', 'order-news'];
/** A busy computer may take five times as long as this needs. */
const PATIENT = { timeout: 60_000 };

/** A data folder whose outbox holds one effect of each kind, but for the mail about an account. */
let folder: string;
/** The same on PostgreSQL, made anew for each test. */
let database: Awaited<ReturnType<typeof openScratchDatabase>> | undefined;
let server: TestServer;
let peer: SmtpPeer;
let receiver: Receiver;
let mood: SmtpMood;
/** What the push service and the webhook's receiver have taken, by the name they know it again by. */
let taken: string[];

beforeAll(async () => {
  receiver = await openReceiver((response, { headers }) => {
    if (mood === 'hangs') return;
    const refund = headers['idempotency-key'];
    if (refund) taken.push(`refund ${String(refund)}`);
    else taken.push(String(headers['webhook-id'] ?? `push ${String(headers['topic'])}`));
    if (mood !== 'answers') return;
    response.writeHead(refund ? 200 : 201, { 'Content-Type': 'application/json' });
    response.end(refund ? '{"id":"re_1","object":"refund"}' : '');
  });
  folder = await mkdtemp(join(tmpdir(), 'embarka-outbox-'));
  await cp(FAULT_TEMPLATE, folder, { recursive: true });
  const embedded = await openEmbedded(folder);
  await fillJobQueue(embedded.db);
  await embedded.close();
});
afterAll(async () => {
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  taken = [];
  peer = await openSmtpPeer();
});
afterEach(async () => {
  await server.remove();
  peer.close();
  await database?.close();
  database = undefined;
});

/** Elena has written to Maya and waits; Noor was answered and has not read it; a webhook is due. */
async function fillJobQueue(db: Database): Promise<void> {
  let now = new Date(Date.now() - 3 * HOUR_MS);
  const clock = { now: () => now };
  const appContext = createChatContext(db, clock);
  await db.update(profiles).set({ acceptsChats: false }).where(ne(profiles.email, CAST.maya.email));
  const [maya] = await db.select().from(profiles).where(eq(profiles.email, CAST.maya.email));
  if (!maya) throw new Error('The template has no Maya');
  await db.insert(authSessions).values({
    id: 'a-session',
    token: 'a-session',
    userId: maya.id,
    expiresAt: new Date(Date.now() + 24 * HOUR_MS),
    createdAt: now,
  });
  const { subscription } = browserKeys(receiver.url);
  const session = { member: maya, sessionId: 'a-session' };
  await saveDevice(appContext, 'loopback', session, subscription, 'Firefox/1');
  const chosen = {
    showsPreviews: false,
    tellsOfQueue: true,
    mailsMentions: true,
    mailsOrders: true,
    digest: 'hourly',
  } as const;
  await saveNotificationSettings(db, clock, maya.id, chosen);
  const form = { url: receiver.url, events: ['review.posted'] as const };
  const endpoint = await addEndpoint(appContext, 'loopback', NOBODY, form);
  now = new Date(Date.now() - 2 * HOUR_MS);
  await (await visit(db, VISITORS.elena, clock)).sendText('Is anybody there?');
  const noor = await visit(db, VISITORS.noor, clock);
  await noor.sendText('Hello');
  await noor.answer(maya, 'Good morning');
  now = new Date();
  // Nobody is there for Elena, which the managers were told when they came in.
  await db.update(conversations).set({ managersToldAt: now });
  await decidePushes(appContext, () => Promise.resolve(false));
  await claimDueMails(appContext, () => Promise.resolve(false));
  await claimDigests(appContext, { supportTimezone: 'Etc/UTC' });
  await sendTest(appContext, endpoint.id);
  const [ines] = await db.select().from(profiles).where(eq(profiles.email, CAST.ines.email));
  if (!ines) throw new Error('The template has no Ines');
  now = new Date(Date.now() - HOUR_MS);
  const note = {
    conversationId: noor.id,
    clientId: randomUUID(),
    text: '@Maya Okafor look, please',
  };
  await writeNote(appContext, ines, note);
  await giveBack(db, ines, clock);
  const waiting = await db.select({ kind: jobsTable.kind }).from(jobsTable).orderBy(jobsTable.kind);
  expect(waiting.map(({ kind }) => kind)).toEqual(KINDS.filter((kind) => kind !== 'mail'));
}

/** A payment by card that fitted no order goes back. */
async function giveBack(db: Database, member: Member, clock: Clock): Promise<void> {
  const held = {
    way: 'stripe',
    reference: 'pi_of_a_stranger',
    amount: 900,
    currency: 'USD',
    state: 'held',
    heldMessage: { key: 'orders.held-without-order', values: {} },
    createdAt: clock.now(),
  } as const;
  const [payment] = await db.insert(payments).values(held).returning({ id: payments.id });
  await returnPayment({ ...createOrderContext(db), clock }, NOBODY, member, payment?.id ?? '');
}

/** Everything is due, and its receivers are in this mood. */
async function start(first: SmtpMood): Promise<void> {
  become(first);
  const env = {
    SMTP_URL: peer.url,
    MAIL_FROM: 'desk@embarka.example',
    STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
    STRIPE_API_URL: new URL(receiver.url).origin,
  };
  server = database
    ? await TestServer.start(undefined, { env: { ...env, DATABASE_URL: database.url } })
    : await TestServer.start(folder, { env });
  // Somebody has forgotten their password: the answer does not wait for the mail server.
  const answer = await fetch(`${server.origin}/forgot-password`, {
    method: 'POST',
    headers: { Origin: server.origin },
    body: new URLSearchParams({ email: CAST.maya.email }),
  });
  expect(answer.status).toBe(200);
}

function become(next: SmtpMood): void {
  mood = next;
  peer.mood = next;
}

const namesOf = (mails: readonly string[]) =>
  mails.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]);
const subjectsOf = (mails: readonly string[]) =>
  mails.map((mail) => /^Subject: (.*)$/im.exec(mail)?.[1] ?? '').toSorted();

/** What this process has counted, by kind: of those that it has done none of as well. */
async function counted(metric: 'done' | 'attempts' | 'failed'): Promise<Record<string, number>> {
  const text = await (await fetch(`${server.origin}/metrics`)).text();
  const lines = text.matchAll(
    new RegExp(`^embarka_outbox_${metric}_total\\{kind="([a-z-]+)"\\} (\\d+)$`, 'gm'),
  );
  return Object.fromEntries([...lines].map(([, kind = '', number]) => [kind, Number(number)]));
}

const ONE_EACH = Object.fromEntries([
  ...KINDS.map((kind) => [kind, 1] as const),
  ...OTHER_KINDS.map((kind) => [kind, 0] as const),
]);

/** Each effect has left this process once, and nothing is left to do. */
async function expectEachOnce(): Promise<void> {
  await expect.poll(() => counted('done'), PATIENT).toEqual(ONE_EACH);
  expect(await counted('attempts')).toEqual(ONE_EACH);
  expect(subjectsOf(peer.kept)).toEqual([
    '1 visitor is waiting for your reply',
    'A reply from Embarka',
    'Ines Duarte mentioned you',
    'Set a new password for Embarka',
  ]);
  expect(taken.toSorted()).toEqual([
    expect.stringMatching(/^evt_/),
    expect.stringMatching(/^push /),
    expect.stringMatching(/^push /),
    expect.stringMatching(/^refund /),
  ]);
}

/** All receivers hang, each with one effect of this process in hand. */
async function everyReceiverHangs(): Promise<void> {
  const before = receiver.received.length;
  await start('hangs');
  await expect.poll(() => peer.connections, PATIENT).toBe(3);
  await expect.poll(() => receiver.received.length - before, PATIENT).toBe(4);
}

const onPostgres = async (): Promise<void> => {
  database = await openScratchDatabase(TEST_DATABASE_URL ?? '');
  await makeCast(database);
  await fillJobQueue(database.db);
};

describe.each([
  ['the embedded database', () => Promise.resolve()],
  // Where PostgreSQL is at hand (scripts/test.ts looks for it), it is killed there, too.
  ...(TEST_DATABASE_URL ? [['PostgreSQL', onPostgres] as const] : []),
] as const)('on %s', (_, prepare) => {
  beforeEach(prepare);

  test('told to end while every receiver hangs, it ends, and the next process does each effect once', async () => {
    await everyReceiverHangs();
    process.kill(server.pid ?? 0, 'SIGTERM');
    // A mail server would have been waited for 20 seconds, and a webhook's receiver for 10.
    await expect.poll(() => server.isRunning, { timeout: 15_000 }).toBe(false);
    become('answers');
    await server.restart();
    await expectEachOnce();
  });

  test('killed between the commits and the effects, the next process does each once', async () => {
    await everyReceiverHangs();
    await server.kill();
    expect([...peer.kept, ...taken]).toEqual([]);
    become('answers');
    await server.shiftClock(LEASE_MS);
    await server.restart();
    await expectEachOnce();
  });

  test('killed before it heard that all was taken, it does each again under the same name', async () => {
    await start('keeps silently');
    await expect.poll(() => [peer.kept.length, taken.length], PATIENT).toEqual([3, 4]);
    await server.kill();
    become('answers');
    await server.shiftClock(LEASE_MS);
    await server.restart();
    await expect.poll(() => counted('done'), PATIENT).toEqual(ONE_EACH);
    // A mailbox shows two mails of one name once, a device one push of a topic, a receiver knows an id.
    // A mention is mailed once its push was taken: the first time it did not come to that.
    expect(namesOf(peer.kept)).toHaveLength(7);
    expect(new Set(namesOf(peer.kept)).size).toBe(4);
    // A payment service gives back once under one key.
    expect(taken).toHaveLength(8);
    expect(new Set(taken).size).toBe(4);
    const reset = peer.kept.filter((mail) => /^Subject: Set a new password/m.test(mail));
    expect(new Set(reset.map((mail) => /token=3?D?([\w=\n-]+)/.exec(mail)?.[1])).size).toBe(1);
  });
});
