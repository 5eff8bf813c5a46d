import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../tests/support/cast.ts';
import {
  createChatContext,
  hire,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../tests/support/database.ts';
import { openReceiver, type Answer, type Receiver } from '../../../tests/support/receiver.ts';
import { auditOf, NOBODY, refusalOf, teamServices } from '../../../tests/support/team.ts';
import { sendMessage } from '../../chat/server/messages/send-message.server.ts';
import { startConversation } from '../../chat/server/messages/start-conversation.server.ts';
import * as v from 'valibot';
import { Captcha } from '../../platform/captcha.server.ts';
import { change } from '../../platform/change/change.server.ts';
import { formatInUtc } from '../../platform/formats.ts';
import { claimEntry } from '../../platform/change/claim.server.ts';
import type { Job } from '../../platform/change/kind.ts';
import { sendAgain, listJobs } from '../../platform/change/jobs.server.ts';
import { JOB_LIST } from '../../platform/change/job-list.ts';
import { readListState } from '../../platform/lists/list-state.ts';
import { JobWorker } from '../../platform/change/job-worker.server.ts';
import { jobsTable } from '../../platform/tables.server.ts';
import { takeReview } from '../../reviews/server/post-review.server.ts';
import { EVENT_SCHEMAS, EVENT_TYPES, type EventType } from '../protocol/events.ts';
import {
  addEndpoint,
  changeEndpoint,
  pauseEndpoint,
  redeliver,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
  sendTest,
  sign,
} from './manage-endpoints.server.ts';
import { readEndpoint, readEndpoints } from './read-endpoints.server.ts';
import { webhookDeliveries } from './tables.server.ts';
import { forgetDeliveries, webhookKind } from './webhook-kind.server.ts';
import { topic } from '../../../tests/support/topics.ts';

const database = useDatabase();
const { publisher } = recordingPublisher();
const receivers: Receiver[] = [];
const senders: JobWorker[] = [];
let clock: TestClock;

beforeEach(() => {
  clock = new TestClock();
});
afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function receive(answer?: Answer): Promise<Receiver> {
  const receiver = await openReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

/** Opens a job queue worker with a short timeout, so that tests of slow receivers are quick. */
function openSender(timeoutMs = 2000, policy: 'loopback' | 'public' = 'loopback'): JobWorker {
  const appContext = createChatContext(database.db, clock);
  const sender = new JobWorker({
    ...appContext,
    kinds: [webhookKind({ ...appContext, policy, timeoutMs })],
  });
  senders.push(sender);
  return sender;
}

async function sendAll(sender: JobWorker): Promise<void> {
  await sender.look();
  await Promise.all(senders.map((one) => one.settled()));
}

const listen = (url: string, events: readonly EventType[] = EVENT_TYPES) =>
  addEndpoint(createChatContext(database.db, clock), 'loopback', NOBODY, { url, events });

/** Emits an event without the message that would belong to it. */
const happen = (number = 1) =>
  change(createChatContext(database.db, clock), undefined, (_tx, after) => {
    after.happened({
      type: 'message.sent',
      data: { conversationId: 'conv_1', number, author: 'visitor' },
      log: 'written by its statement',
    });
    return Promise.resolve();
  });

/** Takes a job's lease like a process that then crashes. */
const claim = (id: string): Promise<Job | undefined> => {
  const appContext = createChatContext(database.db, clock);
  return claimEntry(
    appContext.db,
    clock.now(),
    webhookKind({ ...appContext, policy: 'loopback' }),
    id,
  );
};

const logOf = async (id: string) => (await readEndpoint(database.db, clock, id))?.deliveries ?? [];

async function talk(text: string): Promise<void> {
  const browserId = await openBrowser(database.db, clock);
  const id = `conv_1700000000000_${'a'.repeat(26)}`;
  await startConversation(createChatContext(database.db, clock, publisher), {
    id,
    browserId,
    email: VISITORS.elena,
    topic: topic('Sales Inquiry'),
    service: { section: 'graphics', slug: 'book-design', title: 'Book Design' },
  });
  await sendMessage(
    createChatContext(database.db, clock, publisher),
    { kind: 'browser', browserId },
    { conversationId: id, clientId: randomUUID(), text },
  );
}

describe('what is sent', () => {
  test('tells of a conversation, a message and a review, signed, without texts or addresses', async () => {
    await hire(database.db, 'maya');
    const receiver = await receive();
    const { secret } = await listen(receiver.url);
    await talk('A secret recipe');
    const services = teamServices(database.db);
    const form = new FormData();
    const typed = { name: 'Elena Ruiz', email: VISITORS.elena, text: 'Lovely', rating: '5' };
    for (const [name, value] of Object.entries(typed)) form.set(name, value);
    await takeReview(
      {
        ...services,
        clock,
        captcha: new Captcha(createChatContext(database.db, clock), 'a secret of the tests'),
      },
      { section: 'graphics', slug: 'book-design', title: 'Book Design' },
      { trace: NOBODY, form, isKnown: true, takeFromLimit: () => Promise.resolve() },
    );
    await sendAll(openSender());

    const bodies = receiver.received.map(({ body }) => JSON.parse(body) as { type: string });
    expect(bodies.map(({ type }) => type).sort()).toEqual([
      'conversation.started',
      'message.sent',
      'review.posted',
    ]);
    for (const one of bodies) v.parse(v.variant('type', [...EVENT_SCHEMAS]), one);
    expect(JSON.stringify(bodies)).not.toMatch(/recipe|Lovely|Elena|northfold/);
    for (const { headers, body } of receiver.received) {
      const id = String(headers['webhook-id']);
      const seconds = Number(headers['webhook-timestamp']);
      expect(seconds).toBe(Math.floor(clock.now().getTime() / 1000));
      expect(headers['webhook-signature']).toBe(sign(secret, id, seconds, body));
    }
  });

  test('does not exist when what happened was not committed, nor twice when it was repeated', async () => {
    const { id } = await listen('https://example.com/');
    const undone = change(createChatContext(database.db, clock), undefined, (_tx, after) => {
      after.happened({
        type: 'message.sent',
        data: { conversationId: 'conv_1', number: 1, author: 'visitor' },
        log: 'written by its statement',
      });
      return Promise.reject(new Error('undone'));
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await logOf(id)).toEqual([]);
    expect(await database.db.$count(jobsTable)).toBe(0);

    const browserId = await openBrowser(database.db, clock);
    const conversationId = `conv_1700000000000_${'b'.repeat(26)}`;
    const message = { conversationId, clientId: randomUUID(), text: 'Hello' };
    const viewer = { kind: 'browser', browserId } as const;
    await startConversation(createChatContext(database.db, clock, publisher), {
      id: conversationId,
      browserId,
      email: VISITORS.priya,
      topic: topic('Sales Inquiry'),
      service: null,
    });
    await sendMessage(createChatContext(database.db, clock, publisher), viewer, message);
    await sendMessage(createChatContext(database.db, clock, publisher), viewer, message);
    expect((await logOf(id)).map(({ type }) => type).sort()).toEqual([
      'conversation.started',
      'message.sent',
    ]);
  });

  test('goes only where it is wanted', async () => {
    const wanting = await receive();
    const other = await receive();
    await listen(wanting.url, ['message.sent']);
    await listen(other.url, ['review.posted']);
    await happen();
    await sendAll(openSender());
    expect([wanting.received.length, other.received.length]).toEqual([1, 0]);
  });

  test('is signed with the former secret too, for a day after it was replaced', async () => {
    const receiver = await receive();
    const { id, secret } = await listen(receiver.url);
    const next = await rotateSecret(createChatContext(database.db, clock), NOBODY, id);
    for (const wait of [0, 24 * 60 * 60 * 1000]) {
      clock.advance(wait);
      await happen();
      await sendAll(openSender());
    }
    const [during, after] = receiver.received.map(({ headers, body }) => {
      const seconds = Number(headers['webhook-timestamp']);
      const of = (one: string) => sign(one, String(headers['webhook-id']), seconds, body);
      return { is: headers['webhook-signature'], both: `${of(next)} ${of(secret)}`, one: of(next) };
    });
    expect(during?.is).toBe(during?.both);
    expect(after?.is).toBe(after?.one);
  });

  test('is verified with each secret for a day after its replacement, even if two are replaced', async () => {
    const receiver = await receive();
    const { id, secret: first } = await listen(receiver.url);
    const replace = () => rotateSecret(createChatContext(database.db, clock), NOBODY, id);
    /** Advances the clock, sends an event and returns the indexes of the secrets that signed it. */
    const signersAfter = async (hours: number, secrets: readonly string[]) => {
      clock.advance(hours * 60 * 60 * 1000);
      await happen();
      await sendAll(openSender());
      const { headers, body } = receiver.received.at(-1)!;
      const signatures = String(headers['webhook-signature']).split(' ');
      const messageId = String(headers['webhook-id']);
      const seconds = Number(headers['webhook-timestamp']);
      return secrets.flatMap((one, index) =>
        signatures.includes(sign(one, messageId, seconds, body)) ? [index] : [],
      );
    };
    const second = await replace();
    const secrets = [first, second];
    expect(await signersAfter(6, secrets)).toEqual([0, 1]);
    secrets.push(await replace());
    expect(await signersAfter(0, secrets)).toEqual([0, 1, 2]);
    expect((await readEndpoint(database.db, clock, id))?.formerSecretsUntil).toHaveLength(2);

    // The first secret is valid for 18 more hours, and a third replacement would drop it.
    const until = new Date(clock.now().getTime() + 18 * 60 * 60 * 1000);
    expect(await refusalOf(replace())).toMatchObject({
      status: 409,
      message: expect.stringContaining(formatInUtc(until)),
    });
    expect(await signersAfter(17, secrets)).toEqual([0, 1, 2]);
    expect(await signersAfter(1, secrets)).toEqual([1, 2]);
    secrets.push(await replace());
    expect(await signersAfter(0, secrets)).toEqual([1, 2, 3]);
    expect(await signersAfter(6, secrets)).toEqual([2, 3]);
    expect(await signersAfter(18, secrets)).toEqual([3]);
    expect((await readEndpoint(database.db, clock, id))?.formerSecretsUntil).toEqual([]);
  });
});

test('events carry what messages say only where an admin wants it, as it is when they are sent', async () => {
  await hire(database.db, 'maya');
  const [plain, full] = [await receive(), await receive()];
  await listen(plain.url);
  const endpoint = { url: full.url, events: EVENT_TYPES, withContents: true };
  const { id } = await addEndpoint(
    createChatContext(database.db, clock),
    'loopback',
    NOBODY,
    endpoint,
  );
  expect(await auditOf(database.db, 'webhook-added')).toMatchObject([
    { detail: expect.not.stringContaining('messages say') },
    { detail: expect.stringContaining('includes message contents') },
  ]);
  await talk('A secret recipe');
  await sendAll(openSender());
  const [without, withText] = [plain, full].map(({ received }) =>
    received.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
  );
  const numbersOf = (sent: typeof without) =>
    Object.fromEntries((sent ?? []).map(({ type, eventNumber }) => [type, eventNumber]));
  // The assignment between the two events has a number too.
  expect(numbersOf(without)).toEqual({ 'conversation.started': 1, 'message.sent': 3 });
  expect(numbersOf(withText)).toEqual(numbersOf(without));
  expect(JSON.stringify(without)).not.toMatch(/recipe|northfold/);
  expect(withText?.find(({ type }) => type === 'message.sent')).toMatchObject({
    data: { number: 1, message: { text: 'A secret recipe', name: null, files: [] } },
  });
  expect(JSON.stringify(withText)).not.toContain('northfold');
  // The delivery log does not contain the text.
  expect(JSON.stringify(await database.db.select().from(webhookDeliveries))).not.toContain(
    'recipe',
  );
  // A redelivery contains the current text.
  const sent = (await logOf(id)).find(({ type }) => type === 'message.sent');
  await database.db.execute("update visitor_messages set message = '', removal_number = 1");
  await redeliver(createChatContext(database.db, clock), id, sent?.id ?? '');
  await sendAll(openSender());
  await full.count(3);
  const again = full.received.map(({ body }) => JSON.parse(body) as { type: string });
  expect(again.filter(({ type }) => type === 'message.sent')).toMatchObject([
    { data: { message: { text: 'A secret recipe' } } },
    { data: { message: { text: '' } } },
  ]);
});

describe('what was not received', () => {
  test('is tried eight times in about a day, as the same event, then given up', async () => {
    const receiver = await receive((response) => void response.writeHead(500).end());
    const { id } = await listen(receiver.url);
    await happen();
    const started = clock.now().getTime();
    let last = started;
    for (let round = 0; round < 20; round += 1) {
      const before = receiver.received.length;
      await sendAll(openSender());
      if (receiver.received.length > before) last = clock.now().getTime();
      const [{ nextAttemptAt } = { nextAttemptAt: null }] = await logOf(id);
      if (nextAttemptAt) clock.advance(Date.parse(nextAttemptAt) - clock.now().getTime());
    }
    expect(receiver.received).toHaveLength(8);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const hours = (last - started) / 3_600_000;
    expect(hours).toBeGreaterThan(18);
    expect(hours).toBeLessThan(30);
    expect(await logOf(id)).toMatchObject([{ state: 'failed', attempts: 8, lastStatus: 500 }]);
  });

  test('can be sent again by hand, as the same event', async () => {
    let isWell = false;
    const receiver = await receive((response) => void response.writeHead(isWell ? 200 : 400).end());
    const { id } = await listen(receiver.url);
    await happen();
    await sendAll(openSender());
    isWell = true;
    const [delivery] = await logOf(id);
    await redeliver(createChatContext(database.db, clock), id, delivery?.id ?? '');
    await sendAll(openSender());
    expect(await logOf(id)).toMatchObject([{ state: 'delivered', attempts: 1, lastError: null }]);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toBe(ids[1]);
  });

  test('for three days disables the endpoint, once, with an entry in the audit log', async () => {
    const receiver = await receive((response) => void response.writeHead(503).end());
    const { id } = await listen(receiver.url);
    await happen();
    await sendAll(openSender());
    clock.advance(3 * 24 * 60 * 60 * 1000);
    for (let number = 1; number <= 5; number += 1) await happen(number);
    await sendAll(openSender());
    expect(await readEndpoints(database.db)).toMatchObject([{ state: 'disabled' }]);
    expect(await auditOf(database.db, 'webhook-disabled')).toHaveLength(1);
    const waiting = (await logOf(id)).length;
    await happen();
    expect(await logOf(id)).toHaveLength(waiting);
    await refusalOf(sendTest(createChatContext(database.db, clock), id));
    await resumeEndpoint(createChatContext(database.db, clock), NOBODY, id);
    await sendTest(createChatContext(database.db, clock), id);
    expect(await readEndpoints(database.db)).toMatchObject([
      { state: 'active', failingSince: null },
    ]);
  });

  test('410 Gone disables it at once', async () => {
    const receiver = await receive((response) => void response.writeHead(410).end());
    const { id } = await listen(receiver.url);
    await happen();
    await sendAll(openSender());
    expect(await readEndpoints(database.db)).toMatchObject([{ state: 'disabled' }]);
    expect(await logOf(id)).toMatchObject([{ state: 'failed', lastStatus: 410 }]);
  });
});

describe('a hostile receiver', () => {
  test('cannot send us elsewhere', async () => {
    const elsewhere = await receive();
    const receiver = await receive(
      (response) => void response.writeHead(307, { Location: elsewhere.url }).end(),
    );
    const { id } = await listen(receiver.url);
    await happen();
    await sendAll(openSender());
    expect(elsewhere.received).toEqual([]);
    expect(await logOf(id)).toMatchObject([
      {
        state: 'pending',
        lastStatus: 307,
        lastError: "The receiver responded with a redirect. Redirects aren't followed.",
      },
    ]);
  });

  test('is not listened to for long: an answer without end is cut off', async () => {
    let written = 0;
    const receiver = await receive((response) => {
      response.writeHead(200);
      const pour = () => {
        if (response.destroyed) return;
        written += 65_536;
        response.write(Buffer.alloc(65_536), () => setImmediate(pour));
      };
      pour();
    });
    const { id } = await listen(receiver.url);
    await happen();
    await sendAll(openSender(5000));
    expect(await logOf(id)).toMatchObject([{ state: 'delivered', lastStatus: 200 }]);
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  test('that never answers holds up nobody else, and takes four places at most', async () => {
    const silent = await receive(() => {});
    const quick = await receive();
    const { id } = await listen(silent.url);
    await listen(quick.url);
    for (let number = 1; number <= 12; number += 1) await happen(number);
    const sender = openSender(60_000);
    await sender.look();
    await quick.count(12);
    await silent.count(4);
    expect(silent.received).toHaveLength(4);
    // A cancelled try does not count.
    await sender.close();
    expect((await logOf(id)).every(({ attempts }) => attempts === 0)).toBe(true);
  });

  test('is told nothing when its name leads inside', async () => {
    const receiver = await receive();
    const { id } = await addEndpoint(createChatContext(database.db, clock), 'public', NOBODY, {
      url: `https://localhost:${new URL(receiver.url).port}/`,
      events: EVENT_TYPES,
    });
    await happen();
    await sendAll(openSender(2000, 'public'));
    expect(receiver.received).toEqual([]);
    const [delivery] = await logOf(id);
    expect(delivery?.lastError).toContain("isn't a public internet address");
  });
});

test('two processes that die in between deliver everything, and only repeat what was under way', async () => {
  const ledger = new Set<string>();
  let turn = 0;
  const receiver = await receive((response, { headers }) => {
    turn += 1;
    // Failures stop after 90 requests, because an unlucky delivery could otherwise outlast the test.
    const isFoul = turn <= 90;
    if (isFoul && turn % 7 === 0) return void response.destroy();
    if (isFoul && turn % 5 === 0) return void response.writeHead(503).end();
    ledger.add(String(headers['webhook-id']));
    // The receiver accepted the event, but the sender never learns that.
    if (isFoul && turn % 11 === 0) return void response.destroy();
    return void response.writeHead(200).end();
  });
  const { id } = await listen(receiver.url);
  for (let number = 1; number <= 60; number += 1) await happen(number);
  // A process takes some jobs and crashes before sending them.
  for (let taken = 0; taken < 4; taken += 1) await claim(id);
  for (let round = 0; round < 12; round += 1) {
    await Promise.all([openSender(), openSender()].map(sendAll));
    clock.advance(60 * 60 * 1000);
  }
  const rows = await database.db.select().from(webhookDeliveries);
  expect(rows.filter(({ deliveredAt }) => deliveredAt === null)).toEqual([]);
  expect(await database.db.$count(jobsTable)).toBe(0);
  expect(ledger).toEqual(new Set(rows.map(({ eventId }) => eventId)));
  expect(ledger.size).toBe(60);
  // Nothing that was answered with 200 was sent again: every try is one request, except for the four lost ones.
  const tries = rows.reduce((sum, { attempts }) => sum + attempts, 0);
  expect(tries - 4).toBe(receiver.received.length);
});

test('a result that comes after the lease ran out changes nothing', async () => {
  let answer = (_status: number) => {};
  const slow = await receive((response) => {
    answer = (status) => void response.writeHead(status).end();
  });
  const { id } = await listen(slow.url);
  await happen();
  const first = openSender(60_000);
  await first.look();
  await slow.count(1);
  const answerFirst = answer;
  clock.advance(3 * 60 * 1000);
  const second = openSender(60_000);
  await second.look();
  await slow.count(2);
  answerFirst(500);
  await first.settled();
  expect(await logOf(id)).toMatchObject([{ state: 'pending', attempts: 2, lastStatus: null }]);
  answer(200);
  await second.settled();
  expect(await logOf(id)).toMatchObject([{ state: 'delivered', lastStatus: 200 }]);
});

describe('an admin', () => {
  test('pauses an endpoint: what happens waits, and goes when it is resumed', async () => {
    const receiver = await receive();
    const { id } = await listen(receiver.url);
    await pauseEndpoint(createChatContext(database.db, clock), NOBODY, id);
    await happen();
    await sendAll(openSender());
    expect(receiver.received).toEqual([]);
    await resumeEndpoint(createChatContext(database.db, clock), NOBODY, id);
    await resumeEndpoint(createChatContext(database.db, clock), NOBODY, id);
    await sendAll(openSender());
    expect(receiver.received).toHaveLength(1);
    expect(await auditOf(database.db, 'webhook-paused')).toHaveLength(1);
    expect(await auditOf(database.db, 'webhook-resumed')).toHaveLength(1);
  });

  test('sees what waits of a paused endpoint in the outbox, where nobody tries it', async () => {
    const receiver = await receive();
    const { id } = await listen(receiver.url);
    await pauseEndpoint(createChatContext(database.db, clock), NOBODY, id);
    await happen();
    for (let round = 0; round < 3; round += 1) {
      await sendAll(openSender());
      clock.advance(24 * 60 * 60 * 1000);
    }
    const page = await listJobs(
      database.db,
      clock,
      readListState(JOB_LIST, new URLSearchParams('kind=webhook')),
    );
    expect(page.rows).toMatchObject([{ kind: 'webhook', attempts: 0, isHeld: true }]);
    expect(await readEndpoints(database.db)).toMatchObject([{ waiting: 1 }]);
    const again = sendAgain(createChatContext(database.db, clock), NOBODY, page.rows[0]?.id ?? '');
    expect(await refusalOf(again)).toMatchObject({ status: 409 });
    await resumeEndpoint(createChatContext(database.db, clock), NOBODY, id);
    await sendAll(openSender());
    expect(receiver.received).toHaveLength(1);
    expect(await readEndpoints(database.db)).toMatchObject([{ waiting: 0 }]);
  });

  test('who resumes while something is put on hold leaves nothing lying there', async () => {
    const receiver = await receive();
    const { id } = await listen(receiver.url);
    await pauseEndpoint(createChatContext(database.db, clock), NOBODY, id);
    for (let number = 1; number <= 20; number += 1) await happen(number);
    const sender = openSender();
    await Promise.all([
      sendAll(sender),
      resumeEndpoint(createChatContext(database.db, clock), NOBODY, id),
    ]);
    await sendAll(sender);
    expect(receiver.received).toHaveLength(20);
    expect(await database.db.$count(jobsTable)).toBe(0);
  });

  test('moves an endpoint: what waits goes to the new address', async () => {
    const receiver = await receive();
    const { id } = await listen('https://example.com/');
    await happen();
    const form = { url: receiver.url, events: ['review.posted'] as const };
    await changeEndpoint(createChatContext(database.db, clock), 'loopback', NOBODY, id, form);
    await sendAll(openSender());
    expect(receiver.received).toHaveLength(1);
  });

  test('must choose an event, and cannot change what was removed', async () => {
    const empty = { url: 'https://example.com/', events: [] };
    const refusal = await refusalOf(
      addEndpoint(createChatContext(database.db, clock), 'public', NOBODY, empty),
    );
    expect(refusal).toMatchObject({ status: 400, field: 'events' });
    const { id } = await listen('https://example.com/');
    await happen();
    await removeEndpoint(createChatContext(database.db, clock), NOBODY, id);
    expect(await database.db.select().from(webhookDeliveries)).toEqual([]);
    expect(await database.db.select().from(jobsTable)).toEqual([]);
    expect(
      await refusalOf(rotateSecret(createChatContext(database.db, clock), NOBODY, id)),
    ).toMatchObject({
      status: 404,
    });
  });
});

test('what is over is forgotten after thirty days, what waits is not', async () => {
  const receiver = await receive();
  const { id } = await listen(receiver.url);
  await happen();
  await sendAll(openSender());
  await pauseEndpoint(createChatContext(database.db, clock), NOBODY, id);
  await happen();
  clock.advance(31 * 24 * 60 * 60 * 1000);
  await forgetDeliveries(database.db, clock);
  const rows = await database.db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, id));
  expect(rows).toHaveLength(1);
  expect(await logOf(id)).toMatchObject([{ state: 'pending' }]);
});
