import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../tests/support/cast.ts';
import {
  hire,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../tests/support/database.ts';
import { openReceiver, type Answer, type Receiver } from '../../../tests/support/receiver.ts';
import { auditOf, NOBODY, refusalOf } from '../../../tests/support/team.ts';
import { sendMessage } from '../../conversation/say/send-message.server.ts';
import { startConversation } from '../../conversation/say/start-conversation.server.ts';
import { createLog } from '../../platform/log.server.ts';
import { postReview } from '../../reviews/post-review.server.ts';
import { claimDeliveries, forgetDeliveries, settleDelivery } from './deliver.server.ts';
import { EVENT_TYPES, type EventType } from './events.ts';
import {
  addEndpoint,
  changeEndpoint,
  pauseEndpoint,
  redeliver,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
  sendTest,
} from './manage-endpoints.server.ts';
import { readEndpoint, readEndpoints } from './read-endpoints.server.ts';
import { recordEvent } from './record-event.server.ts';
import { WebhookSender } from './sender.server.ts';
import { sign } from './sign.server.ts';
import { webhookDeliveries } from './tables.server.ts';

const database = useDatabase();
const { publisher } = recordingPublisher();
const receivers: Receiver[] = [];
const senders: WebhookSender[] = [];
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

/** What one process does; a short patience, so that a test of slowness is quick. */
function openSender(timeoutMs = 2000): WebhookSender {
  const log = createLog('silent');
  const sender = new WebhookSender({ db: database.db, clock, log, policy: 'loopback', timeoutMs });
  senders.push(sender);
  return sender;
}

/** Sends until nothing is due. */
async function sendAll(sender: WebhookSender): Promise<void> {
  await sender.sendDue();
  await sender.settled();
}

const listen = (url: string, events: readonly EventType[] = EVENT_TYPES) =>
  addEndpoint(database.db, clock, 'loopback', NOBODY, { url, events });

/** Something that webhooks tell about, without all that goes with it. */
const happen = (number = 1) =>
  recordEvent(database.db, clock.now(), {
    type: 'message.sent',
    data: { conversationId: 'conv_1', number, author: 'visitor' },
  });

const logOf = async (id: string) => (await readEndpoint(database.db, id))?.deliveries ?? [];

async function talk(text: string): Promise<void> {
  const browserId = await openBrowser(database.db, clock);
  const id = `conv_1700000000000_${'a'.repeat(26)}`;
  await startConversation(database.db, clock, publisher, {
    id,
    browserId,
    email: VISITORS.elena,
    topic: 'Sales Inquiry',
    service: { section: 'graphics', slug: 'book-design', title: 'Book Design' },
  });
  await sendMessage(
    database.db,
    clock,
    publisher,
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
    await postReview(
      database.db,
      clock,
      { section: 'graphics', slug: 'book-design' },
      { name: 'Elena Ruiz', email: VISITORS.elena, text: 'Lovely', rating: 5 },
    );
    await sendAll(openSender());

    const bodies = receiver.received.map(({ body }) => JSON.parse(body) as { type: string });
    expect(bodies.map(({ type }) => type).sort()).toEqual([...EVENT_TYPES].sort());
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
    const undone = database.db.transaction(async (tx) => {
      await recordEvent(tx, clock.now(), {
        type: 'message.sent',
        data: { conversationId: 'conv_1', number: 1, author: 'visitor' },
      });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await logOf(id)).toEqual([]);

    const browserId = await openBrowser(database.db, clock);
    const conversationId = `conv_1700000000000_${'b'.repeat(26)}`;
    const message = { conversationId, clientId: randomUUID(), text: 'Hello' };
    const viewer = { kind: 'browser', browserId } as const;
    await startConversation(database.db, clock, publisher, {
      id: conversationId,
      browserId,
      email: VISITORS.priya,
      topic: 'Sales Inquiry',
      service: null,
    });
    await sendMessage(database.db, clock, publisher, viewer, message);
    await sendMessage(database.db, clock, publisher, viewer, message);
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
    const next = await rotateSecret(database.db, clock, NOBODY, id);
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
    await redeliver(database.db, clock, id, delivery?.id ?? '');
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
    await refusalOf(sendTest(database.db, clock, id));
    await resumeEndpoint(database.db, clock, NOBODY, id);
    await sendTest(database.db, clock, id);
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
      { state: 'pending', lastStatus: 307, lastError: 'Redirects are not followed.' },
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
    await sender.sendDue();
    await quick.count(12);
    await silent.count(4);
    expect(silent.received).toHaveLength(4);
    // Calling them off gives them back untouched.
    await sender.close();
    expect((await logOf(id)).every(({ attempts }) => attempts === 0)).toBe(true);
  });

  test('is told nothing when its name leads inside', async () => {
    const receiver = await receive();
    const { id } = await addEndpoint(database.db, clock, 'public', NOBODY, {
      url: `https://localhost:${new URL(receiver.url).port}/`,
      events: EVENT_TYPES,
    });
    await happen();
    const log = createLog('silent');
    const sender = new WebhookSender({ db: database.db, clock, log, policy: 'public' });
    await sendAll(sender);
    expect(receiver.received).toEqual([]);
    const [delivery] = await logOf(id);
    expect(delivery?.lastError).toContain('is not an address of the Internet');
  });
});

test('two processes that die in between deliver everything, and only repeat what was under way', async () => {
  const ledger = new Set<string>();
  let turn = 0;
  const receiver = await receive((response, { headers }) => {
    turn += 1;
    if (turn % 7 === 0) return void response.destroy();
    if (turn % 5 === 0) return void response.writeHead(503).end();
    ledger.add(String(headers['webhook-id']));
    // Taken, but the sender never learns it.
    if (turn % 11 === 0) return void response.destroy();
    return void response.writeHead(200).end();
  });
  const { id } = await listen(receiver.url);
  for (let number = 1; number <= 60; number += 1) await happen(number);
  // A process takes some and is gone before it has sent them.
  await claimDeliveries(database.db, clock.now(), id);
  for (let round = 0; round < 12; round += 1) {
    await Promise.all([openSender(), openSender()].map(sendAll));
    clock.advance(60 * 60 * 1000);
  }
  const rows = await database.db.select().from(webhookDeliveries);
  expect(rows.filter(({ state }) => state !== 'delivered')).toEqual([]);
  expect(ledger).toEqual(new Set(rows.map(({ eventId }) => eventId)));
  expect(ledger.size).toBe(60);
  // Nothing that was answered 200 was sent again: each try of a row is one request but the lost four.
  const tries = rows.reduce((sum, { attempts }) => sum + attempts, 0);
  expect(tries - 4).toBe(receiver.received.length);
});

test('a result that comes after the lease ran out changes nothing', async () => {
  const { id } = await listen('https://example.com/');
  await happen();
  const late = await claimDeliveries(database.db, clock.now(), id);
  clock.advance(3 * 60 * 1000);
  const next = await claimDeliveries(database.db, clock.now(), id);
  const [slow] = late?.deliveries ?? [];
  const [fresh] = next?.deliveries ?? [];
  if (!late || !slow || !fresh) throw new Error('Both were claimed');
  const settle = (delivery: typeof slow, status: number) =>
    settleDelivery(database.db, clock, late.endpoint, delivery, { status, durationMs: 1 });
  await settle(slow, 500);
  expect(await logOf(id)).toMatchObject([{ state: 'pending', attempts: 2, lastStatus: null }]);
  await settle(fresh, 200);
  await settle(slow, 500);
  expect(await logOf(id)).toMatchObject([{ state: 'delivered', lastStatus: 200 }]);
});

describe('an admin', () => {
  test('pauses an endpoint: what happens waits, and goes when it is resumed', async () => {
    const receiver = await receive();
    const { id } = await listen(receiver.url);
    await pauseEndpoint(database.db, clock, NOBODY, id);
    await happen();
    await sendAll(openSender());
    expect(receiver.received).toEqual([]);
    await resumeEndpoint(database.db, clock, NOBODY, id);
    await resumeEndpoint(database.db, clock, NOBODY, id);
    await sendAll(openSender());
    expect(receiver.received).toHaveLength(1);
    expect(await auditOf(database.db, 'webhook-paused')).toHaveLength(1);
    expect(await auditOf(database.db, 'webhook-resumed')).toHaveLength(1);
  });

  test('moves an endpoint: what waits goes to the new address', async () => {
    const receiver = await receive();
    const { id } = await listen('https://example.com/');
    await happen();
    const form = { url: receiver.url, events: ['review.posted'] as const };
    await changeEndpoint(database.db, clock, 'loopback', NOBODY, id, form);
    await sendAll(openSender());
    expect(receiver.received).toHaveLength(1);
  });

  test('must choose an event, and cannot change what was removed', async () => {
    const empty = { url: 'https://example.com/', events: [] };
    const refusal = await refusalOf(addEndpoint(database.db, clock, 'public', NOBODY, empty));
    expect(refusal).toMatchObject({ status: 400, field: 'events' });
    const { id } = await listen('https://example.com/');
    await happen();
    await removeEndpoint(database.db, clock, NOBODY, id);
    expect(await database.db.select().from(webhookDeliveries)).toEqual([]);
    expect(await refusalOf(rotateSecret(database.db, clock, NOBODY, id))).toMatchObject({
      status: 404,
    });
  });
});

test('what is over is forgotten after thirty days, what waits is not', async () => {
  const receiver = await receive();
  const { id } = await listen(receiver.url);
  await happen();
  await sendAll(openSender());
  await pauseEndpoint(database.db, clock, NOBODY, id);
  await happen();
  clock.advance(31 * 24 * 60 * 60 * 1000);
  await forgetDeliveries(database.db, clock.now());
  const rows = await database.db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, id));
  expect(rows.map(({ state }) => state)).toEqual(['pending']);
});
