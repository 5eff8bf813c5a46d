import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VISITORS } from '../../../tests/support/cast.ts';
import { handle } from '../../../tests/support/request.ts';
import { hire, TestClock, useDatabase } from '../../../tests/support/database.ts';
import { createOrderContext } from '../../../tests/support/orders.ts';
import { tracedBy } from '../../../tests/support/team.ts';
import { visit } from '../../../tests/support/visit.ts';
import { resolveVisitor } from '../../chat/server/resolution/complete-conversation.server.ts';
import { conversationNotes } from '../../chat/server/messages/tables.server.ts';
import { visitorMessages } from '../../chat/server/tables.server.ts';
import type { AppContext } from '../../app-context.ts';
import { RateLimiter } from '../../platform/rate-limit.ts';
import type { Member } from '../../accounts/protocol/member.ts';
import type { ApiDesk } from './answer-api.server.ts';
import { createApiKey } from './api-keys.server.ts';
import { CachedAnswers } from './cached-answers.server.ts';
import type { Scope } from '../protocol/scopes.ts';

const store = useDatabase();
const ROOT = join(import.meta.dirname, '../../..');
let clock: TestClock;
let desk: ApiDesk;
let server: Server;
let origin: string;
let folder: string;
let maya: Member;
let henrik: Member;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  clock = new TestClock();
  maya = await hire(store.db, 'maya');
  henrik = await hire(store.db, 'henrik');
  desk = {
    ...createOrderContext(store.db, clock),
    takePublication: () => Promise.resolve(),
    limits: new RateLimiter({ now: () => new Date() }),
    ratings: { read: () => Promise.resolve(new Map()) },
    answers: new CachedAnswers(clock, 0),
  };
  // Serves the API alone over HTTP.
  server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = new Request(`https://shop.example${incoming.url}`, {
        method: incoming.method ?? 'GET',
        headers: incoming.headers as Record<string, string>,
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks).toString() } : {}),
      });
      void handle(desk as AppContext, request, { address: '198.51.100.7' })
        .then(async (response) => {
          outgoing.writeHead(response.status, Object.fromEntries(response.headers));
          outgoing.end(await response.text());
        })
        .catch(() => outgoing.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'embarka-examples-'));
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const keyFor = (...scopes: Scope[]) =>
  createApiKey(desk, tracedBy(henrik), { name: 'Example', scopes, perMinute: 6000 });

function run(example: string, key: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(ROOT, 'examples', example), ...args], {
    env: { ...process.env, EMBARKA_ORIGIN: origin, EMBARKA_KEY: key, LOOK_EVERY_MS: '5' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  child.once('exit', () => children.delete(child));
  return {
    output: () => output,
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

interface Copy {
  readonly next: number;
  readonly conversations: Record<string, { state: string; lastNumber: number }>;
  readonly messages: Record<string, Record<number, { text: string }>>;
}

const readCopy = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as Copy;

test('the CRM that is killed at any point, while people write, misses nothing and invents nothing', async () => {
  const key = await keyFor('conversations:read');
  const file = join(folder, 'crm.json');
  const visitors = [
    await visit(store.db, VISITORS.elena, clock),
    await visit(store.db, VISITORS.priya, clock),
    await visit(store.db, VISITORS.daniel, clock),
  ];
  const day = { isOver: false };
  let said = 0;
  const write = async (one: (typeof visitors)[number], index: number) => {
    while (!day.isOver) {
      said += 1;
      await one.sendText(`Message ${said}`);
      if (said % 4 === index) await one.answer(maya, `Answer ${said}`);
      if (said % 9 === index) await resolveVisitor(desk, maya, one.id);
      await sleep(10);
    }
  };
  const writing = visitors.map(write);
  for (let death = 0; death < 6; death += 1) {
    const crm = run('follow-conversations.ts', key, file);
    // The process is killed at different moments, from before its first request to the middle of following.
    await sleep(150 + death * 120);
    await crm.kill();
    expect(crm.output()).not.toMatch(/Error|invalid/);
  }
  day.isOver = true;
  await Promise.all(writing);
  const last = run('follow-conversations.ts', key, file);
  const rows = await store.db
    .select({
      id: visitorMessages.conversationId,
      number: visitorMessages.number,
      text: visitorMessages.message,
    })
    .from(visitorMessages)
    .orderBy(asc(visitorMessages.conversationId), asc(visitorMessages.number));
  const expected: Record<string, Record<number, string>> = {};
  for (const { id, number, text } of rows) (expected[id] ??= {})[number] = text;
  await expect
    .poll(
      async () => {
        const { messages } = await readCopy(file).catch(() => ({ messages: {} }) as Copy);
        return Object.fromEntries(
          Object.entries(messages).map(([id, saved]) => [
            id,
            Object.fromEntries(Object.entries(saved).map(([number, { text }]) => [number, text])),
          ]),
        );
      },
      { timeout: 60_000, interval: 50 },
    )
    .toEqual(expected);
  const { conversations } = await readCopy(file);
  expect(Object.keys(conversations).toSorted()).toEqual(visitors.map(({ id }) => id).toSorted());
  await last.kill();
  expect(said).toBeGreaterThan(10);
});

test('the bot proposes once, as a note, and could not answer by itself', async () => {
  const key = await keyFor('conversations:read', 'notes:write');
  const first = run('draft-answers.ts', key);
  await expect.poll(first.output, { timeout: 60_000 }).toContain('Drafting');
  // Two instances run at once, as after an accidental second start.
  const second = run('draft-answers.ts', key);
  await expect.poll(second.output, { timeout: 60_000 }).toContain('Drafting');
  const elena = await visit(store.db, VISITORS.elena, clock);
  await elena.sendText('How much is a logo?');
  await elena.sendText('Thank you!');
  await expect
    .poll(() => first.output() + second.output(), { timeout: 60_000 })
    .toContain('Drafted for message 1');
  await elena.sendText('And when could it be ready?');
  await expect
    .poll(() => first.output() + second.output(), { timeout: 60_000 })
    .toContain('Drafted for message 3');
  await expect.poll(() => store.db.$count(conversationNotes), { timeout: 60_000 }).toBe(2);
  for (const note of await store.db.select().from(conversationNotes)) {
    expect(note).toMatchObject({ program: 'Example', text: expect.stringMatching(/^Draft: /) });
  }
  const messages = await store.db.select().from(visitorMessages);
  expect(messages.map(({ isAgent }) => isAgent)).toEqual([false, false, false]);
  const path = `${origin}/api/v1/conversations/${elena.id}/messages`;
  const answer = await fetch(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({ clientId: crypto.randomUUID(), text: 'Hello' }),
  });
  expect(answer.status).toBe(403);
});
